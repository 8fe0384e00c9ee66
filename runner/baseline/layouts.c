/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs tests with layout switches on and compares their coverage with that of this build. */
#include "runner/baseline/layouts.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "remt/sites.h"

enum {
	EXACT = 1024, /* executions that the run-time counts one by one */
	WAIT_MS = 100,
	MEMORY_KB = 8 * 1024 * 1024,
};

#define OUTPUT_BYTES ((uint64_t)1 << 30)

struct stage {
	const struct layouts_opts *opts;
	struct coverage_reader *reader;
	struct worker_pool *pool;
	const struct events *events;
	struct baseline *baselines;
	struct remt_switch *switches; /* scratch */
	struct run {
		uint32_t test, shift;
		bool was_lost;
	} * runs;			/* per worker */
	uint32_t next_test, next_shift; /* 0: the test's first run */
};

static bool is_cancelled(const struct stage *stage)
{
	return stage->opts->cancelled && *stage->opts->cancelled;
}

/* Counts beyond EXACT only tell their magnitude. */
static bool is_count_equal(uint32_t a, uint32_t b)
{
	if (a <= EXACT || b <= EXACT)
		return a == b;
	return a / 2 <= b && b / 2 <= a;
}

static bool is_entry_equal(const struct coverage_entry *a, const struct coverage_entry *b)
{
	if (!a || !b)
		return a == b;
	return a->infected == b->infected && is_count_equal(a->count, b->count);
}

/* Returns what the test reaches of PLACE in this build; NULL: nothing. */
static const struct coverage_entry *find_entry(const struct baseline *baseline, uint32_t place)
{
	const struct coverage_entry *entry = coverage_find(&baseline->coverage, place);

	return entry && !entry->is_elsewhere ? entry : NULL;
}

static bool is_coverage_equal(const struct coverage *a, const struct coverage *b)
{
	if (a->nr_entries != b->nr_entries)
		return false;
	for (size_t i = 0; i < a->nr_entries; i++) {
		if (a->entries[i].place != b->entries[i].place ||
		    !is_entry_equal(&a->entries[i], &b->entries[i]))
			return false;
	}
	return true;
}

static struct error *submit(struct stage *stage, unsigned worker)
{
	const struct run *run = &stage->runs[worker];
	const struct baseline *baseline = &stage->baselines[run->test];
	_cleanup_free_ char *directory = xasprintf("%s/layout-%u", stage->opts->scratch, worker);
	uint32_t nr_on = inventory_shift(stage->opts->inventory, run->shift, stage->switches);
	struct job job = {
		.id = run->test,
		.test = &stage->opts->list->tests[run->test],
		.mode = WORKER_EXEC,
		.session_mode = REMT_MODE_COVER,
		.on = stage->switches,
		.nr_on = nr_on,
		.exec.is_followed = baseline->is_followed,
		.limits = {
			.wall_ms = stage->opts->timeout_ms,
			.memory_kb = MEMORY_KB,
			.output_bytes = OUTPUT_BYTES,
			.processes = job_max_tasks(),
		},
		.keep.coverage = directory,
		.expected = baseline->expected,
	};
	struct error *err = fs_remove_tree(directory);

	if (!err)
		err = fs_make_directories(directory, 0700);
	return err ? err : worker_pool_submit(stage->pool, worker, &job);
}

static bool is_passed(const struct job_result *result)
{
	return !result->error[0] && result->limit == LIMIT_NONE && !result->has_failed_step &&
	       result->result == TEST_PASSED && result->match != OUTPUT_OTHER &&
	       result->match != OUTPUT_SHORTER;
}

/* A test that fails in a layout judges no mutant there. */
static void tell_failing(const struct stage *stage, const struct run *run)
{
	events_say(stage->events, EVENT_WARNING,
		   "test %s depends on where the linker puts data: it does not pass if that lies "
		   "%u bytes further; its verdicts may be others in another build",
		   stage->opts->list->tests[run->test].name, run->shift);
}

