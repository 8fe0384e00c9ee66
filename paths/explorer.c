/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/explorer.h"

#include <malloc.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/explorer_state.h"
#include "solver/solver.h"

struct explorer *explorer_create(const struct explorer_opts *opts, const struct command *command,
				 struct recording recordings[2])
{
	struct explorer *explorer = xcalloc(1, sizeof(*explorer));

	explorer->opts = *opts;
	explorer->agenda.order =
		opts->order == AGENDA_NEAR && !opts->change ? AGENDA_FIRST : opts->order;
	explorer->checks.order = explorer->hard.order = AGENDA_FIRST;
	explorer->recordings = recordings;
	command_copy(command, &explorer->command);
	explorer->differences.nr_inputs = explorer->command.nr_inputs;
	terms_init(&explorer->terms);
	evaluator_init(&explorer->evaluator, &explorer->terms);
	for (unsigned i = 0; i < 2; i++)
		explorer->trees[i].prefixes = explorer->pairs[i].prefixes = &explorer->prefixes;
	explorer->context = (struct question_context){
		.terms = &explorer->terms,
		.solver =
			solver_create(&explorer->terms, explorer->command.nr_inputs, &opts->solver),
		.prefixes = &explorer->prefixes,
		.nr_inputs = explorer->command.nr_inputs,
		.nr_arguments = explorer->command.nr_arguments,
	};
	return explorer;
}

void explorer_open(struct explorer *explorer, const unsigned char *inputs)
{
	struct agenda_reason reason = { .kind = FOR_DIFFERENCE };
	struct agenda_task task = { .inputs = xmemdup(inputs, explorer->command.nr_inputs) };

	agenda_add(&explorer->agenda, &reason, &task);
}

void explorer_add(struct explorer *explorer, const struct command *command)
{
	_cleanup_free_ unsigned char *inputs =
		xcalloc(explorer->command.nr_inputs + UINT32_C(1), 1);

	command_inputs(command, inputs);
	explorer_open(explorer, inputs);
	explorer->state.nr_open++;
	explorer->nr_given++;
}

void explorer_destroy(struct explorer *explorer)
{
	agenda_deinit(&explorer->agenda);
	agenda_deinit(&explorer->checks);
	agenda_deinit(&explorer->irrelevant);
	explorer_drop_hard(explorer);
	slots_deinit(&explorer->alone);
	slots_deinit(&explorer->visited_hashes);
	for (size_t i = 0; i < explorer->visited.count; i++)
		free(explorer->visited.items[i]);
	vec_deinit(&explorer->visited);
	vec_deinit(&explorer->given);
	free(explorer->next);
	prefixes_deinit(&explorer->prefixes);
	strv_destroy(explorer->state.concretised_by);
	differences_deinit(&explorer->differences);
	partitions_deinit(&explorer->partitions);
	tree_deinit(&explorer->trees[0]);
	tree_deinit(&explorer->trees[1]);
	tree_deinit(&explorer->pairs[0]);
	tree_deinit(&explorer->pairs[1]);
	solver_destroy(explorer->context.solver);
	evaluator_deinit(&explorer->evaluator);
	terms_deinit(&explorer->terms);
	command_deinit(&explorer->command);
	free(explorer);
}

const struct difference *explorer_differences(const struct explorer *explorer, size_t *number)
{
	*number = explorer->differences.items.count;
	return explorer->differences.items.items;
}

struct trail_step *explorer_branches(const struct explorer *explorer, unsigned version,
				     uint32_t last, size_t *number)
{
	return trails_get(&explorer->differences.trails[version], last, number);
}

const struct bystander *explorer_bystanders(const struct explorer *explorer, size_t *number)
{
	*number = explorer->differences.bystanders.count;
	return explorer->differences.bystanders.items;
}

struct command *explorer_command(struct explorer *explorer)
{
	return &explorer->command;
}

bool explorer_is_at_end(struct explorer *explorer)
{
	const struct explorer_opts *opts = &explorer->opts;

	if (!explorer->is_stopped)
		explorer->is_stopped = opts->stop && opts->stop(opts->arg);
	return explorer->is_stopped;
}

/* One visit of so many evaluates both versions, though the new one may tell what both do. */
#define WHOLE_VISITS 16

/*
 * One visit of so many checks a pair, while any waits. Branches alone would take all the time there is, and no proof
 * would count.
 */
#define CHECKED_VISITS 8

bool explorer_prunes(const struct explorer *explorer)
{
	const struct explorer_opts *opts = &explorer->opts;

	return !mode_is_partial(opts->mode) && opts->change && opts->trial.watches[0].list &&
	       opts->trial.watches[1].list && !opts->keeps_irrelevant &&
	       !change_doubt(opts->change);
}

