/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt gen --functions` found, for people. */
#ifndef CMD_GEN_FUNCTIONS_TEXT_H
#define CMD_GEN_FUNCTIONS_TEXT_H

#include <stdio.h>

#include "cmd/gen/function/list.h"

/* Prints what was found of ITEM. */
void gen_functions_print_item(const struct gen_functions *functions,
			      const struct gen_functions_item *item, FILE *out);
/* Prints what was found of each unit. */
void gen_functions_print_sum(const struct gen_functions *functions, FILE *out);
/* Adds it in one sentence. */
void gen_functions_sum(struct strbuf *text, const struct gen_functions *functions);

#endif