static struct error *take(struct stage *stage, const struct worker_pool_result *taken)
{
	struct run *run = &stage->runs[taken->worker];
	struct baseline *baseline = &stage->baselines[run->test];
	_cleanup_free_ char *directory =
		xasprintf("%s/layout-%u", stage->opts->scratch, taken->worker);
	struct coverage coverage;
	struct error *err;

	if ((taken->is_lost || job_is_killed(&taken->result)) && !run->was_lost) {
		run->was_lost = true;
		return submit(stage, taken->worker);
	}
	if (!is_passed(&taken->result)) {
		tell_failing(stage, run);
		return fs_remove_tree(directory);
	}
	err = coverage_read(stage->reader, directory, &coverage);
	if (err)
		return err;
	vec_push(&baseline->layouts,
		 ((struct layout){ .shift = run->shift, .coverage = coverage }));
	return fs_remove_tree(directory);
}

/* Returns the next run; false: none now. */
static bool next_run(struct stage *stage, bool is_alone, struct run *ret)
{
	for (; stage->next_test < stage->opts->list->nr_tests; stage->next_test++) {
		const struct baseline *baseline = &stage->baselines[stage->next_test];

		if (stage->next_shift < baseline->coverage.nr_shifts &&
		    baseline_takes_part(baseline)) {
			if (stage->opts->list->tests[stage->next_test].serial && !is_alone)
				return false;
			*ret = (struct run){ stage->next_test, ++stage->next_shift, false };
			return true;
		}
		stage->next_shift = 0;
	}
	return false;
}

static bool is_serial_running(const struct stage *stage)
{
	for (unsigned i = 0; i < worker_pool_count(stage->pool); i++) {
		if (!worker_pool_is_idle(stage->pool, i) &&
		    stage->opts->list->tests[stage->runs[i].test].serial)
			return true;
	}
	return false;
}

static struct error *work(struct stage *stage)
{
	for (;;) {
		unsigned worker = worker_pool_idle(stage->pool);
		bool is_alone = !worker_pool_count_busy(stage->pool);
		struct worker_pool_result taken;
		struct error *err;
		bool is_found;

		if (is_cancelled(stage))
			return NULL;
		if (worker != WORKER_POOL_NO_WORKER && !is_serial_running(stage) &&
		    next_run(stage, is_alone, &stage->runs[worker])) {
			err = submit(stage, worker);
			if (err)
				return err;
			continue;
		}
		if (is_alone)
			return NULL;
		err = worker_pool_wait(stage->pool, WAIT_MS, &taken, &is_found);
		if (!err && is_found)
			err = take(stage, &taken);
		if (err)
			return err;
	}
}

static bool has_flag(const struct inventory *inventory, uint32_t mutant, unsigned flag)
{
	return inventory->mutants.items[mutant].flags & flag;
}

/* True if the test reaches a decision that no layout switch can turn. */
static bool decides_unswitched(const struct inventory *inventory, const struct baseline *baseline)
{
	for (size_t i = 0; i < baseline->coverage.nr_entries; i++) {
		const struct inventory_place *place =
			&inventory->places.items[baseline->coverage.entries[i].place];

		for (uint32_t m = 0; m < place->nr_mutants; m++) {
			if (has_flag(inventory, place->first_mutant + m, REMT_MUTANT_UNSWITCHED))
				return true;
		}
	}
	return false;
}

static int compare_layouts(const void *a, const void *b)
{
	uint32_t x = ((const struct layout *)a)->shift, y = ((const struct layout *)b)->shift;

	return (x > y) - (x < y);
}

/* True if the test does the same as in this build, or as in one of the first COUNT layouts. */
static bool is_known(const struct baseline *baseline, const struct coverage *coverage, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (is_coverage_equal(&baseline->layouts.items[i].coverage, coverage))
			return true;
	}
	return is_coverage_equal(&baseline->coverage, coverage);
}

