/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/limits.h"
#include "runner/job/reference.h"
#include "unit.h"

static const struct limits limits = {
	.cpu_ms = 100,
	.wall_ms = 1000,
	.idle_ms = 500,
	.memory_kb = 5000,
	.output_bytes = 10,
	.processes = 3,
};

TEST(what_is_at_the_limit_passes)
{
	struct use use = { .cpu_us = 100000,
			   .wall_us = 1000000,
			   .idle_us = 500000,
			   .resident_kb = 5000,
			   .output_bytes = 10,
			   .nr_tasks = 3 };

	CHECK_INT(limits_check(&limits, &use, false), ==, LIMIT_NONE);
}

TEST(switches_take_no_processor_time)
{
	struct use use = { .cpu_us = 100000 + 5000, .nr_hits = 1000000 };
	struct limits some = limits;

	some.free_hits = 1000000;
	CHECK_INT(limits_check(&some, &use, false), ==, LIMIT_NONE);
	use.cpu_us++;
	CHECK_INT(limits_check(&some, &use, false), ==, LIMIT_CPU);
	use.nr_hits *= 1000; /* what runs for ever must meet it */
	CHECK_INT(limits_check(&some, &use, false), ==, LIMIT_CPU);
}

TEST(each_limit_is_told_from_the_others)
{
	struct use cpu = { .cpu_us = 100001 }, wall = { .wall_us = 1000001 };
	struct use idle = { .wall_us = 500001, .idle_us = 500001 };
	struct use memory = { .resident_kb = 5001 }, output = { .output_bytes = 11 };
	struct use tasks = { .nr_tasks = 4 }, hits = { .is_budget_spent = true };
	struct use full = { .is_view_full = true }, other = { .is_output_other = true };
	struct use step = { .has_failed_step = true };

	CHECK_INT(limits_check(&limits, &cpu, false), ==, LIMIT_CPU);
	CHECK_INT(limits_check(&limits, &wall, false), ==, LIMIT_WALL);
	CHECK_INT(limits_check(&limits, &idle, false), ==, LIMIT_WALL);
	CHECK_INT(limits_check(&limits, &memory, false), ==, LIMIT_MEMORY);
	CHECK_INT(limits_check(&limits, &output, false), ==, LIMIT_OUTPUT);
	CHECK_INT(limits_check(&limits, &tasks, false), ==, LIMIT_PROCESSES);
	CHECK_INT(limits_check(&limits, &hits, false), ==, LIMIT_HITS);
	CHECK_INT(limits_check(&limits, &full, false), ==, LIMIT_OUTPUT);
	CHECK_INT(limits_check(&limits, &other, false), ==, LIMIT_DIFFERENCE);
	CHECK_INT(limits_check(&limits, &step, false), ==, LIMIT_STEP);
}

TEST(what_passes_near_the_limit_is_unsure)
{
	struct use use = { .cpu_us = 50000 };
	struct limits some = limits;

	CHECK(!limits_is_unsure(&some, &use));
	some.sure_cpu_ms = 50;
	CHECK(!limits_is_unsure(&some, &use));
	use.cpu_us++;
	CHECK(limits_is_unsure(&some, &use));
	use.nr_hits = 1000000; /* switches take no processor time */
	some.free_hits = 1000000;
	CHECK(!limits_is_unsure(&some, &use));
}

TEST(zero_is_no_limit)
{
	struct limits none = { 0 };
	struct use use = { .cpu_us = 1ull << 60,
			   .wall_us = 1ull << 60,
			   .idle_us = 1ull << 60,
			   .resident_kb = 1ull << 60,
			   .output_bytes = 1ull << 60,
			   .nr_tasks = 1ull << 60 };

	CHECK_INT(limits_check(&none, &use, false), ==, LIMIT_NONE);
}

TEST(after_the_end_a_loaded_machine_changes_nothing)
{
	struct use slow = { .wall_us = 1ull << 40, .idle_us = 1ull << 40, .nr_tasks = 9 },
		   busy = { .cpu_us = 100001 };

	CHECK_INT(limits_check(&limits, &slow, true), ==, LIMIT_NONE);
	CHECK_INT(limits_check(&limits, &busy, true), ==, LIMIT_CPU);
}

TEST(reference_counts_in_its_layout_only)
{
	const struct remt_switch on = { .uid = 7, .function = 3 };
	const struct allowance_use use = { .cpu_us = 1000 };
	struct reference_list list = { 0 };

	reference_add(&list, 1, 2, &on, &use);
	CHECK(!reference_find(&list, 1, 0, &on));
	CHECK(!reference_find(&list, 2, 2, &on));
	CHECK(reference_find(&list, 1, 2, &on) != NULL);
	vec_deinit(&list.known);
}
