/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants follow from their seed, are other inputs, and have no NUL in arguments. */
#include "unit.h"

#include <string.h>

#include "paths/variation.h"

enum { NR_INPUTS = 12, NR_ARGUMENTS = 5, NR_VARIANTS = 2000 };

static const unsigned char from[NR_INPUTS + 1] = "-q a\n\0x=y;\xff";
static const unsigned char other[NR_INPUTS + 1] = "\0\0\0\0\0other\n!";

TEST(variants_follow_from_their_seed)
{
	const struct variation variation = { NR_INPUTS, NR_ARGUMENTS, from, other };
	uint64_t state = 7, again = 7;
	unsigned nr_other = 0, nr_changed[NR_INPUTS] = { 0 };

	for (unsigned i = 0; i < NR_VARIANTS; i++) {
		unsigned char variant[NR_INPUTS + 1], same[NR_INPUTS + 1];

		variant[NR_INPUTS] = 'x';
		variation_make(&variation, &state, variant);
		variation_make(&variation, &again, same);
		CHECK(memcmp(variant, same, NR_INPUTS) == 0);
		CHECK(variant[NR_INPUTS] == 'x');
		CHECK(!memchr(variant, 0, NR_ARGUMENTS));
		nr_other += memcmp(variant, from, NR_INPUTS) != 0;
		for (unsigned k = 0; k < NR_INPUTS; k++)
			nr_changed[k] += variant[k] != from[k];
	}
	CHECK_INT(nr_other, >, NR_VARIANTS / 2);
	for (unsigned k = 0; k < NR_INPUTS; k++)
		CHECK_INT(nr_changed[k], >, NR_VARIANTS / 50);
}

TEST(one_byte_has_variants)
{
	const struct variation variation = { 1, 0, from, other };
	uint64_t state = 1;
	bool seen[256] = { false };
	unsigned nr_seen = 0;

	for (unsigned i = 0; i < NR_VARIANTS; i++) {
		unsigned char variant;

		variation_make(&variation, &state, &variant);
		nr_seen += !seen[variant];
		seen[variant] = true;
	}
	CHECK_INT(nr_seen, >, 100);
}
