/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cmd/gen/kill/kill.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum { MORE = 2 /* arguments that a shape has at most beside those of the command */ };

/* A shape in work: the command, with other arguments. */
struct shape {
	struct gen_kill_shapes *shapes;
	const struct command *command;
	const char *name;
	char **arguments; /* NUMBER of them, and room for MORE and a NULL */
	bool *kept;
	size_t number;
};

/* Adds the shape with nothing in its first NR_EMPTY files, and with EXTRA, if that is not NULL. */
static void add(const struct shape *shape, size_t nr_empty, const struct command_file *extra)
{
	const struct command *command = shape->command;
	size_t number = command->nr_files;
	_cleanup_free_ struct command_file *files = xcalloc(number + 1, sizeof(*files));
	struct gen_kill_test test = { 0 };

	memcpy(files, command->files, number * sizeof(*files));
	for (size_t i = 0; i < nr_empty; i++)
		files[i].size = 0;
	if (extra)
		files[number++] = *extra;
	command_init(&test.command, shape->arguments, shape->kept, files, number);
	test.command.argv[0] = (char *)shape->name;
	for (size_t i = 0; i < command->nr_variables; i++)
		command_add_variable(&test.command, command->variables[i].name,
				     command->variables[i].value);
	vec_push(&shape->shapes->items, test);
}

/* Adds shapes with other numbers of arguments. */
static void add_numbers(const struct shape *shape)
{
	char **arguments = shape->arguments;
	size_t number = shape->number;
	char *first = arguments[0], *last = number ? arguments[number - 1] : (char *)"1";

	for (size_t i = 0; i < MORE; i++) {
		arguments[number + i] = last;
		add(shape, 0, NULL);
	}
	memset(arguments + number, 0, MORE * sizeof(*arguments));
	if (!number)
		return;
	arguments[number - 1] = NULL;
	add(shape, 0, NULL);
	arguments[number - 1] = last;
	if (number < 2)
		return;
	arguments[0] = NULL;
	add(shape, 0, NULL);
	arguments[0] = first;
}

/* True if ARGUMENT names a file of the command. */
static bool is_file(const struct command *command, const char *argument)
{
	for (size_t i = 1; i < command->nr_files; i++) {
		if (strcmp(command->files[i].name, argument) == 0)
			return true;
	}
	return false;
}

/* Adds shapes in which an argument that names a file names none, and a directory, which can't be read. */
static void add_names(const struct shape *shape)
{
	static const char *const names[] = { "missing", "." };

	for (size_t i = 0; i < shape->number; i++) {
		char *before = shape->arguments[i];

		for (size_t k = 0; is_file(shape->command, before) && k < 2; k++) {
			shape->arguments[i] = (char *)names[k];
			add(shape, 0, NULL);
		}
		shape->arguments[i] = before;
	}
}

/* Adds shapes in which the one argument names a file with what standard input has, and a directory. */
static void add_file(const struct shape *shape)
{
	struct command_file file = shape->command->files[0];

	file.name = "input";
	shape->kept[0] = true;
	shape->arguments[0] = (char *)file.name;
	add(shape, 0, &file);
	shape->arguments[0] = (char *)".";
	add(shape, 0, NULL);
	shape->arguments[0] = NULL;
	shape->kept[0] = false;
}

void gen_kill_shapes_add(struct gen_kill_shapes *shapes, const struct command *command,
			 const char *name)
{
	size_t number = strv_count(command->argv + 1);
	_cleanup_free_ char **arguments = xcalloc(number + MORE + 1, sizeof(*arguments));
	_cleanup_free_ bool *kept = xcalloc(number + MORE + 1, sizeof(*kept));
	struct shape shape = { shapes, command, name, arguments, kept, number };

	memcpy(arguments, command->argv + 1, number * sizeof(*arguments));
	memcpy(kept, command->kept + 1, number * sizeof(*kept));
	if (command->nr_inputs > command->nr_arguments)
		add(&shape, command->nr_files, NULL);
	add_numbers(&shape);
	add_names(&shape);
	if (!number)
		add_file(&shape);
}

void gen_kill_shapes_deinit(struct gen_kill_shapes *shapes)
{
	for (size_t i = 0; i < shapes->items.count; i++)
		gen_kill_test_deinit(&shapes->items.items[i]);
	vec_deinit(&shapes->items);
}
