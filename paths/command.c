/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/command.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

void command_init(struct command *command, char *const *arguments, const void *input, size_t size)
{
	size_t number = 0;

	while (arguments[number])
		number++;
	*command = (struct command){ .argv = xcalloc(number + 2, sizeof(*command->argv)),
				     .input = xcalloc(size + 1, 1),
				     .input_size = size };
	for (size_t i = 0; i < number; i++) {
		command->argv[i + 1] = xstrdup(arguments[i]);
		command->nr_arguments += (uint32_t)strlen(arguments[i]);
	}
	if (size)
		memcpy(command->input, input, size);
	command->nr_inputs = command->nr_arguments + (uint32_t)size;
}

void command_deinit(struct command *command)
{
	for (char **argument = command->argv + 1; *argument; argument++)
		free(*argument);
	free(command->argv);
	free(command->input);
}

void command_set(struct command *command, const char *name, const unsigned char *inputs)
{
	command->argv[0] = (char *)name;
	for (char **argument = command->argv + 1; *argument; argument++) {
		size_t length = strlen(*argument);

		memcpy(*argument, inputs, length);
		inputs += length;
	}
	memcpy(command->input, inputs, command->input_size);
}

void command_inputs(const struct command *command, unsigned char *ret)
{
	for (char **argument = command->argv + 1; *argument; argument++) {
		size_t length = strlen(*argument);

		memcpy(ret, *argument, length);
		ret += length;
	}
	memcpy(ret, command->input, command->input_size);
}
