/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of commands: bytes, lengths, tokens and lines of their inputs are changed by chance. */
#ifndef PATHS_VARY_H
#define PATHS_VARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "paths/change.h"
#include "paths/command.h"
#include "paths/words.h"

/* Returns what variants of COMMANDS may be made of: their texts, and the constants of CHANGE; NULL: of these none. */
struct words *vary_words(const struct change *change, const struct command *commands,
			 size_t number) RETURNS_NONNULL MUST_CHECK;

/*
 * Each makes a variant of COMMAND in *RET, for command_deinit(); false: none was found, and *RET is as before. STATE is
 * a seed of common/random.h. One place is longer or shorter by some bytes; the text of one place is edited
 * (paths/edit.h); bytes are others (paths/variation.h), some of them those of OTHER if all of its places are as long; one
 * place has what OTHER has there, if that has as many places.
 */
bool vary_length(const struct command *command, uint64_t *state, struct command *ret);
bool vary_text(const struct words *words, const struct command *command, uint64_t *state,
	       struct command *ret);
bool vary_bytes(const struct command *command, const struct command *other, uint64_t *state,
		struct command *ret);
bool vary_place(const struct command *command, const struct command *other, uint64_t *state,
		struct command *ret);

/* One of these. */
bool vary_any(const struct words *words, const struct command *command, const struct command *other,
	      uint64_t *state, struct command *ret);

#endif
