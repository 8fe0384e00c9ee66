/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds functions that run while the loader works, before anything that is preloaded: the resolvers
 * of indirect functions (ifunc), and all functions that these call or jump to, directly or through
 * others. Calls through pointers are not followed.
 */
#ifndef REWRITER_SUBJECT_EARLY_H
#define REWRITER_SUBJECT_EARLY_H

#include "rewriter/elf/loading.h"
#include "rewriter/machine/machine.h"

/* Returns by function whether it runs early. The caller frees the array. */
bool *early_find(const struct binary *binary, struct machine *machine,
		 const struct loading *loading);

#endif
