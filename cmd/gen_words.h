/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of the command line of `remt gen` that choose something. A word that does not ends the program. */
#ifndef CMD_GEN_WORDS_H
#define CMD_GEN_WORDS_H

#include <argp.h>

#include "cmd/gen.h"

/* Returns what prints the format NAME. */
gen_print_fn *gen_words_format(struct argp_state *state, const char *name) RETURNS_NONNULL;

/* Returns the order NAME. */
enum agenda_order gen_words_order(struct argp_state *state, const char *name);

#endif
