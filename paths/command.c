/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/strv.h"
#include "common/xalloc.h"

static void copy_files(struct command *command, const struct command_file *files)
{
	for (size_t i = 0; i < command->nr_files; i++) {
		struct command_file *file = &command->files[i];

		*file = files[i];
		file->bytes = xcalloc(file->size + 1, 1);
		if (file->size)
			memcpy(file->bytes, files[i].bytes, file->size);
		command->nr_inputs += (uint32_t)file->size;
	}
}

void command_init(struct command *command, char *const *arguments, const bool *kept,
		  const struct command_file *files, size_t nr_files)
{
	size_t number = strv_count(arguments);

	*command = (struct command){ .argv = xcalloc(number + 2, sizeof(*command->argv)),
				     .kept = xcalloc(number + 1, sizeof(*command->kept)),
				     .files = xcalloc(nr_files, sizeof(*command->files)),
				     .nr_files = nr_files };
	copy_files(command, files);
	for (size_t i = 0; i < number; i++) {
		command->argv[i + 1] = xstrdup(arguments[i]);
		command->kept[i + 1] = kept && kept[i];
		if (!command->kept[i + 1])
			command->nr_arguments += (uint32_t)strlen(arguments[i]);
	}
	command->nr_inputs += command->nr_arguments;
}

void command_add_variable(struct command *command, const char *name, const char *value)
{
	uint32_t size = (uint32_t)strlen(value);

	command->variables = xreallocarray(command->variables, command->nr_variables + 1,
					   sizeof(*command->variables));
	command->variables[command->nr_variables++] =
		(struct command_variable){ name, xstrdup(value) };
	command->nr_arguments += size;
	command->nr_inputs += size;
}

void command_add_literal(struct command *command, const uint64_t addresses[2], const char *value)
{
	uint32_t size = (uint32_t)strlen(value);

	command->literals = xreallocarray(command->literals, command->nr_literals + 1,
					  sizeof(*command->literals));
	command->literals[command->nr_literals++] =
		(struct command_literal){ { addresses[0], addresses[1] }, xstrdup(value) };
	command->nr_arguments += size;
	command->nr_inputs += size;
}

void command_copy(const struct command *command, struct command *ret)
{
	command_init(ret, command->argv + 1, command->kept + 1, command->files, command->nr_files);
	for (size_t i = 0; i < command->nr_variables; i++)
		command_add_variable(ret, command->variables[i].name, command->variables[i].value);
	for (size_t i = 0; i < command->nr_literals; i++)
		command_add_literal(ret, command->literals[i].addresses,
				    command->literals[i].value);
}

size_t command_nr_places(const struct command *command)
{
	return strv_count(command->argv + 1) + command->nr_variables + command->nr_files;
}

/* A place that has a length of its own. */
struct place {
	unsigned char **bytes; /* NULL: it is kept */
	size_t size;
	size_t *file_size; /* NULL: a text, which a NUL ends */
};

static struct place text_place(char **text)
{
	return (struct place){ (unsigned char **)text, strlen(*text), NULL };
}

static struct place find_place(const struct command *command, size_t place)
{
	size_t nr_arguments = strv_count(command->argv + 1);
	struct command_file *file;

	if (place < nr_arguments && command->kept[place + 1])
		return (struct place){ NULL, 0, NULL };
	if (place < nr_arguments)
		return text_place(&command->argv[place + 1]);
	place -= nr_arguments;
	if (place < command->nr_variables)
		return text_place(&command->variables[place].value);
	file = &command->files[place - command->nr_variables];
	return (struct place){ &file->bytes, file->size, &file->size };
}

/* Notes that PLACE of COMMAND has SIZE bytes now. */
static void set_size(struct command *command, const struct place *place, size_t size)
{
	uint32_t more = (uint32_t)size - (uint32_t)place->size;

	if (place->file_size)
		*place->file_size = size;
	else
		command->nr_arguments += more;
	command->nr_inputs += more;
}

/* Returns SIZE bytes with CHANGE more or fewer, and a NUL behind them; NULL: there are too few. */
static unsigned char *resize(const unsigned char *bytes, size_t size, int change)
{
	size_t end = size && bytes[size - 1] == '\n' ? size - 1 : size;
	size_t less = change < 0 ? (size_t)-change : 0, more = change > 0 ? (size_t)change : 0;
	unsigned char *ret;

	if (less > end)
		return NULL;
	ret = xcalloc(size - less + more + 1, 1);
	memcpy(ret, bytes, end - less);
	memset(ret + end - less, end ? bytes[end - 1] : 'a', more);
	memcpy(ret + end - less + more, bytes + end, size - end);
	return ret;
}

