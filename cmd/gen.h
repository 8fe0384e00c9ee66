/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt gen` shows. */
#ifndef CMD_GEN_H
#define CMD_GEN_H

#include "cmd/gen_parting.h"
#include "cmd/gen_tests.h"
#include "paths/explorer.h"

struct gen_view {
	struct explorer *explorer;
	const char *const *names; /* of the two programs, as the user gave them */
	const struct gen_tests *tests;
	struct parting_sources *sources;
	uint64_t nr_shown; /* differences that the text shows at most */
};

/* Draws how far it is, on a terminal. */
void gen_draw_progress(const struct explorer_state *state);

/* Prints the differences, and what can be said of all other inputs. */
void gen_print_text(const struct gen_view *view);
/* The same as one JSON object (doc/FORMATS.md), with all differences. */
void gen_print_json(const struct gen_view *view);

#endif
