/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for a test that kills one mutant. */
#include <limits.h>
#include <stdlib.h>

#include "cmd/gen/kill/state.h"
#include "cmd/gen/kill/try.h"
#include "cmd/gen/view/words.h"
#include "common/clock.h"
#include "common/xalloc.h"
#include "remt/sites.h"

/* Why a mutant that differs is not killed by it. */
const char gen_kill_chance[] =
	"  what it does depends on values that nobody has set, or on where the program lies";

enum {
	MAX_FOUND = 8,	   /* differences of a search that are tried as tests */
	NR_VARIANTS = 400, /* of inputs that infect a mutant */
	MAX_VARIED = 3, /* of them that differ and do not kill it, after which there are no more */
	LATE_MS = 200,	/* of processors, after which the original has not ended */
	MAX_LATE = 3,	/* after so many that did not end there are no more */
};

static void copy_result(const struct trial_result *from, struct trial_result *ret)
{
	*ret = *from;
	ret->out = ret->err = (struct strbuf){ 0 };
	strbuf_add(&ret->out, strbuf_get(&from->out), from->out.length);
	strbuf_add(&ret->err, strbuf_get(&from->err), from->err.length);
}

/* Takes differences, of each kind the one that is easiest to read, as tests that may kill the mutant. */
static void take_tests(const struct gen_view *view, struct killing *killing)
{
	for (size_t i = 0; i < view->groups.count && i < MAX_FOUND; i++) {
		const struct gen_item item = gen_view_item(view, view->groups.items[i].shown);
		struct gen_kill_test test = { 0 };

		command_copy(item.command, &test.command);
		test.command.argv[0] = (char *)killing->kills->name;
		copy_result(&item.difference->results[0], &test.expected);
		vec_push(&killing->found, test);
	}
}

void gen_kill_search_forget(struct killing *killing)
{
	for (size_t i = 0; i < killing->found.count; i++)
		gen_kill_test_deinit(&killing->found.items[i]);
	vec_deinit(&killing->found);
}

/* Runs both programs on TEST; *RET: the mutant does something else. */
static struct error *run_both(struct killing *killing, const struct trial_opts *trial,
			      struct gen_kill_test *test, bool *ret)
{
	const struct gen_exploration *exploration = killing->exploration;
	struct trial_opts quick = *trial;
	struct trial_result result = { 0 };
	bool is_same = true;
	struct error *err;

	if (quick.max_ms > LATE_MS)
		quick.max_ms = LATE_MS;
	err = trial_run(&quick, exploration->programs[0], &test->command, NULL, &test->expected);
	if (!err && !test->expected.is_late)
		err = gen_kill_run_quickly(exploration, trial, test, &is_same, &result);
	trial_result_deinit(&result);
	*ret = !err && !is_same;
	return err;
}

struct error *gen_kill_vary(struct killing *killing)
{
	const struct gen_exploration *exploration = killing->exploration;
	const struct trial_opts trial = gen_describe_trials(exploration, killing->place);
	uint64_t state = exploration->args->seed ^ exploration->mutant->row->id;
	unsigned nr_late = 0;
	struct error *err = NULL;

	for (unsigned i = 0; i < NR_VARIANTS && !err && !killing->test && !*exploration->signal;
	     i++) {
		struct gen_kill_test test = { 0 };
		bool differs = false;

		if (nr_late >= MAX_LATE || killing->found.count >= MAX_VARIED)
			break;
		if (!gen_kill_pool_vary(&killing->pool, killing->index, &state, &test.command))
			continue;
		err = run_both(killing, &trial, &test, &differs);
		nr_late += test.expected.is_late;
		if (!differs) {
			gen_kill_test_deinit(&test);
			continue;
		}
		vec_push(&killing->found, test);
		err = gen_kill_try_all(killing, &killing->found.items[killing->found.count - 1], 1,
				       UINT_MAX);
	}
	return err;
}

static void add_line(void *arg, const char *line)
{
	strbuf_addf(arg, "%s%s", ((struct strbuf *)arg)->length ? "\n" : "", line);
}

static struct error *take(struct gen_exploration *exploration, const struct search_opts *opts,
			  struct search *search, bool is_whole)
{
	struct killing *killing = exploration->killing;
	struct gen_kill_result *result = &killing->result;
	const struct search_state *state;
	struct gen_view view;
	struct error *err = gen_settle(exploration, opts, search, is_whole, &view);

	state = search_state(search);
	result->nr_inputs += state->sum.nr_inputs;
	if (!err && is_whole && view.groups.count)
		take_tests(&view, killing);
	else if (!err && is_whole && state->sum.is_certain)
		result->verdict = GEN_ALIKE;
	if (!err && result->verdict == GEN_OPEN) {
		struct strbuf why = { 0 };

		gen_words_gaps(state, add_line, &why);
		free(result->why);
		result->why = strbuf_take(&why);
	}
	gen_view_deinit(&view);
	return err;
}

/* Searches, and tries what was found; what kills the mutant by chance alone is no test. NR_WANTED differences end the search. */
static struct error *search_for(struct killing *killing, uint64_t nr_wanted)
{
	struct gen_args *args = killing->exploration->args;
	uint64_t before = args->max_differences, max_ms = args->max_ms, start_ms = clock_ms();
	struct error *err;

	/* All searches of a mutant share its time. */
	args->max_ms = max_ms > killing->search_ms ? max_ms - killing->search_ms : 1;
	gen_kill_search_forget(killing);
	if (nr_wanted < before)
		args->max_differences = nr_wanted;
	err = gen_explore(killing->exploration, killing->place, take);
	args->max_differences = before;
	args->max_ms = max_ms;
	killing->search_ms += clock_ms() - start_ms;
	if (!err)
		err = gen_kill_try_all(killing, killing->found.items, killing->found.count,
				       UINT_MAX);
	return err;
}

/*
 * Searches once more where the evaluator has 1 for values that nobody has set, if the mutant, which is said to be alike, may
 * leave some so. It is not alike if that does not come to the same.
 */
static struct error *doubt_alike(struct killing *killing)
{
	const struct inventory_mutant *row = killing->exploration->mutant->row;
	_cleanup_free_ char *before = NULL, *now = NULL;
	struct error *err;

	if (killing->result.verdict != GEN_ALIKE || !(row->flags & REMT_MUTANT_CONTROL))
		return NULL;
	killing->result.verdict = GEN_OPEN;
	before = gen_kill_exchange(GEN_KILL_UNDEFINED, "1");
	err = search_for(killing, 1);
	now = gen_kill_exchange(GEN_KILL_UNDEFINED, before);
	/* As compiled it may do the same by these. */
	for (size_t i = 0; i < killing->found.count && !err && !killing->test; i++)
		err = gen_kill_note_unset(killing, &killing->found.items[i]);
	return err;
}

struct error *gen_kill_search(struct killing *killing)
{
	struct error *err = search_for(killing, 1);
	bool is_seen = killing->nr_doubts || killing->found.count;

	if (!err && !killing->test)
		err = killing->found.count ? search_for(killing, MAX_FOUND) : doubt_alike(killing);
	is_seen |= killing->nr_doubts || killing->found.count;
	if (err || killing->test || !is_seen)
		return err;
	/* It was seen to differ, of which the gaps of the search say nothing. */
	if (killing->result.verdict == GEN_ALIKE)
		killing->result.verdict = GEN_OPEN;
	free(killing->result.why);
	killing->result.why = xstrdup(gen_kill_chance);
	return NULL;
}