bool command_resize(const struct command *command, size_t place, int change, struct command *ret)
{
	const struct place now = find_place(command, place);
	unsigned char *bytes = now.bytes ? resize(*now.bytes, now.size, change) : NULL;

	if (!bytes)
		return false;
	command_copy(command, ret);
	command_put(ret, place, bytes, (size_t)((int64_t)now.size + change));
	free(bytes);
	return true;
}

bool command_put(struct command *command, size_t place, const void *bytes, size_t size)
{
	const struct place now = find_place(command, place);
	unsigned char *copy;

	if (!now.bytes || (!now.file_size && memchr(bytes, 0, size)))
		return false;
	copy = xcalloc(size + 1, 1);
	if (size)
		memcpy(copy, bytes, size);
	free(*now.bytes);
	*now.bytes = copy;
	set_size(command, &now, size);
	return true;
}

bool command_cut(struct command *command, size_t place, size_t at, size_t count)
{
	const struct place now = find_place(command, place);

	if (!now.bytes || at > now.size || count > now.size - at)
		return false;
	/* The NUL behind the bytes comes along. */
	memmove(*now.bytes + at, *now.bytes + at + count, now.size - at - count + 1);
	set_size(command, &now, now.size - count);
	return true;
}

void command_insert(struct command *command, size_t number, const char *text)
{
	size_t count = strv_count(command->argv + 1);
	size_t at = 1 + (number < count ? number : count), behind = 1 + count - at;

	command->argv = xreallocarray(command->argv, count + 3, sizeof(*command->argv));
	command->kept = xreallocarray(command->kept, count + 2, sizeof(*command->kept));
	memmove(&command->argv[at + 1], &command->argv[at], (behind + 1) * sizeof(*command->argv));
	memmove(&command->kept[at + 1], &command->kept[at], behind * sizeof(*command->kept));
	command->argv[at] = xstrdup(text);
	command->kept[at] = false;
	command->nr_arguments += (uint32_t)strlen(text);
	command->nr_inputs += (uint32_t)strlen(text);
}

bool command_insert_file(struct command *command, size_t number, const struct command_file *file)
{
	size_t at = 1 + number, count = strv_count(command->argv + 1);
	struct command_file *copy;

	for (size_t i = 1; i < command->nr_files; i++) {
		if (strcmp(command->files[i].name, file->name) == 0)
			return false;
	}
	command_insert(command, number, file->name);
	at = at < 1 + count ? at : 1 + count;
	command->kept[at] = true;
	command->nr_arguments -= (uint32_t)strlen(file->name);
	command->files =
		xreallocarray(command->files, command->nr_files + 1, sizeof(*command->files));
	copy = &command->files[command->nr_files++];
	*copy = *file;
	copy->bytes = xcalloc(file->size + 1, 1);
	memcpy(copy->bytes, file->bytes, file->size);
	command->nr_inputs += (uint32_t)file->size - (uint32_t)strlen(file->name);
	return true;
}

bool command_remove(struct command *command, size_t number)
{
	size_t count = strv_count(command->argv + 1), at = 1 + number;
	uint32_t size;

	if (number >= count || command->kept[at])
		return false;
	size = (uint32_t)strlen(command->argv[at]);
	free(command->argv[at]);
	memmove(&command->argv[at], &command->argv[at + 1],
		(count - number) * sizeof(*command->argv));
	memmove(&command->kept[at], &command->kept[at + 1],
		(count - number - 1) * sizeof(*command->kept));
	command->nr_arguments -= size;
	command->nr_inputs -= size;
	return true;
}

size_t command_size(const struct command *command, size_t place)
{
	return find_place(command, place).size;
}

const unsigned char *command_bytes(const struct command *command, size_t place)
{
	const struct place now = find_place(command, place);

	return now.bytes ? *now.bytes : NULL;
}

static bool is_argument_alike(const struct command *a, const struct command *b, size_t i)
{
	if (a->kept[i] != b->kept[i])
		return false;
	return a->kept[i] ? strcmp(a->argv[i], b->argv[i]) == 0
			  : strlen(a->argv[i]) == strlen(b->argv[i]);
}

static bool is_variable_alike(const struct command_variable *a, const struct command_variable *b)
{
	return strlen(a->value) == strlen(b->value) && strcmp(a->name, b->name) == 0;
}

static bool is_literal_alike(const struct command_literal *a, const struct command_literal *b)
{
	return strlen(a->value) == strlen(b->value) && a->addresses[0] == b->addresses[0] &&
	       a->addresses[1] == b->addresses[1];
}

static bool is_file_alike(const struct command_file *a, const struct command_file *b)
{
	return a->size == b->size &&
	       (a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0));
}

