/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hands the runs of variants to the worker pool. A run that can't be split off its test, or for
 * which a batch is not worth its while, is a job by itself.
 */
#include "iso/variant.h"

#include <stdlib.h>

#include "common/xalloc.h"
#include "iso/variant_state.h"

bool variant_is_serial(const struct pass *pass, size_t run)
{
	return campaign_tests(pass->side->campaign)->tests[pass->runs[run].test].serial;
}

static bool add_mutant(struct pass *pass, uint32_t index, uint32_t *nr_on)
{
	const struct inventory *inventory = campaign_inventory(pass->side->campaign);
	uint32_t count;

	if (!inventory_switches(inventory, &inventory->mutants.items[index], pass->on + *nr_on,
				REMT_SESSION_MAX_ON - *nr_on, &count))
		return false;
	*nr_on += count;
	return true;
}

bool variant_fill_switches(struct pass *pass, const struct variant_run *run, uint32_t *ret_count)
{
	*ret_count = 0;
	for (uint32_t i = 0; i < run->nr_branches; i++) {
		if (!add_mutant(pass, pass->side->branches.items.items[run->branches[i]].negated,
				ret_count))
			return false;
	}
	return run->mutant == BRANCH_NONE || add_mutant(pass, run->mutant, ret_count);
}

static enum worker_mode mode_of(const struct pass *pass, const struct variant_run *run,
				bool is_early)
{
	const struct campaign *campaign = pass->side->campaign;

	return is_early || run->probe ? WORKER_EXEC : campaign_baseline(campaign, run->test)->mode;
}

/* Gives a worker one run as a job by itself. */
static struct error *submit(struct pass *pass, unsigned worker, size_t index)
{
	struct variant_run *run = &pass->runs[index];
	struct campaign *campaign = pass->side->campaign;
	const struct baseline *baseline = campaign_baseline(campaign, run->test);
	uint64_t count;
	bool is_early = variant_count_executions(pass, run, &count);
	struct job job = {
		.id = index,
		.test = &campaign_tests(campaign)->tests[run->test],
		.mode = mode_of(pass, run, is_early),
		.session_mode = run->traces ? REMT_MODE_NEGATE : REMT_MODE_MUTATE,
		.on = pass->on,
		.server.device = baseline->server_device,
		.server.inode = baseline->server_inode,
		.limits = variant_limits(pass, run, count),
		.observes = true,
		.checks = side_checks_job(pass->side, run->checks),
		.exec.probe = run->probe,
	};
	struct error *err;

	if (!variant_fill_switches(pass, run, &job.nr_on)) {
		run->seen.problem = xstrdup("its negations are in too many places");
		return NULL;
	}
	err = variant_make_keep(pass, index, &job.keep);
	if (!err) {
		pass->is_serial_running = variant_is_serial(pass, index);
		err = worker_pool_submit(campaign_pool(campaign), worker, &job);
	}
	variant_free_keep(&job.keep);
	return err;
}

/* Begins the next run, or a batch of the next runs. */
static struct error *begin(struct pass *pass, unsigned worker)
{
	bool has_begun;
	struct error *err;

	if (pass->alone.count)
		return submit(pass, worker, pass->alone.items[--pass->alone.count]);
	err = variant_batch_begin(pass, worker, &has_begun);
	return err || has_begun ? err : submit(pass, worker, pass->next++);
}

/* True if the next run may begin now. */
static bool can_begin(const struct pass *pass)
{
	const struct campaign *campaign = pass->side->campaign;

	if ((pass->next == pass->count && !pass->alone.count) || pass->is_serial_running ||
	    campaign_is_cancelled(campaign) ||
	    worker_pool_idle(campaign_pool(campaign)) == WORKER_POOL_NO_WORKER)
		return false;
	return pass->alone.count || !variant_is_serial(pass, pass->next) ||
	       worker_pool_count_busy(campaign_pool(campaign)) == 0;
}

/*
 * Waits for a result, begins further runs, and only then takes the result of a single run: its
 * worker is busy with the next run meanwhile.
 */
static struct error *step(struct pass *pass)
{
	struct worker_pool *pool = campaign_pool(pass->side->campaign);
	struct worker_pool_result taken;
	struct error *err = NULL;
	bool is_found = false;

	if (worker_pool_count_busy(pool))
		err = worker_pool_wait(pool, -1, &taken, &is_found);
	if (!err && is_found && pass->slots[taken.worker].is_batch) {
		err = variant_batch_step(pass, &taken);
		is_found = false;
	}
	if (is_found && variant_is_serial(pass, (size_t)taken.result.id))
		pass->is_serial_running = false;
	while (!err && can_begin(pass))
		err = begin(pass, worker_pool_idle(pool));
	if (is_found)
		variant_take(pass, (size_t)taken.result.id, &taken.result);
	return err;
}

static struct pass *pass_create(struct side *side, struct variant_run *runs, size_t count)
{
	struct pass *pass = xcalloc(1, sizeof(*pass));

	pass->side = side;
	pass->runs = runs;
	pass->count = count;
	pass->slots =
		xcalloc(worker_pool_count(campaign_pool(side->campaign)), sizeof(*pass->slots));
	return pass;
}

static void pass_destroy(struct pass *pass)
{
	for (unsigned i = 0; i < worker_pool_count(campaign_pool(pass->side->campaign)); i++) {
		batch_deinit(&pass->slots[i].batch);
		vec_deinit(&pass->slots[i].held);
	}
	free(pass->slots);
	vec_deinit(&pass->alone);
	free(pass);
}

struct error *variant_run_all(struct side *side, struct variant_run *runs, size_t count)
{
	struct pass *pass = pass_create(side, runs, count);
	struct error *err = NULL;

	while (!err &&
	       (pass->next < count || pass->alone.count ||
		worker_pool_count_busy(campaign_pool(side->campaign))) &&
	       !campaign_is_cancelled(side->campaign))
		err = step(pass);
	pass_destroy(pass);
	return err;
}

void variant_run_deinit(struct variant_run *run)
{
	observation_deinit(&run->seen);
	free(run->ways);
	coverage_deinit(&run->coverage);
	run->ways = NULL;
	run->coverage = (struct coverage){ 0 };
}
