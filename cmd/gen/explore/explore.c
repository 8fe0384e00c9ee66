/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of `remt gen`. */
#include "cmd/cmd.h"
#include "cmd/gen/explore/change.h"
#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/view/progress.h"
#include "cmd/gen/view/view.h"
#include "solver/solver.h"

static bool show_progress(void *arg, const struct search_state *state)
{
	struct gen_exploration *exploration = arg;

	gen_lanes_warn(&exploration->lanes);
	gen_journal_note(exploration->journal, state->sum.nr_inputs);
	gen_draw_progress(state);
	return *exploration->signal != 0;
}

static bool is_repeated(void *arg, uint64_t nr_inputs)
{
	const struct gen_exploration *exploration = arg;

	return gen_journal_has(exploration->journal, nr_inputs);
}

/* Warns of UNKNOWN, why the change is not known, unless the search had the error ERR, which says more. */
static void warn_of_order(struct error *unknown, const struct error *err)
{
	if (unknown && !err)
		cmd_warn("branches were tried as they came: %s", unknown->message);
	error_destroy(unknown);
}

/* Completes OPTS, which the search borrows a part of. */
static struct search *create_search(const struct gen_exploration *exploration,
				    struct search_opts *opts)
{
	struct lanes *lanes = opts->explorer.lanes;

	opts->explorer.solver.seed = exploration->args->seed;
	opts->explorer.solver.keeper = gen_journal_keeper(exploration->journal);
	if (lanes)
		lanes_join(lanes, &opts->explorer.trial,
			   (const char *const *)exploration->programs);
	return search_create(opts, exploration->seeds.commands.items,
			     exploration->seeds.commands.count);
}

struct trial_opts gen_describe_trials(const struct gen_exploration *exploration,
				      const struct gen_place *place)
{
	return (struct trial_opts){ .evaluator = exploration->evaluator,
				    .directory = exploration->directory,
				    .view = place->view,
				    .is_namespace = place->is_namespace,
				    .recordings = { exploration->recordings[0],
						    exploration->recordings[1] },
				    .old_program = exploration->programs[0],
				    .max_ms = exploration->args->timeout_ms,
				    .deadline = { .cancelled = exploration->signal } };
}

static struct servers describe_servers(const struct gen_exploration *exploration)
{
	const char *old = exploration->programs[0], *new = exploration->programs[1];

	/* The old version's server is a lane's, if there is one. */
	return (struct servers){ .programs = { exploration->lanes.lanes ? NULL : old, new, old, new,
					       new } };
}

enum {
	SOLVER_SHARE = 2,     /* of --memory, which Z3 may have */
	LEAST_SOLVER_MB = 64, /* and what it needs to begin with */
};

static struct solver_options describe_solver(const struct gen_args *args)
{
	struct solver_options ret = solver_defaults;
	uint64_t megabytes = args->max_memory_mb / SOLVER_SHARE + LEAST_SOLVER_MB;

	if (megabytes < ret.megabytes)
		ret.megabytes = (unsigned)megabytes;
	return ret;
}

static struct search_opts describe_search(const struct gen_exploration *exploration,
					  const struct gen_place *place,
					  const struct gen_change *change)
{
	const struct gen_args *args = exploration->args;

	return (struct search_opts){
		.explorer = { .trial = gen_describe_trials(exploration, place),
			      .lanes = exploration->lanes.lanes,
			      .programs = { exploration->programs[0], exploration->programs[1] },
			      .name = args->programs[1],
			      .solver = describe_solver(args),
			      .order = args->order,
			      .change = change->change,
			      .mode = args->mode,
			      .keeps_irrelevant = args->keeps_irrelevant },
		.varies = args->varies,
		.fuzzes = args->varies && args->fuzzes && args->mode == MODE_PAIRS,
		.growth = args->growth,
		.max_ms = args->max_ms,
		.show_ms = args->max_ms / GEN_SHOW_SHARE,
		.max_inputs = args->max_inputs,
		.max_differences = args->max_differences,
		.max_memory_kb = 1024 * args->max_memory_mb,
		.is_repeated = is_repeated,
		.progress = show_progress,
		.arg = (void *)exploration,
	};
}

/* Finds what has changed, and has runs watch it. The change is none if it is not known, and RET_UNKNOWN says why. */
static struct error *find_change(const struct gen_exploration *exploration, struct gen_change *ret,
				 struct error **ret_unknown)
{
	const struct gen_args *args = exploration->args;
	const struct gen_change_opts opts = { .programs =
						      (const char *const *)exploration->programs,
					      .mutant = exploration->mutant,
					      .scratch = exploration->scratch.path,
					      .sees_all = args->mode != MODE_PAIRS };
	struct error *unknown = gen_change_find(&opts, ret);

	if (args->near.count && !unknown)
		unknown = gen_change_approach(ret, args->near.items, args->near.count);
	if ((args->near.count || args->mode != MODE_PAIRS) && unknown)
		return unknown;
	if (exploration->seeds.commands.count > 1 && !unknown)
		gen_change_scout(ret, exploration->scratch.path);
	*ret_unknown = unknown;
	return NULL;
}

struct error *gen_explore(struct gen_exploration *exploration, const struct gen_place *place,
			  gen_take_fn *take)
{
	struct gen_change change;
	struct servers servers = describe_servers(exploration);
	struct error *unknown, *err = find_change(exploration, &change, &unknown), *other;
	struct search_opts opts;
	struct search *search;

	if (err)
		return err;
	opts = describe_search(exploration, place, &change);
	opts.explorer.trial.servers = &servers;
	gen_change_watch(&change, &opts.explorer.trial);
	search = create_search(exploration, &opts);
	err = search_run(search);
	gen_lanes_warn(&exploration->lanes);
	gen_journal_note(exploration->journal, search_state(search)->sum.nr_inputs);
	other = take(exploration, &opts, search, !err);

	trial_end(&opts.explorer.trial);
	search_destroy(search);
	gen_change_deinit(&change);
	warn_of_order(unknown, err);
	if (!err)
		return other;
	error_destroy(other);
	return err;
}
