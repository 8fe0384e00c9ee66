/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample has its strata, and the same seed gives the same one. */
#include "unit.h"

#include <stdio.h>

#include "common/xalloc.h"
#include "verify/sample.h"

enum { NR_MUTANTS = 300, NR_RARE = 6, NR_SURVIVORS = 30 };

/* Six shifts among comparisons; every tenth survives; the last one was not reached. */
static void fill(struct verify_sample *sample)
{
	*sample = (struct verify_sample){ 0 };
	for (int i = 0; i < 3; i++)
		vec_add(&sample->tests)->name = xasprintf("t%d", i);
	for (int i = 0; i < NR_MUTANTS; i++) {
		struct verify_mutant *mutant = vec_add(&sample->mutants);

		mutant->kind = i < NR_RARE ? REMT_OSSN : REMT_ORRN;
		mutant->file = xstrdup("a.c");
		mutant->line = (uint32_t)i;
		mutant->is_survivor = i % (NR_MUTANTS / NR_SURVIVORS) == 0 && i < NR_MUTANTS - 1;
		if (i < NR_MUTANTS - 1)
			vec_push(&mutant->cells,
				 ((struct verify_cell){ .stored = VERDICT_SURVIVED }));
		vec_push(&mutant->reached, 0);
	}
}

static size_t count(const struct verify_sample *sample, unsigned kind, bool survivors)
{
	size_t n = 0;

	for (size_t i = 0; i < sample->mutants.count; i++)
		n += sample->mutants.items[i].kind == kind &&
		     (!survivors || sample->mutants.items[i].is_survivor);
	return n;
}

TEST(every_stratum_is_filled)
{
	struct verify_sample sample;

	fill(&sample);
	verify_sample_draw(
		&sample,
		&(struct verify_draw){ .count = 50, .per_kind = 5, .survivors = 20, .seed = 7 });
	CHECK_INT(sample.mutants.count, ==, 50);
	CHECK_INT(count(&sample, REMT_OSSN, false), >=, 5);
	CHECK_INT(count(&sample, REMT_ORRN, true) + count(&sample, REMT_OSSN, true), >=, 20);
	verify_sample_deinit(&sample);
}

TEST(strata_may_exceed_the_count)
{
	struct verify_sample sample;

	fill(&sample);
	verify_sample_draw(&sample, &(struct verify_draw){ .count = 2, .per_kind = 20, .seed = 7 });
	CHECK_INT(count(&sample, REMT_OSSN, false), ==, NR_RARE);
	CHECK_INT(count(&sample, REMT_ORRN, false), ==, 20);
	verify_sample_deinit(&sample);
}

TEST(mutants_without_cells_are_not_drawn)
{
	struct verify_sample sample;

	fill(&sample);
	verify_sample_draw(&sample, &(struct verify_draw){ .count = SIZE_MAX, .seed = 7 });
	CHECK_INT(sample.mutants.count, ==, NR_MUTANTS - 1);
	verify_sample_deinit(&sample);
}

TEST(tests_that_do_not_reach_are_added)
{
	struct verify_sample sample;

	fill(&sample);
	verify_sample_draw(&sample,
			   &(struct verify_draw){ .count = 1, .not_reached = 5, .seed = 7 });
	CHECK_INT(sample.mutants.items[0].cells.count, ==, 3);
	CHECK_INT(sample.mutants.items[0].cells.items[1].stored, ==, VERDICT_NOT_REACHED);
	CHECK_INT(sample.mutants.items[0].cells.items[1].test, !=, 0);
	CHECK(sample.tests.items[1].is_used && sample.tests.items[2].is_used);
	verify_sample_deinit(&sample);
}

TEST(a_seed_gives_one_sample)
{
	struct verify_sample a, b, c;
	const struct verify_draw draw = { .count = 10, .seed = 7 },
				 other = { .count = 10, .seed = 8 };
	int same = 0;

	fill(&a);
	fill(&b);
	fill(&c);
	verify_sample_draw(&a, &draw);
	verify_sample_draw(&b, &draw);
	verify_sample_draw(&c, &other);
	for (size_t i = 0; i < 10; i++) {
		CHECK_INT(a.mutants.items[i].line, ==, b.mutants.items[i].line);
		same += a.mutants.items[i].line == c.mutants.items[i].line;
	}
	CHECK_INT(same, <, 10);
	verify_sample_deinit(&a);
	verify_sample_deinit(&b);
	verify_sample_deinit(&c);
}

TEST(a_mutant_can_be_named)
{
	struct verify_sample sample;

	fill(&sample);
	for (int i = 0; i < NR_MUTANTS; i++)
		snprintf(sample.mutants.items[i].id, sizeof(sample.mutants.items[i].id), "%012d",
			 i);
	verify_sample_draw(&sample, &(struct verify_draw){
					    .count = 50, .per_kind = 5, .mutant = "00000000012" });
	CHECK_INT(sample.mutants.count, ==, 10);
	for (size_t i = 0; i < sample.mutants.count; i++)
		CHECK_INT(sample.mutants.items[i].line / 10, ==, 12);
	verify_sample_deinit(&sample);
}
