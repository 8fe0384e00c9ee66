/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences that were found already. */
#include "paths/search_state.h"

bool search_is_known(struct search *search, size_t index, const struct command *command)
{
	bool ret = false;

	for (size_t i = 0; i < search->found.count && !ret; i++) {
		struct search_difference found = search_difference(search, i);
		struct command *other = explorer_command(found.explorer);

		if (i == index || !command_is_alike(other, command))
			continue;
		command_set(other, other->argv[0], found.difference->inputs);
		ret = command_is_same(other, command);
	}
	return ret;
}

bool search_is_found_elsewhere(struct search *search, size_t shape, size_t index)
{
	struct explorer *explorer = search->shapes.items[shape].explorer;
	struct command *command = explorer_command(explorer), copy;
	size_t number;
	bool ret;

	command_set(command, command->argv[0],
		    explorer_differences(explorer, &number)[index].inputs);
	command_copy(command, &copy);
	ret = search_is_known(search, SIZE_MAX, &copy);
	command_deinit(&copy);
	return ret;
}
