/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs of a function that are tried on each mutant before a search: random tests come first in the ATG system, too (Zhang,
 * 2021, chapter 5). The pool are those by which the original does what it does by none of the others; the spare ones are
 * tried after a search that found nothing, as a mutant may tell apart what the original does not.
 */
#ifndef CMD_GEN_FUNCTION_POOL_H
#define CMD_GEN_FUNCTION_POOL_H

#include "cmd/gen/function/run.h"

/* Fills RUN's pool, and its spare inputs. */
struct error *gen_function_pool_fill(struct gen_function_run *run) MUST_CHECK;
void gen_function_pool_deinit(struct gen_function_run *run);

#endif
