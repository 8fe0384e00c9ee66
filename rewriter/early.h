/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is executed while the loader works, before anything that is preloaded: the functions that
 * choose others (ifunc), and what these call or jump to, however deep.  Not what they call through
 * pointers.
 */
#ifndef REWRITER_EARLY_H
#define REWRITER_EARLY_H

#include "rewriter/loading.h"
#include "rewriter/machine.h"

/* By number of the function; owned by who calls this. */
bool *early_find(const struct binary *binary, struct machine *machine,
		 const struct loading *loading);

#endif
