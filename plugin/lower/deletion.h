/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Deletions of assignments: in `if (marker(n) == 0) x = e;`, where nothing can trap and only x
 * changes, the mark becomes one of values. Its original is the new value of x, its alternative the
 * old value. So the deletion of an assignment that changes nothing is not infected.
 */
#ifndef PLUGIN_LOWER_DELETION_H
#define PLUGIN_LOWER_DELETION_H

/* Makes the marks of such deletions in the current function marks of values. */
void deletions_compare(void);

#endif
