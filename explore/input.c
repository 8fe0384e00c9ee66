/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/input.h"

#include "explore/path.h"
#include "explore/shadow_memory.h"

void input_arguments(char **argv)
{
	uint32_t index = 0;

	for (char **string = argv + 1; argv[0] && *string; string++) {
		for (char *at = *string; *at && index < path_nr_inputs(); at++)
			shadow_store(at, 1, path_input(index++), (unsigned char)*at);
	}
}
