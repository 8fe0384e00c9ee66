/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_words.h"

#include <string.h>

#include "cmd/cmd.h"

gen_print_fn *gen_words_format(struct argp_state *state, const char *name)
{
	if (strcmp(name, "json") == 0)
		return gen_print_json;
	if (strcmp(name, "text") != 0)
		cmd_usage(state, "unknown format '%s': text or json", name);
	return gen_print_text;
}

enum agenda_order gen_words_order(struct argp_state *state, const char *name)
{
	static const char *const names[] = {
		[AGENDA_NEAR] = "near", [AGENDA_FIRST] = "first", [AGENDA_LAST] = "last"
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) == 0)
			return (enum agenda_order)i;
	}
	cmd_usage(state, "unknown order '%s': near, first or last", name);
	return AGENDA_NEAR;
}
