/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens of texts of any language: names, numbers, runs of blanks, and every other byte for itself. */
#ifndef PATHS_TOKEN_H
#define PATHS_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "common/vec.h"

struct token {
	size_t at, size;
};

/* They follow each other, from the first byte to the last. */
struct tokens {
	VEC(struct token) items;
};

/* Takes the SIZE bytes of TEXT apart; what RET had is gone. */
void tokens_find(const char *text, size_t size, struct tokens *ret);

/* True for a byte of a run of blanks. */
static inline bool token_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

void tokens_deinit(struct tokens *tokens);
#define _cleanup_tokens_ _cleanup_(tokens_deinit)

#endif
