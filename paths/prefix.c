/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/prefix.h"

#include "common/xalloc.h"

uint32_t prefixes_add(struct prefixes *prefixes, uint32_t before, uint32_t term)
{
	vec_push(&prefixes->items, ((struct prefix){ before, term }));
	return (uint32_t)prefixes->items.count;
}

struct prefix prefixes_last(const struct prefixes *prefixes, uint32_t prefix)
{
	return prefixes->items.items[prefix - 1];
}

uint32_t *prefixes_get(const struct prefixes *prefixes, uint32_t prefix, size_t spare,
		       size_t *number)
{
	uint32_t *conditions;
	size_t count = 0;

	for (uint32_t at = prefix; at; at = prefixes_last(prefixes, at).before)
		count++;
	*number = count;
	conditions = xcalloc(spare + count + 1, sizeof(*conditions));
	for (uint32_t at = prefix; at; at = prefixes_last(prefixes, at).before)
		conditions[spare + --count] = prefixes_last(prefixes, at).term;
	return conditions;
}

void prefixes_deinit(struct prefixes *prefixes)
{
	vec_deinit(&prefixes->items);
}
