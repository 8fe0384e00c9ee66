/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mutants that sequences of calls kill (caller/sequence.h). For each unit that is compiled, sequences grow by chance from
 * those that did nothing undefined: a call more, with what earlier ones returned. What is killed so needs no other search.
 */
#ifndef CMD_GEN_FUNCTIONS_SEQUENCES_H
#define CMD_GEN_FUNCTIONS_SEQUENCES_H

#include "cmd/gen/function/list.h"

/* Gives the items of FUNCTIONS the sequences that kill their mutants. That nothing can be compiled is no error. */
struct error *gen_sequences(struct gen_functions *functions) MUST_CHECK;
/* Makes those of ITEM tests of RUN, whose mutants they kill. */
void gen_sequences_take(struct gen_functions_item *item, struct gen_function_run *run);

#endif
