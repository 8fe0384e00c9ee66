/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cmd/gen_kill.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* Adds COMMAND with ARGUMENTS in place of its own, those of KEPT kept, and nothing in its first NR_EMPTY files. */
static void add(struct gen_kill_shapes *shapes, const struct command *command, const char *name,
		char *const *arguments, const bool *kept, size_t nr_empty)
{
	_cleanup_free_ struct command_file *files = xcalloc(command->nr_files, sizeof(*files));
	struct gen_kill_test test = { 0 };

	memcpy(files, command->files, command->nr_files * sizeof(*files));
	for (size_t i = 0; i < nr_empty; i++)
		files[i].size = 0;
	command_init(&test.command, arguments, kept, files, command->nr_files);
	test.command.argv[0] = (char *)name;
	for (size_t i = 0; i < command->nr_variables; i++)
		command_add_variable(&test.command, command->variables[i].name,
				     command->variables[i].value);
	vec_push(&shapes->items, test);
}

void gen_kill_shapes_add(struct gen_kill_shapes *shapes, const struct command *command,
			 const char *name)
{
	size_t number = strv_count(command->argv + 1);
	_cleanup_free_ char **arguments = xcalloc(number + 2, sizeof(*arguments));
	_cleanup_free_ bool *kept = xcalloc(number + 2, sizeof(*kept));

	memcpy(arguments, command->argv + 1, number * sizeof(*arguments));
	memcpy(kept, command->kept + 1, number * sizeof(*kept));
	if (command->nr_inputs > command->nr_arguments)
		add(shapes, command, name, arguments, kept, command->nr_files);
	if (!number) {
		arguments[0] = (char *)"1";
		add(shapes, command, name, arguments, kept, 0);
	} else {
		arguments[number] = arguments[number - 1];
		add(shapes, command, name, arguments, kept, 0);
		arguments[number] = NULL;
		arguments[number - 1] = NULL;
		add(shapes, command, name, arguments, kept, 0);
	}
	if (number > 1) {
		arguments[0] = NULL;
		add(shapes, command, name, arguments, kept, 0);
	}
}
