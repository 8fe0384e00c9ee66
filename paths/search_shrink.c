/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Smaller inputs in place of those that a difference was found with. */
#include <stdlib.h>

#include "common/cleanup.h"
#include "paths/outcome.h"
#include "paths/search_state.h"
#include "paths/shrink.h"

typedef uint64_t outcome_fn(const struct trial_result results[2]);

/* A difference whose inputs are made smaller. */
struct shrinking {
	struct search *search;
	const struct search_shrink_opts *opts;
	const struct visit_opts *visit;
	outcome_fn *outcome; /* by which runs are alike */
	uint64_t wanted;     /* the outcome that they had */
};

static bool is_over(void *arg)
{
	const struct shrinking *shrinking = arg;

	return shrinking->opts->stop(shrinking->opts->arg);
}

/* True if the versions differ on COMMAND as they did. */
static struct error *is_alike(void *arg, struct command *command, bool *ret)
{
	const struct shrinking *shrinking = arg;
	struct trial_result results[2];
	struct error *err = visit_compiled(shrinking->visit, command, results);

	*ret = !err && !results[0].is_late && !results[1].is_cut &&
	       !trial_is_same(&results[0], &results[1]) &&
	       shrinking->outcome(results) == shrinking->wanted;
	trial_result_deinit(&results[0]);
	trial_result_deinit(&results[1]);
	return err;
}

/* Collects the commands of the caller in RET. */
static void collect_seeds(const struct search *search, const struct command ***ret, size_t *number)
{
	VEC(const struct command *) seeds = { 0 };

	for (size_t i = 0; i < search->shapes.count; i++) {
		const struct shape *shape = &search->shapes.items[i];

		for (size_t k = 0; shape->is_given && k < shape->commands.count; k++)
			vec_push(&seeds, &shape->commands.items[k]);
	}
	*ret = seeds.items;
	*number = seeds.count;
}

/* Makes COMMAND, which has the inputs of the difference, smaller. *RET: it is. */
static struct error *shrink(struct shrinking *shrinking, struct command *command, bool *ret)
{
	_cleanup_free_ const struct command **seeds = NULL;
	size_t number;
	struct shrink_opts opts = { .max_tries = shrinking->opts->max_tries,
				    .has = is_alike,
				    .stop = is_over,
				    .arg = shrinking };

	collect_seeds(shrinking->search, &seeds, &number);
	opts.seeds = seeds;
	opts.nr_seeds = number;
	return shrink_make(&opts, command, ret);
}

/* Visits COMMAND, which it takes over. *RET: it is a difference like that of INDEX, which it is put in place of. */
static struct error *replace(struct shrinking *shrinking, size_t index, struct command *command,
			     bool *ret)
{
	struct search *search = shrinking->search;
	const struct search_use use = search->use;
	size_t nr_before = search->found.count, shape;
	struct search_difference before, after;
	struct error *err = search_visit_beside(search, command, &shape);

	search->shapes.items[shape].is_shrunk = true;
	search->use = use;
	*ret = !err && search->found.count == nr_before + 1;
	if (*ret) {
		before = search_difference(search, index);
		after = search_difference(search, nr_before);
		*ret = shrinking->opts->is_like(shrinking->opts->arg, &before, &after);
	}
	if (*ret)
		err = search_run_often(search, &after, ret);
	search->found.count = nr_before;
	if (*ret)
		search->found.items[index] =
			(struct found){ shape, 0, search->found.items[index].use,
					before.nr_inputs - 1 };
	return err;
}

/* Makes the inputs of INDEX smaller whose runs are alike by OUTCOME. *RET: they were replaced, or can't be. */
static struct error *shrink_by(struct shrinking *shrinking, size_t index, outcome_fn *outcome,
			       bool *ret)
{
	struct search_difference found = search_difference(shrinking->search, index);
	const struct command *whole = explorer_command(found.explorer);
	struct command command;
	bool is_smaller;
	struct error *err;

	shrinking->outcome = outcome;
	shrinking->wanted = outcome(found.difference->results);
	command_copy(whole, &command);
	command_set(&command, shrinking->visit->name, found.difference->inputs);
	err = shrink(shrinking, &command, &is_smaller);
	*ret = !is_smaller;
	if (!err && is_smaller && !search_is_known(shrinking->search, index, &command))
		return replace(shrinking, index, &command, ret);
	command_deinit(&command);
	return err;
}

struct error *search_shrink(struct search *search, size_t index,
			    const struct search_shrink_opts *opts)
{
	const struct visit_opts visit = search_visit_opts(search);
	struct shrinking shrinking = { .search = search, .opts = opts, .visit = &visit };
	bool done = false;
	struct error *err;

	search->patience.deadline.at_ms = opts->end_ms;
	err = shrink_by(&shrinking, index, outcome_kind, &done);
	/* Where the loose way led to another difference, the strict one may not. */
	if (!err && !done && !is_over(&shrinking))
		err = shrink_by(&shrinking, index, outcome_hash, &done);
	search->patience.deadline.at_ms = 0;
	return err;
}
