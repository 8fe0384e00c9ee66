/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/alike.h"

#include "common/slots.h"
#include "common/vec.h"

/* Linux maps nothing below, as vm.mmap_min_addr is by default. */
#define LOWEST_ADDRESS UINT64_C(0x10000)

struct pair {
	uint32_t a, b;
};

/* Pairs of terms: those that were looked at or wait, of which all were alike as yet, and those that wait. */
struct comparison {
	const struct terms *terms;
	struct slots seen;
	VEC(struct pair) waiting;
};

static void comparison_deinit(struct comparison *comparison)
{
	slots_deinit(&comparison->seen);
	vec_deinit(&comparison->waiting);
}

static void wait_for(struct comparison *comparison, uint32_t a, uint32_t b)
{
	uint64_t key = (uint64_t)a << 32 | b;

	if (a == b || slots_find(&comparison->seen, key) != SLOTS_NONE)
		return;
	slots_add(&comparison->seen, key, 0);
	vec_push(&comparison->waiting, ((struct pair){ a, b }));
}

static bool are_addresses(const struct term *a, const struct term *b)
{
	return a->operation == TERM_CONSTANT && a->width == 64 && a->number >= LOWEST_ADDRESS &&
	       b->number >= LOWEST_ADDRESS;
}

/* True if A and B are alike but for their operands. */
static bool do_the_same(const struct term *a, const struct term *b)
{
	return a->operation == b->operation && a->width == b->width &&
	       (a->number == b->number || are_addresses(a, b));
}

static bool are_alike(struct comparison *comparison, uint32_t a, uint32_t b)
{
	wait_for(comparison, a, b);
	while (comparison->waiting.count) {
		struct pair pair = comparison->waiting.items[--comparison->waiting.count];
		const struct term *left = term_get(comparison->terms, pair.a);
		const struct term *right = term_get(comparison->terms, pair.b);

		if (!do_the_same(left, right))
			return false;
		wait_for(comparison, left->a, right->a);
		wait_for(comparison, left->b, right->b);
		wait_for(comparison, left->c, right->c);
	}
	return true;
}

bool alike_conditions(const struct terms *terms, const struct path *a, const struct path *b)
{
	_cleanup_(comparison_deinit) struct comparison comparison = { .terms = terms };
	bool ret = a->conditions.count == b->conditions.count;

	for (size_t i = 0; ret && i < a->conditions.count; i++) {
		const struct remt_path_condition *left = &a->conditions.items[i];
		const struct remt_path_condition *right = &b->conditions.items[i];

		ret = left->kind == right->kind && are_alike(&comparison, left->term, right->term);
	}
	return ret;
}
