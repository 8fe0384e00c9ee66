/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Split-stream for variants: one run of a test serves several of its variants. Each variant is
 * split off the trunk where one of its conditions is evaluated first (runner/split/split.h). A
 * variant that can't be split off is run by itself.
 *
 * A late result waits until the trunk has come to its end: it counts only if the trunk, which was
 * kept waiting, passes nevertheless. A test whose batches decide nothing, or lose much, is given
 * up.
 */
#include "iso/variant_state.h"

enum {
	/* microseconds that splitting a run off takes more than a fork before main() */
	SPLIT_US = 270,
	/* number of batches of a test that lose many results before the test is given up */
	MAX_DOUBTS = 4,
	/* number of variants in batches that decide none before the test is given up */
	MAX_BARREN = 8,
	NR_WASTED = 2, /* A batch loses many results if it loses at least one of so many. */
};

/*
 * Returns the processor time in microseconds of a run of the test from main() on; of a traced one
 * if the run is traced.
 */
static uint64_t length_us(const struct pass *pass, const struct variant_run *run)
{
	uint64_t served_us = campaign_baseline(pass->side->campaign, run->test)->served_us;
	uint64_t traced_us = run->traces ? pass->side->traced_us[run->test] : 0;

	return traced_us > served_us ? traced_us : served_us;
}

/*
 * True if splitting COUNT runs off takes less time than single runs. On average a split run spares
 * half of the test, and the trunk is one more run.
 */
static bool is_worthwhile(const struct pass *pass, const struct variant_run *run, size_t count)
{
	uint64_t length = length_us(pass, run);

	return campaign_opts(pass->side->campaign)->mode == BASELINE_SPLIT ||
	       (length > 2 * SPLIT_US && count * (length / 2 - SPLIT_US) > length);
}

/* True if the run INDEX can be in a batch. */
static bool can_split(const struct pass *pass, size_t index)
{
	const struct variant_run *run = &pass->runs[index];
	enum baseline_mode mode = campaign_opts(pass->side->campaign)->mode;
	uint64_t count;

	return (mode == BASELINE_AUTO || mode == BASELINE_SPLIT) && !run->probe &&
	       !campaign_has_variants(pass->side->campaign) &&
	       (run->nr_branches || run->mutant != BRANCH_NONE) &&
	       !variant_is_serial(pass, index) &&
	       campaign_baseline(pass->side->campaign, run->test)->mode == WORKER_FORKSERVER &&
	       !pass->side->split.tests[run->test].is_over &&
	       !variant_count_executions(pass, run, &count);
}

/* True if one run of a test can serve both. */
static bool are_alike(const struct variant_run *a, const struct variant_run *b)
{
	return a->test == b->test && a->traces == b->traces && a->checks == b->checks;
}

/* Returns how many of the next runs one batch could have. */
static size_t count_next(const struct pass *pass)
{
	size_t count = 0;

	while (pass->next + count < pass->count && count < BATCH_MAX_MUTANTS &&
	       are_alike(&pass->runs[pass->next], &pass->runs[pass->next + count]) &&
	       can_split(pass, pass->next + count))
		count++;
	return count;
}

/*
 * Adds the next run to BATCH. Returns false if there is no room, the run can't be in a batch, or
 * *RET_ERR is set.
 */
static bool add_next(struct pass *pass, struct batch *batch, struct error **ret_err)
{
	const struct variant_run *run = &pass->runs[pass->next];
	struct plan_cell cell = { (uint32_t)pass->next, run->test };
	struct job_keep keep;
	struct limits limits;
	uint64_t count;
	uint32_t nr_on;

	if (!variant_fill_switches(pass, run, &nr_on) || !batch_has_room(batch, nr_on))
		return false;
	*ret_err = variant_make_keep(pass, pass->next, &keep);
	if (*ret_err) {
		variant_free_keep(&keep);
		return false;
	}
	variant_count_executions(pass, run, &count);
	limits = variant_limits(pass, run, count);
	batch_add(batch, cell, pass->on, nr_on, &limits, &keep);
	pass->next++;
	return true;
}

static struct error *submit(struct pass *pass, unsigned worker)
{
	struct variant_slot *slot = &pass->slots[worker];
	const struct variant_run *first = &pass->runs[slot->batch.cells.items[0].mutant];
	struct campaign *campaign = pass->side->campaign;
	const struct baseline *baseline = campaign_baseline(campaign, first->test);
	struct job job = {
		.id = slot->batch.items.items[0].id,
		.test = &campaign_tests(campaign)->tests[first->test],
		.mode = WORKER_SPLIT,
		.session_mode = REMT_MODE_SPLIT,
		.server.device = baseline->server_device,
		.server.inode = baseline->server_inode,
		.limits = variant_trunk_limits(pass, first),
		.observes = true,
		.batch.covers = first->traces,
		.checks = side_checks_job(pass->side, first->checks),
	};

