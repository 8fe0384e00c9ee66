/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More runs of differences, where programs do not always do the same. */
#include "common/clock.h"
#include "paths/search_state.h"

/*
 * Two outputs that both come up half of the time agree in ten more runs of each version by chance in one of a million
 * differences. Where no input was unsteady, fewer runs look for a sign that one is.
 */
enum { NR_RUNS = 10, NR_FIRST_RUNS = 2 };

#define LEAST_MS 2000 /* that is spent on it where that is needed */

/* Runs both versions on DIFFERENCE once. *HOLDS: both did what they did when it was found. */
static struct error *run_once(const struct visit_opts *opts, const struct difference *difference,
			      struct command *command, bool *holds)
{
	struct trial_result results[2];
	struct error *err = visit_compiled(opts, command, results);
	bool is_whole = !results[0].is_late || difference->results[0].is_late;

	*holds = !err && is_whole && trial_is_same(&results[0], &difference->results[0]) &&
		 (results[0].is_late || trial_is_same(&results[1], &difference->results[1]));
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

/* Runs both versions on FOUND NUMBER times. *HOLDS: each time they did what they did when it was found. */
static struct error *run_times(struct search *search, const struct search_difference *found,
			       unsigned number, bool *holds)
{
	const struct visit_opts opts = search_visit_opts(search);
	struct command *command = explorer_command(found->explorer);
	struct error *err = NULL;

	command_set(command, opts.name, found->difference->inputs);
	*holds = true;
	for (unsigned i = 0; i < number && *holds && !err; i++)
		err = run_once(&opts, found->difference, command, holds);
	return err;
}

struct error *search_run_often(struct search *search, const struct search_difference *found,
			       bool *holds)
{
	return run_times(search, found, NR_RUNS, holds);
}

/* True if there is time for one more difference, where the first one was run at START_MS. */
static bool has_time(const struct search_confirm_opts *opts, uint64_t start_ms)
{
	uint64_t limit_ms =
		opts->max_ms > LEAST_MS && !opts->stop(opts->arg) ? opts->max_ms : LEAST_MS;

	return clock_ms() - start_ms < limit_ms;
}

/* Looks for a difference that does not hold. *RET: there is none, or no time to find it. */
static struct error *are_steady(struct search *search, const struct search_confirm_opts *opts,
				uint64_t start_ms, bool *ret)
{
	struct error *err = NULL;

	*ret = !search_state(search)->sum.nr_unsteady;
	for (size_t i = 0; i < search->found.count && *ret && !err; i++) {
		struct search_difference found = search_difference(search, i);

		if (!has_time(opts, start_ms))
			break;
		if (!found.difference->results[0].is_late && !found.difference->results[1].is_late)
			err = run_times(search, &found, NR_FIRST_RUNS, ret);
	}
	return err;
}

struct error *search_confirm(struct search *search, const struct search_confirm_opts *opts)
{
	size_t nr_kept = 0, number = search->found.count;
	uint64_t start_ms = clock_ms();
	bool is_done;
	struct error *err = are_steady(search, opts, start_ms, &is_done);

	if (err || is_done)
		return err;
	for (size_t i = 0; i < number && !err; i++) {
		struct search_difference found = search_difference(search, i);
		bool holds;

		if (!has_time(opts, start_ms)) {
			search->nr_unconfirmed = number - i;
			number = i;
			break;
		}
		err = search_run_often(search, &found, &holds);
		if (holds)
			search->found.items[nr_kept++] = search->found.items[i];
	}
	if (err)
		return err;
	search->found.count = nr_kept;
	search->nr_dropped = number - nr_kept;
	return NULL;
}
