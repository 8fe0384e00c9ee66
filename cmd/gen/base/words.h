/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said of commands and runs in the same words wherever `remt gen` tells of them. Text from outside is escaped as
 * common/visible.h describes.
 */
#ifndef CMD_GEN_BASE_WORDS_H
#define CMD_GEN_BASE_WORDS_H

#include "common/strbuf.h"
#include "paths/command.h"
#include "paths/trial.h"

/* Adds how a run ended: "exits with 3". */
void gen_words_end(struct strbuf *text, const struct trial_result *result);

/* Says that outputs are compared up to a limit, if OLD or NEW, of what was printed, came there; else NULL. */
const char *gen_words_limit(const struct strbuf *old, const struct strbuf *new);

/* Adds the line for the shell that runs PROGRAM with the inputs of COMMAND, without the line's end. */
void gen_words_command(struct strbuf *text, const struct command *command, const char *program);

/* Adds the line for the shell that writes FILE, likewise. */
void gen_words_file(struct strbuf *text, const struct command_file *file);

#endif