void explorer_rest(struct explorer *explorer)
{
	evaluator_rest(&explorer->evaluator);
	solver_rest(explorer->context.solver);
	malloc_trim(0); /* what was freed lies between what is kept */
}

/* ---- the search */

/* Notes what the run of VERSION tells of changed code. */
static void note_watched(struct explorer *explorer, const struct path *path, unsigned version)
{
	if (path->flags & REMT_PATH_UNWATCHED && explorer->opts.change)
		change_refute(explorer->opts.change, "changed code may run unseen");
	if (path->flags & REMT_PATH_EXPORTED && explorer->opts.change)
		change_refute(
			explorer->opts.change,
			"libraries can find functions or variables of a program by their names");
	for (size_t i = 0; i < path->watched.count; i++) {
		if (path->watched.items[i])
			change_reach(explorer->opts.change, version, (uint32_t)i);
	}
}

static void branch_off_both(struct explorer *explorer, struct visit *visit,
			    const unsigned char *inputs)
{
	const uint64_t *nr_paths = explorer->state.nr_paths, nr_before = nr_paths[1];
	struct tree_position ends[2] = { 0 };
	bool is_unchanged, is_partial = mode_is_partial(explorer->opts.mode);

	for (unsigned version = 0; version < 2; version++) {
		note_watched(explorer, &visit->paths[version], version);
		explorer->state.nr_conditions += visit->paths[version].conditions.count;
	}
	if (explorer->opts.change && !visit->is_new_alone &&
	    visit->paths[0].libraries != visit->paths[1].libraries)
		change_refute(explorer->opts.change, "the programs load other libraries");
	is_unchanged = explorer_prunes(explorer) && visit_is_unchanged(visit);
	/* What both versions do alike is one path, which the tree of the new one has. */
	for (unsigned version = is_unchanged || is_partial; version < 2; version++)
		ends[version] = explorer_branch_off(explorer, visit, inputs, version);
	if (is_unchanged)
		explorer->state.nr_paths[0] += nr_paths[1] - nr_before;
	explorer_judge(explorer, inputs, ends, visit);
	/* Then all inputs of one path go the other one, too. */
	for (unsigned version = 0; version < 2 && !is_unchanged && !is_partial; version++)
		explorer_part(explorer, visit, inputs, version, ends[version]);
}

struct visit_opts explorer_visit_opts(const struct explorer *explorer)
{
	return (struct visit_opts){
		.trial = &explorer->opts.trial,
		.patience = explorer->opts.patience,
		.lanes = explorer->opts.lanes,
		.programs = explorer->opts.programs,
		.name = explorer->opts.name,
		.may_be_new_alone =
			explorer_prunes(explorer) && explorer->visited.count % WHOLE_VISITS != 1,
	};
}

static struct error *explore_input(struct explorer *explorer, const unsigned char *inputs)
{
	_cleanup_visit_ struct visit visit;
	const struct visit_opts opts = explorer_visit_opts(explorer);
	bool is_given = explorer->visited.count <= explorer->nr_given;
	struct variants variants = { .opts = &opts, .visit = &visit, .inputs = inputs };
	struct error *err = visit_make(&opts, &explorer->command, explorer->recordings,
				       &explorer->terms, inputs, &visit);

	if (err)
		return err;
	if (visit.is_cut) {
		explorer_open(explorer, inputs);
		return NULL;
	}
	if (!is_given)
		explorer_begin_variants(explorer, &variants);
	branch_off_both(explorer, &visit, inputs);
	if (is_given)
		vec_push(&explorer->given, explorer_give(explorer, &visit));
	else
		err = explorer_vary(explorer, &variants);
	explorer_end_variants(&variants);
	return err;
}

/* Returns how many branches and inputs are open that have to be looked at, but for those that were put off. */
static uint64_t nr_easy(const struct explorer *explorer)
{
	return explorer->agenda.nr_open - explorer->nr_alone + explorer->checks.nr_open +
	       (explorer_prunes(explorer) ? 0 : explorer->irrelevant.nr_open);
}

static uint64_t nr_open(const struct explorer *explorer)
{
	return nr_easy(explorer) + explorer_nr_hard(explorer);
}

