/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons why functions, or what is in them, were left out, and how often each of them counts. */
#ifndef CMD_GEN_BASE_REASONS_H
#define CMD_GEN_BASE_REASONS_H

#include <stdio.h>

#include "common/vec.h"

struct gen_reason {
	const char *text;
	size_t number;
};

struct gen_reasons {
	VEC(struct gen_reason) items;
};

/* Adds NUMBER to what TEXT, which is borrowed, counts. */
void gen_reasons_note(struct gen_reasons *reasons, const char *text, size_t number);
/* Returns the part of REFUSAL behind the place and name of its FUNCTION, so that it is told once. */
const char *gen_reasons_general(const char *refusal, const char *function);
/* Prints a line for each, behind INDENT. */
void gen_reasons_print(FILE *out, const struct gen_reasons *reasons, const char *indent);
void gen_reasons_deinit(struct gen_reasons *reasons);

#endif
