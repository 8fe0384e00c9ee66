/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt gen --functions` found, as one JSON object (doc/FORMATS.md). */
#ifndef CMD_GEN_FUNCTIONS_JSON_H
#define CMD_GEN_FUNCTIONS_JSON_H

#include <stdio.h>

#include "cmd/gen/function/list.h"

/* Prints all as one JSON object (doc/FORMATS.md). */
void gen_functions_print_json(const struct gen_functions *functions, FILE *out);
/* Returns "killed", "passed", "none", "undefined", "unset", "unknown" or "untried". */
const char *gen_functions_verdict_name(enum gen_function_verdict verdict);

#endif
