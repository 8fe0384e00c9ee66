/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two paths are alike if only addresses differ in what they asked. */
#include "unit.h"

#include "paths/alike.h"

enum { AT_OLD = 0x404000, AT_NEW = 0x405000 };

/* A table at ADDRESS, of so many bits, whose element by input 0 is below LIMIT. */
static uint32_t is_below(struct terms *terms, uint64_t address, uint64_t limit, unsigned bits)
{
	uint32_t index = term_extend(terms, term_input(terms, 0), bits, false);
	uint32_t place = term_binary(terms, TERM_ADD, index, term_constant(terms, address, bits));

	return term_binary(terms, TERM_LESS_UNSIGNED, place, term_constant(terms, limit, bits));
}

static bool are_alike(const struct terms *terms, uint32_t a, uint32_t b, uint32_t kind)
{
	struct remt_path_condition left = { .term = a }, right = { .term = b, .kind = kind };
	struct path paths[2] = { { .conditions = { &left, 1, 1 } },
				 { .conditions = { &right, 1, 1 } } };

	return alike_conditions(terms, &paths[0], &paths[1]);
}

TEST(alike_are_conditions_but_for_addresses)
{
	_cleanup_terms_ struct terms terms;
	uint32_t old, new, small, other, narrow[2];

	terms_init(&terms);
	old = is_below(&terms, AT_OLD, AT_OLD + 8, 64);
	new = is_below(&terms, AT_NEW, AT_NEW + 8, 64);
	small = is_below(&terms, AT_NEW, 8, 64);
	other = term_not(&terms, new);
	narrow[0] = is_below(&terms, AT_OLD, AT_OLD + 8, 32);
	narrow[1] = is_below(&terms, AT_NEW, AT_NEW + 8, 32);
	CHECK(are_alike(&terms, old, old, REMT_PATH_BRANCH));
	CHECK(are_alike(&terms, old, new, REMT_PATH_BRANCH));
	CHECK(!are_alike(&terms, old, new, REMT_PATH_PINNED));
	CHECK(!are_alike(&terms, old, small, REMT_PATH_BRANCH));
	CHECK(!are_alike(&terms, old, other, REMT_PATH_BRANCH));
	CHECK(!are_alike(&terms, narrow[0], narrow[1], REMT_PATH_BRANCH));
}

TEST(alike_are_paths_of_one_length)
{
	_cleanup_terms_ struct terms terms;
	struct remt_path_condition row = { 0 };
	struct path none = { 0 }, one = { .conditions = { &row, 1, 1 } };

	terms_init(&terms);
	CHECK(alike_conditions(&terms, &none, &none));
	CHECK(!alike_conditions(&terms, &none, &one));
}
