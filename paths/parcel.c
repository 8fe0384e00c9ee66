/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers come as they lie in memory: both processes are one program. */
#include "paths/parcel.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* No command has more of anything; a number beyond that is none. */
#define MOST ((uint64_t)1 << 24)

void parcel_add_text(struct strbuf *parcel, const char *text)
{
	strbuf_add(parcel, text, strlen(text) + 1);
}

const char *parcel_take_text(struct parcel *parcel)
{
	const char *text = parcel->at;
	const char *end = memchr(text, '\0', (size_t)(parcel->end - text));

	if (!end)
		return NULL;
	parcel->at = end + 1;
	return text;
}

void parcel_add_number(struct strbuf *parcel, uint64_t number)
{
	strbuf_add(parcel, &number, sizeof(number));
}

/* Returns SIZE bytes; NULL: there are fewer. */
static const void *take_bytes(struct parcel *parcel, size_t size)
{
	const void *bytes = parcel->at;

	if ((size_t)(parcel->end - parcel->at) < size)
		return NULL;
	parcel->at += size;
	return bytes;
}

bool parcel_take_number(struct parcel *parcel, uint64_t *ret)
{
	const void *bytes = take_bytes(parcel, sizeof(*ret));

	if (bytes)
		memcpy(ret, bytes, sizeof(*ret));
	return bytes != NULL;
}

void parcel_add_bytes(struct strbuf *parcel, const void *bytes, size_t size)
{
	parcel_add_number(parcel, size);
	strbuf_add(parcel, bytes, size);
}

const void *parcel_take_bytes(struct parcel *parcel, size_t *size)
{
	uint64_t number;

	if (!parcel_take_number(parcel, &number))
		return NULL;
	*size = number;
	return take_bytes(parcel, number);
}

/* Takes how many of something there are. */
static bool take_count(struct parcel *parcel, uint64_t *ret)
{
	return parcel_take_number(parcel, ret) && *ret < MOST;
}

void parcel_add(struct strbuf *parcel, const struct command *command)
{
	size_t nr_arguments = strv_count(command->argv + 1);

	parcel_add_number(parcel, nr_arguments);
	/* A command may have no name for itself yet. */
	parcel_add_text(parcel, command->argv[0] ? command->argv[0] : "");
	for (size_t i = 1; i <= nr_arguments; i++)
		parcel_add_text(parcel, command->argv[i]);
	strbuf_add(parcel, command->kept + 1, nr_arguments * sizeof(*command->kept));
	parcel_add_number(parcel, command->nr_files);
	for (size_t i = 0; i < command->nr_files; i++) {
		const struct command_file *file = &command->files[i];

		parcel_add_text(parcel, i ? file->name : "");
		parcel_add_bytes(parcel, file->bytes, file->size);
	}
	parcel_add_number(parcel, command->nr_variables);
	for (size_t i = 0; i < command->nr_variables; i++) {
		parcel_add_text(parcel, command->variables[i].name);
		parcel_add_text(parcel, command->variables[i].value);
	}
	parcel_add_number(parcel, command->nr_literals);
	for (size_t i = 0; i < command->nr_literals; i++) {
		parcel_add_number(parcel, command->literals[i].addresses[0]);
		parcel_add_number(parcel, command->literals[i].addresses[1]);
		parcel_add_text(parcel, command->literals[i].value);
	}
}

/* Takes NUMBER texts into a list that the caller frees; NULL: there are fewer. */
static char **take_texts(struct parcel *parcel, uint64_t number)
{
	char **texts = xcalloc(number + 1, sizeof(*texts));

	for (uint64_t i = 0; i < number; i++) {
		texts[i] = (char *)parcel_take_text(parcel);
		if (!texts[i]) {
			free(texts);
			return NULL;
		}
	}
	return texts;
}

/* Takes a file; its bytes lie within the parcel. */
static bool take_file(struct parcel *parcel, struct command_file *ret)
{
	ret->name = parcel_take_text(parcel);
	if (!ret->name)
		return false;
	ret->bytes = (unsigned char *)parcel_take_bytes(parcel, &ret->size);
	return ret->bytes != NULL;
}

/* Takes files into a list that the caller frees; NULL: they make no sense. */
static struct command_file *take_files(struct parcel *parcel, uint64_t *number)
{
	struct command_file *files;
	bool done = take_count(parcel, number) && *number;

	files = done ? xcalloc(*number, sizeof(*files)) : NULL;
	for (uint64_t i = 0; done && i < *number; i++)
		done = take_file(parcel, &files[i]);
	if (!done) {
		free(files);
		return NULL;
	}
	files[0].name = NULL;
	return files;
}

static bool take_variables(struct parcel *parcel, struct command *command)
{
	uint64_t number;

	if (!take_count(parcel, &number))
		return false;
	for (uint64_t i = 0; i < number; i++) {
		const char *name = parcel_take_text(parcel);
		const char *value = name ? parcel_take_text(parcel) : NULL;

		if (!value)
			return false;
		command_add_variable(command, name, value);
	}
	return true;
}

static bool take_literals(struct parcel *parcel, struct command *command)
{
	uint64_t number;

	if (!take_count(parcel, &number))
		return false;
	for (uint64_t i = 0; i < number; i++) {
		uint64_t addresses[2];
		const char *value = NULL;

		if (parcel_take_number(parcel, &addresses[0]) &&
		    parcel_take_number(parcel, &addresses[1]))
			value = parcel_take_text(parcel);
		if (!value)
			return false;
		command_add_literal(command, addresses, value);
	}
	return true;
}

bool parcel_take(struct parcel *parcel, struct command *ret)
{
	_cleanup_free_ struct command_file *files = NULL;
	_cleanup_free_ char **arguments = NULL;
	uint64_t nr_arguments, nr_files;
	const bool *kept;

	if (!take_count(parcel, &nr_arguments))
		return false;
	arguments = take_texts(parcel, nr_arguments + 1);
	kept = arguments ? take_bytes(parcel, nr_arguments * sizeof(*kept)) : NULL;
	files = kept ? take_files(parcel, &nr_files) : NULL;
	if (!files)
		return false;
	command_init(ret, arguments + 1, kept, files, nr_files);
	ret->argv[0] = arguments[0];
	if (take_variables(parcel, ret) && take_literals(parcel, ret))
		return true;
	command_deinit(ret);
	return false;
}
