/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/matrix/batch.h"
#include "unit.h"

static const struct limits no_limits;

static void add(struct batch *batch, uint32_t mutant, uint64_t uid, uint32_t site,
		uint32_t alternative)
{
	struct remt_switch on = { .uid = uid, .site = site, .alternative = alternative };

	batch_add(batch, (struct plan_cell){ mutant, 5 }, &on, 1, &no_limits,
		  &(struct job_keep){ 0 });
}

TEST(switches_are_sorted_and_name_their_mutant)
{
	struct batch batch = { 0 };
	struct job job = { 0 };

	add(&batch, 70, 9, 4, 2);
	add(&batch, 71, 9, 4, 1);
	add(&batch, 72, 3, 8, 1);
	batch_fill(&batch, &job);
	CHECK_INT(job.nr_on, ==, 3);
	CHECK_INT(job.batch.nr_items, ==, 3);
	CHECK_INT(job.on[0].mutant, ==, 2);
	CHECK_INT(job.on[1].mutant, ==, 1);
	CHECK_INT(job.on[2].mutant, ==, 0);
	CHECK_INT(job.batch.items[0].id, ==, batch_id((struct plan_cell){ 70, 5 }));
	batch_deinit(&batch);
}

TEST(each_mutant_has_one_result)
{
	struct batch batch = { 0 };
	struct plan_cell cell;

	add(&batch, 1, 9, 4, 2);
	add(&batch, 2, 9, 4, 1);
	CHECK(batch_take(&batch, batch_id((struct plan_cell){ 2, 5 }), true, &cell));
	CHECK_INT(cell.mutant, ==, 2);
	CHECK(!batch_take(&batch, batch_id((struct plan_cell){ 2, 5 }), true, &cell));
	CHECK(!batch_take(&batch, batch_id((struct plan_cell){ 3, 5 }), true, &cell));
	CHECK(batch_take(&batch, batch_id((struct plan_cell){ 1, 5 }), false, &cell));
	CHECK_INT(batch.nr_decided, ==, 1);
	batch_clear(&batch);
	CHECK(batch_has_room(&batch, REMT_SESSION_MAX_ON));
	batch_deinit(&batch);
}

TEST(a_batch_holds_no_more_than_a_session)
{
	struct batch batch = { 0 };

	add(&batch, 1, 9, 4, 2);
	CHECK(batch_has_room(&batch, REMT_SESSION_MAX_ON - 1));
	CHECK(!batch_has_room(&batch, REMT_SESSION_MAX_ON));
	batch_deinit(&batch);
}