bool command_is_alike(const struct command *a, const struct command *b)
{
	bool ret = strv_count(a->argv + 1) == strv_count(b->argv + 1) &&
		   a->nr_files == b->nr_files && a->nr_variables == b->nr_variables &&
		   a->nr_literals == b->nr_literals;

	for (size_t i = 1; ret && a->argv[i]; i++)
		ret = is_argument_alike(a, b, i);
	for (size_t i = 0; ret && i < a->nr_variables; i++)
		ret = is_variable_alike(&a->variables[i], &b->variables[i]);
	for (size_t i = 0; ret && i < a->nr_literals; i++)
		ret = is_literal_alike(&a->literals[i], &b->literals[i]);
	for (size_t i = 0; ret && i < a->nr_files; i++)
		ret = is_file_alike(&a->files[i], &b->files[i]);
	return ret;
}

bool command_is_same(const struct command *a, const struct command *b)
{
	bool ret = command_is_alike(a, b);

	for (size_t i = 1; ret && a->argv[i]; i++)
		ret = strcmp(a->argv[i], b->argv[i]) == 0;
	for (size_t i = 0; ret && i < a->nr_variables; i++)
		ret = strcmp(a->variables[i].value, b->variables[i].value) == 0;
	for (size_t i = 0; ret && i < a->nr_literals; i++)
		ret = strcmp(a->literals[i].value, b->literals[i].value) == 0;
	for (size_t i = 0; ret && i < a->nr_files; i++)
		ret = memcmp(a->files[i].bytes, b->files[i].bytes, a->files[i].size) == 0;
	return ret;
}

void command_deinit(struct command *command)
{
	for (char **argument = command->argv + 1; *argument; argument++)
		free(*argument);
	for (size_t i = 0; i < command->nr_files; i++)
		free(command->files[i].bytes);
	for (size_t i = 0; i < command->nr_variables; i++)
		free(command->variables[i].value);
	for (size_t i = 0; i < command->nr_literals; i++)
		free(command->literals[i].value);
	free(command->argv);
	free(command->kept);
	free(command->files);
	free(command->variables);
	free(command->literals);
}

/* Calls COPY for the places of the inputs, with the number of the first one of each. */
static void each_place(const struct command *command, unsigned char *inputs,
		       void (*copy)(void *place, unsigned char *inputs, size_t size))
{
	for (size_t i = 1; command->argv[i]; i++) {
		size_t length = command->kept[i] ? 0 : strlen(command->argv[i]);

		copy(command->argv[i], inputs, length);
		inputs += length;
	}
	for (size_t i = 0; i < command->nr_variables; i++) {
		size_t length = strlen(command->variables[i].value);

		copy(command->variables[i].value, inputs, length);
		inputs += length;
	}
	for (size_t i = 0; i < command->nr_literals; i++) {
		size_t length = strlen(command->literals[i].value);

		copy(command->literals[i].value, inputs, length);
		inputs += length;
	}
	for (size_t i = 0; i < command->nr_files; i++) {
		copy(command->files[i].bytes, inputs, command->files[i].size);
		inputs += command->files[i].size;
	}
}

static void copy_in(void *place, unsigned char *inputs, size_t size)
{
	memcpy(place, inputs, size);
}

static void copy_out(void *place, unsigned char *inputs, size_t size)
{
	memcpy(inputs, place, size);
}

void command_set(struct command *command, const char *name, const unsigned char *inputs)
{
	command->argv[0] = (char *)name;
	each_place(command, (unsigned char *)inputs, copy_in);
}

void command_inputs(const struct command *command, unsigned char *ret)
{
	each_place(command, ret, copy_out);
}

void command_tell_kept(const struct command *command, struct strbuf *ret)
{
	for (size_t i = 1; command->argv[i]; i++) {
		if (command->kept[i])
			strbuf_addf(ret, " %zu", i);
	}
}

void command_tell_variables(const struct command *command, struct strbuf *ret)
{
	for (size_t i = 0; i < command->nr_variables; i++)
		strbuf_addf(ret, " %s=%zu", command->variables[i].name,
			    strlen(command->variables[i].value));
}

void command_tell_literals(const struct command *command, unsigned version, struct strbuf *ret)
{
	for (size_t i = 0; i < command->nr_literals; i++)
		strbuf_addf(ret, " %" PRIx64 "=%zu", command->literals[i].addresses[version],
			    strlen(command->literals[i].value));
}

void command_tell_files(const struct command *command, struct strbuf *ret)
{
	for (size_t i = 1; i < command->nr_files; i++)
		strbuf_addf(ret, "%s\n", command->files[i].name);
}
