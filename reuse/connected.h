/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares what the linker and the loader made of the units of a test in both versions. */
#ifndef REUSE_CONNECTED_H
#define REUSE_CONNECTED_H

#include "reuse/judge.h"

/*
 * Compares the facts of sites/resolution.h of all modules that the test loads. Both versions must
 * load the same files.
 *
 * With IS_IDENTICAL all units are identical, and any difference of the facts counts. Otherwise only
 * differences count that concern something that both versions have.
 *
 * Returns what differs and matters, owned by the caller; NULL if nothing does.
 */
char *connected_compare(const struct judge *judge, const struct stored_test *old,
			const struct stored_test *new, bool is_identical);

#endif
