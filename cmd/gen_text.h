/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt gen` shows. */
#ifndef CMD_GEN_TEXT_H
#define CMD_GEN_TEXT_H

#include "paths/explorer.h"

/* Draws how far it is, on a terminal. */
void gen_text_progress(const struct explorer_state *state);

/*
 * Prints the differences, NR_SHOWN of them, and what can be said of all other inputs. PROGRAMS as the user
 * named them.
 */
void gen_text_differences(struct explorer *explorer, const char *const programs[2],
			  uint64_t nr_shown);

#endif
