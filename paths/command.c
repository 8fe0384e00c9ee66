/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/command.h"

#include <stdlib.h>
#include <string.h>

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
	size_t number = 0;

	while (arguments[number])
		number++;
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

void command_deinit(struct command *command)
{
	for (char **argument = command->argv + 1; *argument; argument++)
		free(*argument);
	for (size_t i = 0; i < command->nr_files; i++)
		free(command->files[i].bytes);
	free(command->argv);
	free(command->kept);
	free(command->files);
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
