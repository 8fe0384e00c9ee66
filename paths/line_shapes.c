/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/line_shapes.h"

#include <string.h>

#include "common/hash.h"
#include "common/random.h"

enum {
	MAX_SHAPE = 128,  /* bytes of a shape; what follows does not count */
	MAX_REPEATED = 3, /* of a byte that stands there many times */
	MAX_SHAPES = 4096,
};

static char class_of(char c)
{
	if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	    (unsigned char)c >= 0x80)
		return 'a';
	return c >= '0' && c <= '9' ? '0' : c;
}

static uint64_t hash_shape(const char *line, size_t size)
{
	char shape[MAX_SHAPE];
	size_t length = 0, nr_repeated = 0;

	for (size_t i = 0; i < size && length < MAX_SHAPE; i++) {
		char c = class_of(line[i]);
		size_t most = c == 'a' || c == '0' ? 1 : MAX_REPEATED;

		nr_repeated = length && shape[length - 1] == c ? nr_repeated + 1 : 1;
		if (nr_repeated <= most)
			shape[length++] = c;
	}
	return hash_bytes(shape, length);
}

static struct line_shape *find_shape(struct line_shapes *shapes, uint64_t hash)
{
	uint32_t index = slots_find(&shapes->known, hash);

	if (index != SLOTS_NONE)
		return &shapes->items.items[index];
	if (shapes->items.count >= MAX_SHAPES)
		return NULL;
	slots_add(&shapes->known, hash, (uint32_t)shapes->items.count);
	return vec_add(&shapes->items);
}

void line_shapes_add(struct line_shapes *shapes, const char *bytes, size_t size)
{
	const char *end;

	for (size_t at = 0; at < size; at = (size_t)(end - bytes) + 1) {
		struct line_shape *shape;
		struct line_shapes_rest rest = { bytes + at, size - at };

		end = memchr(bytes + at, '\n', size - at);
		if (!end)
			return;
		shape = find_shape(shapes, hash_shape(bytes + at, (size_t)(end - bytes) - at));
		if (!shape)
			continue;
		shape->kept[shape->nr_lines++ % LINE_SHAPES_KEPT] = rest;
		shape->nr_kept += shape->nr_kept < LINE_SHAPES_KEPT;
	}
}

size_t line_shapes_pick(const struct line_shapes *shapes, size_t limit, uint64_t *state,
			const char **ret)
{
	const struct line_shape *shape;
	const struct line_shapes_rest *rest;
	size_t number, size = 0;

	if (!shapes->items.count)
		return 0;
	shape = &shapes->items.items[random_pick(state, shapes->items.count)];
	rest = &shape->kept[random_pick(state, shape->nr_kept)];
	*ret = rest->bytes;
	for (number = 1 + random_pick(state, limit); number; number--) {
		const char *end = memchr(rest->bytes + size, '\n', rest->size - size);

		if (!end)
			break;
		size = (size_t)(end - rest->bytes) + 1;
	}
	return size;
}

void line_shapes_deinit(struct line_shapes *shapes)
{
	vec_deinit(&shapes->items);
	slots_deinit(&shapes->known);
}
