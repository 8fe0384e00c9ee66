/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/lengths.h"

#include <ctype.h>
#include <string.h>

#include "caller/types.h"

/* Words that such names have, in lower case. */
static const char *const parts[] = { "len", "size", "count", "num", "bytes" };
/* Whole names. */
static const char *const names[] = { "n", "nr", "sz", "cnt", "nb", "l", "nbytes" };

static bool is_length(const char *name)
{
	char lower[32] = "";

	for (size_t i = 0; name[i] && i + 1 < sizeof(lower); i++)
		lower[i] = (char)tolower((unsigned char)name[i]);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (strstr(lower, parts[i]))
			return true;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(lower, names[i]) == 0)
			return true;
	}
	return strncmp(lower, "nr_", 3) == 0 || strncmp(lower, "n_", 2) == 0;
}

/* True if PARAMETER leads to elements of which there may be many. */
static bool is_buffer(const struct entry *parameter)
{
	return type_kind_of(parameter) == TYPE_POINTER &&
	       type_pointee(type_peel(parameter->type)) <= POINTEE_NUMBERS;
}

void lengths_guess(const struct entries *entries, const struct entry *function,
		   struct program_options *options)
{
	const struct entry *part = NULL, *before = NULL;

	while ((part = entries_next_part(entries, function, part))) {
		if (part->tag != DEBUG_PARAMETER)
			continue;
		if (before && is_buffer(before) && type_kind_of(part) == TYPE_NUMBER &&
		    is_length(part->name))
			vec_push(&options->lengths, ((struct program_length){ before, part }));
		before = part;
	}
}
