/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/print.h"
#include "common/shell.h"
#include "common/signals.h"

void gen_words_end(struct strbuf *text, const struct trial_result *result)
{
	char name[SIGNALS_NAME_SIZE];

	if (result->is_late)
		strbuf_adds(text, "does not end in time");
	else if (WIFSIGNALED(result->status))
		print_add(text, "is ended by %s", signals_name(WTERMSIG(result->status), name));
	else
		strbuf_addf(text, "exits with %d", WEXITSTATUS(result->status));
}

const char *gen_words_limit(const struct strbuf *old, const struct strbuf *new)
{
	if (old->length < TRIAL_MAX_OUTPUT && new->length < TRIAL_MAX_OUTPUT)
		return NULL;
	return "what is behind the first MiB of an output is not compared";
}

/* Adds SIZE bytes as a format for the shell's printf. */
static void add_format(struct strbuf *text, const unsigned char *bytes, size_t size)
{
	strbuf_addc(text, '\'');
	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == '\n')
			strbuf_adds(text, "\\n");
		else if (bytes[i] == '%')
			strbuf_adds(text, "%%");
		else if (bytes[i] == '\\')
			strbuf_adds(text, "\\\\");
		else if ((i == 0 && bytes[i] == '-') || bytes[i] < ' ' || bytes[i] > '~' ||
			 bytes[i] == '\'')
			strbuf_addf(text, "\\%03o", bytes[i]);
		else
			strbuf_addc(text, (char)bytes[i]);
	}
	strbuf_addc(text, '\'');
}

void gen_words_file(struct strbuf *text, const struct command_file *file)
{
	_cleanup_free_ char *name = shell_quote_visible(file->name);

	strbuf_adds(text, "printf ");
	add_format(text, file->bytes, file->size);
	print_add(text, " >%s", name);
}

/* Adds what sets the variables for a command of the shell. */
static void add_variables(struct strbuf *text, const struct command *command)
{
	for (size_t i = 0; i < command->nr_variables; i++) {
		_cleanup_free_ char *value = shell_quote_visible(command->variables[i].value);

		print_add(text, "%s=%s ", command->variables[i].name, value);
	}
}

void gen_words_command(struct strbuf *text, const struct command *command, const char *program)
{
	const struct command_file *input = &command->files[0];
	_cleanup_free_ char *name = shell_quote_visible(program);

	if (input->size) {
		strbuf_adds(text, "printf ");
		add_format(text, input->bytes, input->size);
		strbuf_adds(text, " | ");
	}
	add_variables(text, command);
	print_add(text, "%s", name);
	for (char **argument = command->argv + 1; *argument; argument++) {
		_cleanup_free_ char *word = shell_quote_visible(*argument);

		print_add(text, " %s", word);
	}
}