void explorer_update(struct explorer *explorer)
{
	struct explorer_state *state = &explorer->state;
	const struct partitions *partitions = &explorer->partitions;

	state->nr_open = nr_open(explorer) + (explorer->next != NULL);
	state->nr_irrelevant = explorer_prunes(explorer) ? explorer->irrelevant.nr_open : 0;
	state->nr_differences = explorer->differences.items.count;
	state->nr_equal = partitions->counts[PARTITION_EQUAL];
	state->nr_differing = partitions->counts[PARTITION_DIFFERS];
	state->nr_unchecked = partitions->counts[PARTITION_PROVEN];
	state->nr_undecided =
		partitions->counts[PARTITION_OPEN] + partitions->counts[PARTITION_PROVEN];
	state->is_over = !state->nr_open && !explorer->is_stopped;
	state->is_certain =
		state->is_over && !mode_is_partial(explorer->opts.mode) && !state->nr_unknown &&
		!state->nr_undecided && !state->is_concretised && !state->is_cut &&
		!state->is_untold && !state->is_late && !partitions->nr_refuted &&
		(!explorer->nr_unchanged || explorer_prunes(explorer)) &&
		tree_is_sound(&explorer->trees[0]) && tree_is_sound(&explorer->trees[1]) &&
		tree_is_sound(&explorer->pairs[0]) && tree_is_sound(&explorer->pairs[1]);
}

const struct explorer_state *explorer_state(struct explorer *explorer)
{
	/* What another exploration found out of the change may have made it less certain. */
	explorer->state.is_certain &= !explorer->nr_unchanged || explorer_prunes(explorer);
	return &explorer->state;
}

bool explorer_is_open(const struct explorer *explorer)
{
	return explorer->next || nr_open(explorer) || explorer_waits(explorer);
}

uint64_t explorer_rank(const struct explorer *explorer)
{
	uint64_t rank = agenda_rank(&explorer->agenda);
	bool has_inputs = explorer->next || explorer->checks.nr_open;

	return has_inputs && rank == UINT64_MAX ? 0 : rank;
}

/* Returns inputs that go the other way at the branch of TASK; NULL: there are none, or they are not known. */
static unsigned char *ask_branch(struct explorer *explorer, const struct agenda_task *task)
{
	unsigned char *inputs;

	/* What is asked for alone is beside what has to be known. */
	if (question_ask_branch(&explorer->context, task, &inputs) == SOLVER_UNKNOWN && task->tree)
		explorer_put_off(explorer, task);
	return inputs;
}

/* Takes the task that comes next; false: there is none. */
static bool take_task(struct explorer *explorer, struct agenda_task *ret)
{
	size_t nr_visited = explorer->visited.count;
	bool is_check = nr_visited >= explorer->nr_given &&
			nr_visited % CHECKED_VISITS == CHECKED_VISITS - 1;

	if (!nr_easy(explorer))
		return false;
	if (is_check && agenda_take(&explorer->checks, ret))
		return true;
	if (!agenda_take(&explorer->agenda, ret))
		return agenda_take(&explorer->checks, ret) ||
		       agenda_take(&explorer->irrelevant, ret);
	explorer->nr_alone -= !ret->inputs && !ret->tree;
	return true;
}

/* Returns INPUTS, or NULL, and frees them, if they were visited and are asked for by a task that is ALONE. */
static unsigned char *unless_visited(struct explorer *explorer, unsigned char *inputs,
				     bool is_alone)
{
	uint64_t hash = inputs ? hash_bytes(inputs, explorer->command.nr_inputs) : 0;

	if (!inputs || !is_alone || slots_find(&explorer->visited_hashes, hash) == SLOTS_NONE)
		return inputs;
	free(inputs);
	return NULL;
}

bool explorer_find(struct explorer *explorer, unsigned max_tasks)
{
	struct agenda_task task;

	for (; max_tasks && !explorer->next && take_task(explorer, &task); max_tasks--) {
		explorer->next = task.inputs ? task.inputs : ask_branch(explorer, &task);
		explorer->next =
			unless_visited(explorer, explorer->next, !task.inputs && !task.tree);
		explorer->state.nr_open = nr_open(explorer);
		if (!explorer->next && nr_open(explorer) && explorer_is_at_end(explorer))
			break;
	}
	if (!explorer->next && !nr_easy(explorer) && explorer_nr_hard(explorer) &&
	    !explorer_is_at_end(explorer))
		explorer_ask_hard(explorer);
	explorer_update(explorer);
	return explorer->next != NULL;
}

/* Takes INPUTS over. */
static void note_visited(struct explorer *explorer, unsigned char *inputs)
{
	uint64_t hash = hash_bytes(inputs, explorer->command.nr_inputs);

	vec_push(&explorer->visited, inputs);
	if (slots_find(&explorer->visited_hashes, hash) == SLOTS_NONE)
		slots_add(&explorer->visited_hashes, hash, 0);
}

struct error *explorer_step(struct explorer *explorer)
{
	unsigned char *inputs = explorer->next;
	struct error *err;

	explorer->next = NULL;
	note_visited(explorer, inputs);
	err = explore_input(explorer, inputs);
	explorer->state.nr_inputs++;
	explorer_update(explorer);
	if (err)
		explorer->state.is_over = explorer->state.is_certain = false;
	return err;
}
