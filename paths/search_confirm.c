/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More runs of differences, where programs do not always do the same. */
#include "common/clock.h"
#include "common/deadline.h"
#include "paths/search_state.h"

/*
 * Two outputs that both come up half of the time agree in ten more runs of each version by chance in one of a million
 * differences. Where no input was unsteady, fewer runs look for a sign that one is.
 */
enum { NR_RUNS = 10, NR_FIRST_RUNS = 2 };

#define LEAST_MS 2000 /* that is spent on it where that is needed */

/* What more runs of a difference say of it. */
enum holds {
	HOLDS,
	HOLDS_NOT,
	HOLDS_UNKNOWN, /* the deadline came */
};

/* Runs both versions on DIFFERENCE once. *RET is HOLDS if both did what they did when it was found. */
static struct error *run_once(const struct visit_opts *opts, const struct difference *difference,
			      struct command *command, enum holds *ret)
{
	struct trial_result results[2];
	struct error *err = visit_compiled(opts, command, results);
	bool is_whole = !results[0].is_late || difference->results[0].is_late;
	bool holds = !err && is_whole && trial_is_same(&results[0], &difference->results[0]) &&
		     (results[0].is_late || trial_is_same(&results[1], &difference->results[1]));

	*ret = holds ? HOLDS : HOLDS_NOT;
	if (results[0].is_cut || results[1].is_cut)
		*ret = HOLDS_UNKNOWN;
	trial_result_deinit(&results[0]);
	trial_result_deinit(&results[1]);
	return err;
}

struct visit_opts search_visit_opts(struct search *search)
{
	const struct explorer_opts *explorer = &search->opts.explorer;

	return (struct visit_opts){ .trial = &explorer->trial,
				    .patience = &search->patience,
				    .programs = explorer->programs,
				    .name = explorer->name };
}

/* Runs both versions on FOUND NUMBER times. *RET is HOLDS if they did each time what they did when it was found. */
static struct error *run_times(struct search *search, const struct search_difference *found,
			       unsigned number, enum holds *ret)
{
	const struct visit_opts opts = search_visit_opts(search);
	struct command *command = explorer_command(found->explorer);
	struct error *err = NULL;

	command_set(command, opts.name, found->difference->inputs);
	*ret = HOLDS;
	for (unsigned i = 0; i < number && *ret == HOLDS && !err; i++)
		err = run_once(&opts, found->difference, command, ret);
	return err;
}

struct error *search_run_often(struct search *search, const struct search_difference *found,
			       bool *holds)
{
	enum holds found_holds;
	struct error *err = run_times(search, found, NR_RUNS, &found_holds);

	*holds = found_holds == HOLDS;
	return err;
}

/* Sets when runs are to end. After a signal there is some time, which no other signal ends. */
static void set_deadline(struct search *search, const struct search_confirm_opts *opts)
{
	bool is_cancelled = opts->stop(opts->arg);
	uint64_t max_ms = opts->max_ms > LEAST_MS && !is_cancelled ? opts->max_ms : LEAST_MS;
	uint64_t left_ms = search_left_ms(search);
	struct deadline *deadline = &search->patience.deadline;

	deadline->at_ms = deadline_after(clock_ms(), left_ms < max_ms ? left_ms : max_ms);
	if (is_cancelled)
		deadline->cancelled = NULL;
}

/* Looks for a difference that does not hold. *RET: there is none, or no time to find it. */
static struct error *are_steady(struct search *search, bool *ret)
{
	const struct deadline *deadline = &search->patience.deadline;
	struct error *err = NULL;
	enum holds holds;

	*ret = !search_state(search)->sum.nr_unsteady;
	for (size_t i = 0; i < search->found.count && *ret && !err; i++) {
		struct search_difference found = search_difference(search, i);

		if (deadline_is_over(deadline))
			break;
		if (found.difference->results[0].is_late || found.difference->results[1].is_late)
			continue;
		err = run_times(search, &found, NR_FIRST_RUNS, &holds);
		*ret = holds != HOLDS_NOT;
	}
	return err;
}

/* Keeps those of the differences that hold. */
static struct error *keep_steady(struct search *search)
{
	size_t nr_kept = 0, number = search->found.count;
	struct error *err = NULL;

	for (size_t i = 0; i < number && !err; i++) {
		struct search_difference found = search_difference(search, i);
		enum holds holds;

		err = run_times(search, &found, NR_RUNS, &holds);
		if (holds == HOLDS_UNKNOWN) {
			search->nr_unconfirmed = number - i;
			number = i;
		}
		if (holds == HOLDS)
			search->found.items[nr_kept++] = search->found.items[i];
	}
	if (err)
		return err;
	search->found.count = nr_kept;
	search->nr_dropped = number - nr_kept;
	return NULL;
}

struct error *search_confirm(struct search *search, const struct search_confirm_opts *opts)
{
	const struct deadline before = search->patience.deadline;
	bool is_done;
	struct error *err;

	set_deadline(search, opts);
	err = are_steady(search, &is_done);
	if (!err && !is_done)
		err = keep_steady(search);
	search->patience.deadline = before;
	return err;
}
