/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The string literals of test code that are inputs of the search of `remt gen` (--literals). */
#ifndef CMD_GEN_INPUT_LITERALS_H
#define CMD_GEN_INPUT_LITERALS_H

#include "common/error.h"
#include "common/strbuf.h"
#include "common/vec.h"
#include "ir/literal.h"
#include "paths/command.h"

/* A literal that both versions have. */
struct gen_literal {
	const struct ir_literal *place; /* in the new version */
	uint64_t addresses[2];
};

/* Zero bytes are none. The n-th one is the n-th literal of each command. */
struct gen_literals {
	VEC(struct gen_literal) items;
	struct ir_literals sides[2]; /* of the whole programs */
	size_t nr_alone;	     /* that one version alone has, which stay */
	size_t nr_shared;	     /* that several units have, which stay */
};

/*
 * Finds the literals that WORDS name, NUMBER of FILE or FILE:FUNCTION. Literals of the two versions belong to each other
 * if their functions and texts are the same, and so is their order among those. ERROR_UNUSABLE: a
 * program can't be read, or has none of a word; NAMES are those of the programs for the user.
 */
struct error *gen_literals_find(const char *const *words, size_t number,
				const char *const programs[2], const char *const names[2],
				struct gen_literals *ret) MUST_CHECK;
void gen_literals_deinit(struct gen_literals *literals);

/* Adds the literals to COMMAND, as they are in the source. */
void gen_literals_add(const struct gen_literals *literals, struct command *command);

/* Adds what COMMAND makes of the literal INDEX, in one line without its end; false: that stays. */
bool gen_literals_tell(const struct gen_literals *literals, const struct command *command,
		       size_t index, struct strbuf *text);

#endif
