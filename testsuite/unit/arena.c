/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is freed as a whole. */
#include "unit.h"

#include <stdint.h>
#include <string.h>

#include "common/arena.h"

TEST(arenas_give_zeros_that_nobody_else_has)
{
	_cleanup_arena_ struct arena arena = { 0 };
	unsigned char *given[300];

	for (size_t i = 0; i < 300; i++) {
		given[i] = arena_alloc(&arena, i * i % 5000, 1);
		CHECK_INT((uintptr_t)given[i] % 16, ==, 0);
		for (size_t n = 0; n < i * i % 5000; n++)
			CHECK_INT(given[i][n], ==, 0);
		memset(given[i], (int)i, i * i % 5000);
	}
	for (size_t i = 0; i < 300; i++) {
		for (size_t n = 0; n < i * i % 5000; n++)
			CHECK_INT(given[i][n], ==, (unsigned char)i);
	}
	CHECK_STR(arena_copy(&arena, "text", 2), "te");
	arena_deinit(&arena);
	CHECK(!arena.blocks);
}

static void take(struct arena *arena, size_t size)
{
	memset(arena_alloc(arena, 1, size), 1, size);
}

TEST(small_arenas_take_little)
{
	_cleanup_arena_ struct arena arena = { 0 };

	take(&arena, 16);
	CHECK_INT(arena.left, <=, 1024);
	for (int i = 0; i < 100; i++)
		take(&arena, 1024);
	/* What is left of a large arena is more. */
	take(&arena, (size_t)1 << 20);
	take(&arena, 16);
	CHECK_INT(arena.left, ==, ((size_t)64 << 10) - 16);
}
