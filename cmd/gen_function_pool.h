/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs of a function that are tried on each mutant before a search: random tests come first in the ATG system, too (Zhang,
 * 2021, chapter 5). Those are kept by which the original does what it does by none of the others.
 */
#ifndef CMD_GEN_FUNCTION_POOL_H
#define CMD_GEN_FUNCTION_POOL_H

#include "cmd/gen_function_run.h"

/* Fills RUN's pool. */
struct error *gen_function_pool_fill(struct gen_function_run *run) MUST_CHECK;
void gen_function_pool_deinit(struct gen_function_run *run);

#endif
