/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edits of texts by their tokens and lines: these are replaced, put in, taken out, moved or repeated, with words of a
 * dictionary (token-level fuzzing: Salls, Jindal, Corina, Kruegel and Vigna, USENIX Security 2021). What the text
 * is written in need not be known.
 */
#ifndef PATHS_EDIT_H
#define PATHS_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/strbuf.h"
#include "paths/words.h"

#define EDIT_ANYWHERE SIZE_MAX

/*
 * Puts the SIZE bytes at BYTES with an edit or some into RET, which is empty. STATE is a seed of common/random.h.
 * What comes of it may be the same. Half of the edits are near to the one before, the first one to byte *NEAR or
 * EDIT_ANYWHERE; *NEAR becomes where the last one ended. What a construct needs stands together.
 */
void edit_make(const struct words *words, const char *bytes, size_t size, size_t *near,
	       uint64_t *state, struct strbuf *ret);

#endif
