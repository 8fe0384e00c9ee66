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

/* Whether input 0 behind ADDRESS is aligned. */
static uint32_t is_aligned(struct terms *terms, uint64_t address)
{
	uint32_t index = term_extend(terms, term_input(terms, 0), 64, false);
	uint32_t place = term_binary(terms, TERM_ADD, index, term_constant(terms, address, 64));
	uint32_t low = term_binary(terms, TERM_AND, place, term_constant(terms, 63, 64));

	return term_binary(terms, TERM_LESS_UNSIGNED, low, term_constant(terms, 32, 64));
}

/* Whether input 0 is the distance between something and an address, which is an address itself or large. */
static uint32_t is_number(struct terms *terms, uint64_t number)
{
	uint32_t index = term_extend(terms, term_input(terms, 0), 64, false);
	uint32_t large = term_binary(terms, TERM_MULTIPLY, index, term_constant(terms, 0x1001, 64));

	return term_binary(terms, TERM_LESS_UNSIGNED, large, term_constant(terms, number, 64));
}

TEST(alike_is_not_what_depends_on_where_memory_lies)
{
	_cleanup_terms_ struct terms terms;

	terms_init(&terms);
	CHECK(!are_alike(&terms, is_aligned(&terms, AT_OLD), is_aligned(&terms, AT_OLD + 16),
			 REMT_PATH_BRANCH));
	CHECK(!are_alike(&terms, is_number(&terms, 0x33000), is_number(&terms, 0x33580),
			 REMT_PATH_BRANCH));
	/* a limit that moved by another distance */
	CHECK(!are_alike(&terms, is_below(&terms, AT_OLD, AT_OLD + 8, 64),
			 is_below(&terms, AT_NEW, AT_NEW + 16, 64), REMT_PATH_BRANCH));
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
