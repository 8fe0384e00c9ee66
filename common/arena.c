/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "common/xalloc.h"

/* Many arenas hold little: a block is twice as large as the one before, up to the largest. */
#define FIRST_SIZE   ((size_t)1 << 10)
#define LARGEST_SIZE ((size_t)64 << 10)

struct arena_block {
	struct arena_block *next;
	size_t size; /* of `bytes` */
	alignas(max_align_t) char bytes[];
};

static size_t next_size(const struct arena *arena, size_t wanted)
{
	size_t size = arena->blocks ? 2 * arena->blocks->size : FIRST_SIZE;

	if (size > LARGEST_SIZE)
		size = LARGEST_SIZE;
	return wanted > size ? wanted : size;
}

static void add_block(struct arena *arena, size_t size)
{
	struct arena_block *block = xcalloc(1, sizeof(*block) + size);

	block->next = arena->blocks;
	block->size = size;
	arena->blocks = block;
	arena->left = size;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
	size_t wanted;

	if (__builtin_mul_overflow(count, size, &wanted) || wanted > PTRDIFF_MAX / 2)
		xalloc_die();
	/* at least one byte, so that no two results are the same */
	wanted = (wanted + !wanted + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
	if (wanted > arena->left)
		add_block(arena, next_size(arena, wanted));
	char *memory = arena->blocks->bytes + arena->blocks->size - arena->left;
	arena->left -= wanted;
	return memory;
}

char *arena_copy(struct arena *arena, const void *bytes, size_t length)
{
	char *copy = arena_alloc(arena, length + 1, 1);

	if (length)
		memcpy(copy, bytes, length);
	return copy;
}

void arena_deinit(struct arena *arena)
{
	while (arena->blocks) {
		struct arena_block *block = arena->blocks;

		arena->blocks = block->next;
		free(block);
	}
	arena->left = 0;
}
