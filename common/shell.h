/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that a POSIX shell reads back as the same words. */
#ifndef COMMON_SHELL_H
#define COMMON_SHELL_H

#include "common/attr.h"
#include "common/strbuf.h"

/* Adds WORD to TEXT, in single quotes where needed. */
void shell_add_word(struct strbuf *text, const char *word);
/* Returns WORD quoted; the caller frees. */
char *shell_quote(const char *word) RETURNS_NONNULL MUST_CHECK;
/*
 * As shell_quote(), for commands that are shown: a control character is written as an escape, such as
 * the newline of $'a\nb'. POSIX has such quotes since 2024, bash and zsh for longer.
 */
char *shell_quote_visible(const char *word) RETURNS_NONNULL MUST_CHECK;
/* Returns the words of ARGV, quoted and separated by blanks; the caller frees. */
char *shell_quote_argv(char *const *argv) RETURNS_NONNULL MUST_CHECK;
/*
 * Returns a line that can be pasted: cd DIR && env VAR=VALUE … ARGV. DIRECTORY and ENV may be NULL.
 * The caller frees.
 */
char *shell_command(const char *directory, char *const *env,
		    char *const *argv) RETURNS_NONNULL MUST_CHECK;

#endif