	slot->is_batch = true;
	slot->test = first->test;
	batch_fill(&slot->batch, &job);
	return worker_pool_submit(campaign_pool(campaign), worker, &job);
}

struct error *variant_batch_begin(struct pass *pass, unsigned worker, bool *ret_has_begun)
{
	struct batch *batch = &pass->slots[worker].batch;
	size_t count = count_next(pass),
	       nr_workers = worker_pool_count(campaign_pool(pass->side->campaign));
	struct error *err = NULL;

	*ret_has_begun = false;
	count = (count + nr_workers - 1) / nr_workers; /* the worker's share */
	if (!count || !is_worthwhile(pass, &pass->runs[pass->next], count))
		return NULL;
	while (count-- && add_next(pass, batch, &err))
		*ret_has_begun = true;
	return err || !*ret_has_begun ? err : submit(pass, worker);
}

static void put_off(struct pass *pass, size_t run)
{
	variant_forget(pass, run);
	vec_push(&pass->alone, run);
}

/* Puts all runs of the batch off whose results do not count, as the worker has died. */
static void lose(struct pass *pass, struct variant_slot *slot)
{
	for (size_t i = 0; i < slot->batch.cells.count; i++) {
		if (!slot->batch.is_decided.items[i])
			put_off(pass, slot->batch.cells.items[i].mutant);
	}
	for (size_t i = 0; i < slot->held.count; i++)
		put_off(pass, slot->held.items[i].run);
	side_split_give_up(&pass->side->split, slot->test, "its worker has died");
}

/* True if a late result counts: the trunk, kept waiting, has passed nevertheless. */
static bool is_borne(const struct variant_held *held, const struct job_result *closing)
{
	return !closing->split.is_undecided && !closing->error[0] && closing->limit == LIMIT_NONE &&
	       closing->result == TEST_PASSED && held->result.split.trunk == closing->split.trunk;
}

static void take_held(struct pass *pass, struct variant_slot *slot,
		      const struct job_result *closing)
{
	struct side_split *split = &pass->side->split;
	uint32_t nr_doubted = 0;

	for (size_t i = 0; i < slot->held.count; i++) {
		const struct variant_held *held = &slot->held.items[i];

		if (is_borne(held, closing)) {
			variant_take(pass, held->run, &held->result);
			continue;
		}
		nr_doubted++;
		side_split_refuse(split, slot->test,
				  "its run without negations, which was kept waiting, has no end");
		put_off(pass, held->run);
	}
	if (nr_doubted && !closing->split.is_undecided && closing->result != TEST_PASSED)
		side_split_give_up(split, slot->test, "it ends otherwise if it is kept waiting");
	if (nr_doubted * NR_WASTED >= slot->batch.nr_decided && nr_doubted &&
	    ++split->tests[slot->test].nr_doubts >= MAX_DOUBTS)
		side_split_give_up(split, slot->test, "its run without negations is often lost");
}

/* Ends the batch. CLOSING is the result of the trunk, the test's run without negations. */
static void close_batch(struct pass *pass, struct variant_slot *slot,
			const struct job_result *closing)
{
	struct side_split_test *test = &pass->side->split.tests[slot->test];

	take_held(pass, slot, closing);
	if (slot->batch.nr_decided || !closing->fallback[0])
		return;
	test->nr_barren += (uint32_t)slot->batch.cells.count;
	test->is_over |= test->nr_barren >= MAX_BARREN;
}

static struct error *take_one(struct pass *pass, struct variant_slot *slot,
			      const struct job_result *result)
{
	struct plan_cell cell;

	if (!batch_take(&slot->batch, result->id, !result->split.is_undecided, &cell))
		return error_create(ERROR_INTERNAL, "a worker answered what was not asked");
	if (result->split.is_undecided || result->error[0]) {
		side_split_refuse(&pass->side->split, cell.test,
				  result->error[0] ? result->error : result->fallback);
		put_off(pass, cell.mutant);
		return NULL;
	}
	pass->side->split.nr_runs++;
	if (result->split.is_late)
		vec_push(&slot->held, ((struct variant_held){ cell.mutant, *result }));
	else
		variant_take(pass, cell.mutant, result);
	return NULL;
}

struct error *variant_batch_step(struct pass *pass, const struct worker_pool_result *taken)
{
	struct variant_slot *slot = &pass->slots[taken->worker];

	if (!taken->is_lost && !taken->result.split.is_closing)
		return take_one(pass, slot, &taken->result);
	if (taken->is_lost)
		lose(pass, slot);
	else
		close_batch(pass, slot, &taken->result);
	slot->held.count = 0;
	slot->is_batch = false;
	batch_clear(&slot->batch);
	return NULL;
}
