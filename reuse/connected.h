/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the linker and the loader made of the units of a test: whether that is as it was. */
#ifndef REUSE_CONNECTED_H
#define REUSE_CONNECTED_H

#include "reuse/judge.h"

/*
 * Compares the facts of sites/resolution.h of all modules of the test, which are the same files in
 * both versions. IS_IDENTICAL: so are all units; then any difference counts, else what is about
 * something that both versions have. NULL: nothing that matters differs; else what does, owned by
 * the caller.
 */
char *connected_compare(const struct judge *judge, const struct snapshot_test *old,
			const struct snapshot_test *new, bool is_identical);

#endif
