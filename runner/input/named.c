/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/input/named.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"

void named_add_row(struct strbuf *content, const struct named_row *row)
{
	strbuf_addf(content, "%u %016" PRIx64 " %s", row->use, row->state, row->path);
	strbuf_add(content, "", 1);
}

bool named_next(const char **at, const char *end, struct named_row *ret)
{
	size_t length = strnlen(*at, (size_t)(end - *at));
	int path = 0;

	if (*at + length >= end ||
	    sscanf(*at, "%u %16" SCNx64 " %n", &ret->use, &ret->state, &path) != 2 || !path ||
	    (*at)[path] != '/')
		return false;
	ret->path = *at + path;
	*at += length + 1;
	return true;
}

bool named_is_whole(const char *content, size_t size)
{
	const char *at = content, *end = content + size;
	struct named_row row;

	while (named_next(&at, end, &row))
		;
	return at == end;
}

struct named_set *named_sets_find(const struct named_sets *sets, uint64_t hash)
{
	uint32_t index = slots_find(&sets->by_hash, hash);

	return index == SLOTS_NONE ? NULL : &sets->sets.items[index];
}

uint64_t named_sets_add(struct named_sets *sets, char *content, size_t size)
{
	uint64_t hash = hash_bytes(content, size);

	hash += !hash;
	if (named_sets_find(sets, hash)) {
		free(content);
		return hash;
	}
	slots_add(&sets->by_hash, hash, (uint32_t)sets->sets.count);
	vec_push(&sets->sets, ((struct named_set){ hash, content, size, false }));
	return hash;
}

void named_sets_deinit(struct named_sets *sets)
{
	for (size_t i = 0; i < sets->sets.count; i++)
		free(sets->sets.items[i].content);
	vec_deinit(&sets->sets);
	slots_deinit(&sets->by_hash);
}
