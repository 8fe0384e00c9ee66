/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the JSON of two versions and that of mutants have in common; new references. */
#ifndef CMD_GEN_BASE_JSON_H
#define CMD_GEN_BASE_JSON_H

#include <jansson.h>

#include "common/attr.h"
#include "paths/command.h"
#include "paths/trial.h"

json_t *gen_json_text(const char *text) RETURNS_NONNULL MUST_CHECK;
/* What a run did. */
json_t *gen_json_result(const struct trial_result *result) RETURNS_NONNULL MUST_CHECK;
/* Adds arguments, variables, standard input and files. */
void gen_json_add_command(json_t *object, const struct command *command);

#endif
