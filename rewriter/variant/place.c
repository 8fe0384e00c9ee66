/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/variant/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/path.h"
#include "common/xalloc.h"

/* Reads a number that must be all of TEXT. False: it is none. */
static bool read_number(const char *text, int base, uint64_t *ret)
{
	char *end;

	errno = 0;
	*ret = strtoull(text, &end, base);
	return text[0] >= '0' && text[0] <= '9' && !*end && !errno;
}

/* Cuts ":NUMBER" off the end of NAME and returns the number; 0: there is none. */
static uint32_t cut_number(char *name)
{
	char *colon = strrchr(name, ':');
	uint64_t number;

	if (!colon || !read_number(colon + 1, 10, &number) || !number || number > UINT32_MAX)
		return 0;
	*colon = '\0';
	return (uint32_t)number;
}

void place_parse(const char *text, struct place *ret)
{
	uint64_t number;
	uint32_t last;

	*ret = (struct place){ .address = MACHINE_NOWHERE };
	if (strncmp(text, "0x", 2) == 0 && read_number(text, 16, &number)) {
		ret->address = number;
		return;
	}
	ret->name = xstrdup(text);
	last = cut_number(ret->name);
	ret->line = last ? cut_number(ret->name) : 0;
	if (ret->line)
		ret->column = last;
	else
		ret->line = last;
}

void place_deinit(struct place *place)
{
	free(place->name);
}

bool place_has(const struct place *place, const struct binary *binary, const struct lines *lines,
	       const struct variant *variant)
{
	struct line line;

	if (place->address != MACHINE_NOWHERE)
		return variant->instruction.address == place->address;
	if (!place->line)
		return strcmp(binary->functions.items[variant->function].name, place->name) == 0;
	return lines_find(lines, binary_section(binary, variant->function),
			  variant->instruction.address, &line) &&
	       line.number == place->line && (!place->column || line.column == place->column) &&
	       (strcmp(line.file, place->name) == 0 || path_ends_in(line.file, place->name));
}
