/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that a POSIX shell reads back as the same words. */
#ifndef COMMON_SHELL_H
#define COMMON_SHELL_H

#include "common/attr.h"
#include "common/strbuf.h"

/* Adds WORD, in single quotes where needed, to TEXT. */
void shell_add_word(struct strbuf *text, const char *word);
/* WORD quoted; owned by the caller. */
char *shell_quote(const char *word) RETURNS_NONNULL MUST_CHECK;
/*
 * The same for commands that are shown: what common/visible.h hides is written as in strings of C,
 * $'a\\nb', which POSIX knows since 2024 and bash and zsh for long.
 */
char *shell_quote_visible(const char *word) RETURNS_NONNULL MUST_CHECK;
/* The words of ARGV, quoted, with blanks between; owned by the caller. */
char *shell_quote_argv(char *const *argv) RETURNS_NONNULL MUST_CHECK;
/* Line that can be pasted: cd DIR && env VAR=VALUE … ARGV.  DIR and ENV may be NULL. */
char *shell_command(const char *directory, char *const *env,
		    char *const *argv) RETURNS_NONNULL MUST_CHECK;

#endif