/* Sorts the layouts, which came in any order, and marks those that are alike. */
static void sift(struct baseline *baseline)
{
	if (baseline->layouts.count)
		qsort(baseline->layouts.items, baseline->layouts.count,
		      sizeof(*baseline->layouts.items), compare_layouts);
	for (size_t i = 0; i < baseline->layouts.count; i++) {
		struct layout *layout = &baseline->layouts.items[i];

		layout->is_alike = is_known(baseline, &layout->coverage, i);
	}
}

struct error *layouts_cover(const struct layouts_opts *opts, struct coverage_reader *reader,
			    struct worker_pool *pool, const struct events *events,
			    struct baseline *baselines)
{
	struct stage stage = {
		.opts = opts,
		.reader = reader,
		.pool = pool,
		.events = events,
		.baselines = baselines,
		.switches = xcalloc(opts->inventory->layouts.count + 1, sizeof(struct remt_switch)),
		.runs = xcalloc(worker_pool_count(pool), sizeof(struct run)),
	};
	struct error *err = work(&stage);

	for (size_t i = 0; i < opts->list->nr_tests && !err; i++) {
		sift(&baselines[i]);
		if (baseline_takes_part(&baselines[i]) &&
		    decides_unswitched(opts->inventory, &baselines[i]))
			vec_push(&baselines[i].layouts, ((struct layout){ 0 }));
	}
	free(stage.switches);
	free(stage.runs);
	return err;
}

static int compare_entries(const void *a, const void *b)
{
	const struct coverage_entry *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

void layouts_extend(struct baseline *baseline)
{
	struct coverage *coverage = &baseline->coverage;
	VEC(struct coverage_entry) added = { 0 };

	for (size_t i = 0; i < baseline->layouts.count; i++) {
		const struct coverage *other = &baseline->layouts.items[i].coverage;

		for (size_t j = 0; j < other->nr_entries; j++) {
			struct coverage_entry entry = other->entries[j];

			if (coverage_find(coverage, entry.place))
				continue;
			entry.is_elsewhere = 1;
			vec_push(&added, entry);
		}
		if (!added.count)
			continue;
		coverage->entries =
			xreallocarray(coverage->entries, coverage->nr_entries + added.count,
				      sizeof(*coverage->entries));
		for (size_t j = 0; j < added.count; j++)
			coverage->entries[coverage->nr_entries++] = added.items[j];
		qsort(coverage->entries, coverage->nr_entries, sizeof(*coverage->entries),
		      compare_entries);
		added.count = 0;
	}
	vec_deinit(&added);
}

const struct layout *layouts_find(const struct baseline *baseline, uint32_t number)
{
	return number ? &baseline->layouts.items[number - 1] : NULL;
}

static bool concerns(const struct inventory *inventory, const struct baseline *baseline,
		     const struct layout *layout, uint32_t mutant)
{
	uint32_t place = inventory->mutants.items[mutant].place;
	const struct coverage_entry *here = find_entry(baseline, place);
	const struct coverage_entry *there = coverage_find(&layout->coverage, place);

	if (!layout->shift)
		return here && has_flag(inventory, mutant, REMT_MUTANT_UNSWITCHED);
	return has_flag(inventory, mutant, REMT_MUTANT_DECISION) ||
	       (!layout->is_alike && !is_entry_equal(here, there));
}

uint32_t layouts_next(const struct inventory *inventory, const struct baseline *baseline,
		      uint32_t mutant, uint32_t after)
{
	for (uint32_t i = after; i < baseline->layouts.count; i++) {
		if (concerns(inventory, baseline, &baseline->layouts.items[i], mutant))
			return i + 1;
	}
	return 0;
}

bool layout_reaches(const struct inventory *inventory, const struct baseline *baseline,
		    const struct layout *layout, uint32_t mutant)
{
	uint32_t place = inventory->mutants.items[mutant].place;

	if (!layout || !layout->shift)
		return find_entry(baseline, place);
	return coverage_find(&layout->coverage, place);
}
