/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deleted assignments: `if (marker(n) == 0) x = e;`, where nothing can trap and x alone changes, becomes a mark of values,
 * whose original is the new value of x and whose alternative the old one.  So the deletion of an assignment that changes
 * nothing is not infected.
 */
#ifndef PLUGIN_LOWER_DELETION_H
#define PLUGIN_LOWER_DELETION_H

/* Replaces these marks in the current function. */
void deletions_compare(void);

#endif
