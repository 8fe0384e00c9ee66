/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions from a character to a number, as tables. */
#include "explore/model_state.h"

#include "common/strv.h"
#include "explore/shadow_table.h"

/* Applies the function to each value of the input byte that its argument is made of. */
static uint32_t model_character(struct frame *frame, const struct call_site *site)
{
	uint32_t term = shadow_of(frame, site->arguments[0].slot);
	uint32_t result;

	if (!term)
		return 0;
	result = shadow_table_of(term, (int (*)(int))site->address);
	if (!result)
		shadow_pin(frame, site->arguments[0].slot);
	return result ? term_extend(&path_terms, result, 64, true) : 0;
}

const struct model *model_of_character(const char *name)
{
	static const char *const names[] = { "isalnum", "isalpha",  "isblank", "iscntrl", "isdigit",
					     "isgraph", "islower",  "isprint", "ispunct", "isspace",
					     "isupper", "isxdigit", "tolower", "toupper", NULL };
	static const struct model model = { "", 1, model_character, NULL };

	return strv_contains((char *const *)names, name) ? &model : NULL;
}
