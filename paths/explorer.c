/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/explorer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/agenda.h"
#include "paths/partition.h"
#include "paths/prefix.h"
#include "paths/question.h"
#include "paths/signature.h"
#include "paths/tree.h"
#include "paths/visit.h"
#include "solver/solver.h"

/*
 * What tasks are for, in their order: inputs for which one pair of paths prints different things, and others to
 * check a pair that was proven equal; another side of one version's path, or of the path of one version behind
 * that of the other one; and such sides within functions of libraries.
 */
enum { FOR_DIFFERENCE, FOR_CHECK, FOR_BRANCH, FOR_LIBRARY };

struct explorer {
	struct explorer_opts opts;
	struct command command;
	struct explorer_state state;
	struct recording *recording;
	struct terms terms;
	struct question_context context;
	struct evaluator evaluator;
	struct prefixes prefixes; /* of all trees */
	struct tree trees[2];	  /* by version */
	/* behind each path of the version by number, the paths of the other one */
	struct tree pairs[2];
	struct partitions partitions;
	struct agenda agenda;
	VEC(unsigned char *) visited; /* inputs that were run */
	unsigned char *next;	      /* inputs that come next, if they are known */
	struct differences differences;
	bool is_stopped; /* by the caller */
};

struct explorer *explorer_create(const struct explorer_opts *opts, const struct command *command,
				 struct recording *recording)
{
	struct explorer *explorer = xcalloc(1, sizeof(*explorer));

	explorer->opts = *opts;
	explorer->agenda.order =
		opts->order == AGENDA_NEAR && !opts->change ? AGENDA_FIRST : opts->order;
	explorer->recording = recording;
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

void explorer_add(struct explorer *explorer, const struct command *command)
{
	unsigned char *inputs = xcalloc(explorer->command.nr_inputs + UINT32_C(1), 1);
	struct agenda_reason reason = { .kind = FOR_DIFFERENCE };

	command_inputs(command, inputs);
	agenda_add(&explorer->agenda, &reason, &(struct agenda_task){ .inputs = inputs });
	explorer->state.nr_open++;
}

void explorer_destroy(struct explorer *explorer)
{
	agenda_deinit(&explorer->agenda);
	for (size_t i = 0; i < explorer->visited.count; i++)
		free(explorer->visited.items[i]);
	vec_deinit(&explorer->visited);
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

const struct explorer_state *explorer_state(const struct explorer *explorer)
{
	return &explorer->state;
}

const struct difference *explorer_differences(const struct explorer *explorer, size_t *number)
{
	*number = explorer->differences.items.count;
	return explorer->differences.items.items;
}

struct trail_step *explorer_branches(const struct explorer *explorer, unsigned version,
				     const struct difference *difference, size_t *number)
{
	return trails_get(&explorer->differences.trails[version], difference->trails[version],
			  number);
}

struct command *explorer_command(struct explorer *explorer)
{
	return &explorer->command;
}

/* ---- questions */

/* Asks for inputs that fulfil CONDITIONS, near NEAR, and opens them for what KIND says. */
static enum solver_answer open_inputs(struct explorer *explorer, const uint32_t *conditions,
				      size_t number, const unsigned char *near, unsigned kind)
{
	struct agenda_reason reason = { .kind = kind };
	struct agenda_task task = { 0 };
	enum solver_answer answer =
		question_ask(&explorer->context, conditions, number, near, &task.inputs);

	if (task.inputs)
		agenda_add(&explorer->agenda, &reason, &task);
	return answer;
}

/* True if the caller wants the end. */
static bool is_at_end(struct explorer *explorer)
{
	const struct explorer_opts *opts = &explorer->opts;

	if (!explorer->is_stopped)
		explorer->is_stopped = opts->stop && opts->stop(opts->arg);
	return explorer->is_stopped;
}

/* A path whose branches are looked at, and what came before. */
struct walk {
	const unsigned char *inputs; /* that were visited */
	struct tree *tree;
	struct tree_position position;
	/* terms of the other version's path, which comes before it; NULL: none does */
	const struct slots *held;
	unsigned version; /* whose path it is */
	bool has_new;	  /* an edge was new */
};

/* Returns what inputs are for that are to take the other side of ROW. */
static struct agenda_reason reason_of(struct explorer *explorer, const struct walk *walk,
				      const struct remt_path_condition *row)
{
	struct change *change = explorer->opts.change;
	bool is_library = row->kind == REMT_PATH_LIBRARY || row->kind == REMT_PATH_PINNED;
	uint64_t branch[6] = { walk->version + 2 * (walk->held != NULL),
			       row->uid,
			       (uint64_t)row->function << 32 | row->block,
			       row->insn,
			       row->way,
			       row->kind };

	return (struct agenda_reason){
		.kind = is_library ? FOR_LIBRARY : FOR_BRANCH,
		.distance = change ? change_distance(change, walk->version, row) : 0,
		.branch = hash_bytes(branch, sizeof(branch)),
	};
}

/*
 * Makes the task of the other side of ROW, or of another value, in *TASK; false: it is not new in the walk's
 * tree. What holds already has no other side.
 */
static bool make_task(struct explorer *explorer, const struct walk *walk,
		      const struct remt_path_condition *row, struct agenda_task *task)
{
	bool is_held = walk->held && slots_find(walk->held, row->term) != SLOTS_NONE;

	*task = (struct agenda_task){ .tree = walk->tree,
				      .before = walk->position.prefix,
				      .is_pin = row->kind == REMT_PATH_PINNED,
				      .near = walk->inputs };
	if (task->is_pin) {
		task->edge = tree_place(&walk->position, row);
		return pins_note(&walk->tree->pins, task->edge, row->term) && !is_held;
	}
	if (!tree_add_other(walk->tree, &walk->position, row, &task->edge))
		return false;
	if (is_held)
		tree_exclude(walk->tree, task->edge);
	else
		task->term = term_not(&explorer->terms, row->term);
	return !is_held;
}

static void open_other(struct explorer *explorer, const struct walk *walk,
		       const struct remt_path_condition *row)
{
	struct agenda_reason reason;
	struct agenda_task task;

	if (!make_task(explorer, walk, row, &task))
		return;
	reason = reason_of(explorer, walk, row);
	agenda_add(&explorer->agenda, &reason, &task);
}

/* Goes along PATH to its end, and opens the other sides of its branches. */
static void walk_path(struct explorer *explorer, struct walk *walk, const struct path *path)
{
	for (size_t i = 0; i < path->conditions.count; i++) {
		open_other(explorer, walk, &path->conditions.items[i]);
		walk->has_new |= tree_go(walk->tree, &walk->position, &path->conditions.items[i]);
	}
}

/* Notes whether values of one run stood for others. */
static void note_concretised(struct explorer_state *state, const struct path *path)
{
	if (!(path->flags & REMT_PATH_CONCRETISED))
		return;
	state->is_concretised = true;
	if (*path->concretised_by)
		strv_append_once(&state->concretised_by, path->concretised_by);
}

/* Opens other sides of one version's path; returns where the path ends in its tree. */
static struct tree_position branch_off(struct explorer *explorer, struct walk walk,
				       const struct path *path, unsigned version)
{
	walk.tree = &explorer->trees[version];
	walk.version = version;
	walk_path(explorer, &walk, path);
	explorer->state.nr_paths[version] += walk.has_new || !path->conditions.count;
	note_concretised(&explorer->state, path);
	explorer->state.is_cut |= path->flags & REMT_PATH_FULL;
	return walk.position;
}

/*
 * Opens inputs that go the path of VERSION, which ends at END, and leave that of the other one: where
 * versions part, they do so between two such inputs.
 */
static void part(struct explorer *explorer, struct walk walk, const struct path paths[2],
		 unsigned version, struct tree_position end)
{
	struct slots held = { 0 };

	for (size_t i = 0; i < paths[version].conditions.count; i++) {
		uint32_t term = paths[version].conditions.items[i].term;

		if (slots_find(&held, term) == SLOTS_NONE)
			slots_add(&held, term, 0);
	}
	walk.held = &held;
	walk.tree = &explorer->pairs[version];
	walk.version = 1 - version;
	walk.position = end;
	walk_path(explorer, &walk, &paths[1 - version]);
	slots_deinit(&held);
}

/* ---- pairs of paths */

static uint64_t hash_pair(const struct tree_position ends[2])
{
	uint64_t pair[2] = { ends[0].hash, ends[1].hash };

	return hash_bytes(pair, sizeof(pair));
}

/* True if the paths of VISIT tell all that its runs did. */
static bool is_told(struct explorer *explorer, const struct visit *visit,
		    const unsigned char *inputs)
{
	evaluator_set(&explorer->evaluator, inputs);
	for (unsigned i = 0; i < 2; i++) {
		const struct path *path = &visit->paths[i];

		if (path->flags & (REMT_PATH_FULL | REMT_PATH_CONCRETISED))
			return false;
		if (!(path->flags & REMT_PATH_MAIN) ||
		    !trial_is_same(&visit->compiled[i], &visit->evaluated[i]) ||
		    !signature_is_told(&explorer->evaluator, path, &visit->compiled[i])) {
			explorer->state.is_untold = true;
			return false;
		}
	}
	return true;
}

/* True if a run did not end, so that it is not known what it would have done. */
static bool is_late(const struct visit *visit)
{
	bool ret = false;

	for (unsigned i = 0; i < 2; i++)
		ret |= visit->compiled[i].is_late || visit->evaluated[i].is_late;
	return ret;
}

/* Asks whether versions that go the two paths ever print different things; opens inputs for which they do. */
static enum partition_state compare_outputs(struct explorer *explorer, uint32_t *conditions,
					    size_t number, const struct visit *visit,
					    const unsigned char *inputs)
{
	uint32_t difference =
		signature_difference(&explorer->terms, &visit->paths[0], &visit->paths[1]);
	uint64_t constant;

	if (term_is_constant(&explorer->terms, difference, &constant) && !constant)
		return PARTITION_EQUAL;
	conditions[number] = difference;
	return open_inputs(explorer, conditions, number + 1, inputs, FOR_DIFFERENCE) == SOLVER_UNSAT
		       ? PARTITION_EQUAL
		       : PARTITION_OPEN;
}

/*
 * Opens inputs of the pair of paths that are as unlike INPUTS as they can be. A model that is wrong for them
 * shows, as their runs do not do what their paths tell.
 */
static void check_pair(struct explorer *explorer, const uint32_t *conditions, size_t number,
		       const unsigned char *inputs)
{
	uint32_t nr_inputs = explorer->command.nr_inputs;
	_cleanup_free_ unsigned char *others = xcalloc(nr_inputs + UINT32_C(1), 1);

	for (uint32_t i = 0; i < nr_inputs; i++)
		others[i] = (unsigned char)(inputs[i] ^ (i % 2 ? 0xa5 : 0x3a) ^ i);
	open_inputs(explorer, conditions, number, others, FOR_CHECK);
}

/* Says whether the pair of paths, which is new, is known to print the same for all inputs. */
static enum partition_state prove_pair(struct explorer *explorer, const struct visit *visit,
				       const unsigned char *inputs)
{
	size_t number;
	_cleanup_free_ uint32_t *conditions = question_of_pair(&explorer->context, visit, &number);
	enum partition_state state = compare_outputs(explorer, conditions, number, visit, inputs);

	if (state == PARTITION_EQUAL)
		check_pair(explorer, conditions, number, inputs);
	return state;
}

/*
 * Returns a hash of the pair of output expressions; of what the runs did if these do not tell all of
 * it. What ended a run by force is no part of its expression.
 */
static uint64_t hash_change(const struct visit *visit, bool is_known)
{
	uint64_t change[4] = { 0 };

	for (unsigned i = 0; i < 2; i++) {
		const struct trial_result *result = &visit->compiled[i];

		change[2 * i] = is_known ? signature_hash(&visit->paths[i]) : trial_hash(result);
		if (result->is_late || WIFSIGNALED(result->status))
			change[2 * i + 1] = result->is_late ? UINT64_MAX : (uint64_t)result->status;
	}
	return hash_bytes(change, sizeof(change));
}

/* Says what is known of the pair of paths by now. Takes results of a difference over. */
static void judge(struct explorer *explorer, const unsigned char *inputs,
		  const struct tree_position ends[2], struct visit *visit)
{
	uint64_t pair = hash_pair(ends);
	bool is_known = is_told(explorer, visit, inputs);
	enum partition_state state = PARTITION_OPEN;

	explorer->state.nr_unsteady += visit->is_unsteady;
	explorer->state.is_late |= is_late(visit);
	if (visit->is_unsteady) {
		explorer->state.is_untold = true;
	} else if (visit->differs) {
		state = PARTITION_DIFFERS;
		differences_note(&explorer->differences, hash_change(visit, is_known), inputs,
				 visit->compiled, visit->paths);
	} else if (is_known && !is_late(visit) &&
		   partitions_find(&explorer->partitions, pair) == SLOTS_NONE) {
		state = prove_pair(explorer, visit, inputs);
	}
	partitions_note(&explorer->partitions, pair, state);
}

static void branch_off_both(struct explorer *explorer, struct visit *visit,
			    const unsigned char *inputs)
{
	const struct path *paths = visit->paths;
	struct walk walk = { .inputs = inputs };
	struct tree_position ends[2];

	for (unsigned version = 0; version < 2; version++)
		ends[version] = branch_off(explorer, walk, &paths[version], version);
	judge(explorer, inputs, ends, visit);
	for (unsigned version = 0; version < 2; version++)
		part(explorer, walk, paths, version, ends[version]);
}

static struct error *explore_input(struct explorer *explorer, const unsigned char *inputs)
{
	_cleanup_visit_ struct visit visit;
	struct visit_opts opts = { &explorer->opts.trial, explorer->opts.patience,
				   explorer->opts.programs, explorer->opts.name };
	struct error *err = visit_make(&opts, &explorer->command, explorer->recording,
				       &explorer->terms, inputs, &visit);

	if (!err)
		branch_off_both(explorer, &visit, inputs);
	return err;
}

/* ---- the search */

static void update_state(struct explorer *explorer)
{
	struct explorer_state *state = &explorer->state;
	const struct partitions *partitions = &explorer->partitions;

	state->nr_open = explorer->agenda.nr_open + (explorer->next != NULL);
	state->nr_differences = explorer->differences.items.count;
	state->nr_equal = partitions->counts[PARTITION_EQUAL];
	state->nr_differing = partitions->counts[PARTITION_DIFFERS];
	state->nr_undecided = partitions->counts[PARTITION_OPEN];
	state->is_over = !state->nr_open && !explorer->is_stopped;
	state->is_certain =
		state->is_over && !state->nr_unknown && !state->nr_undecided &&
		!state->is_concretised && !state->is_cut && !state->is_untold && !state->is_late &&
		!partitions->nr_refuted && tree_is_sound(&explorer->trees[0]) &&
		tree_is_sound(&explorer->trees[1]) && tree_is_sound(&explorer->pairs[0]) &&
		tree_is_sound(&explorer->pairs[1]);
}

bool explorer_is_open(const struct explorer *explorer)
{
	return explorer->next || explorer->agenda.nr_open;
}

uint64_t explorer_rank(const struct explorer *explorer)
{
	return explorer->next ? 0 : agenda_rank(&explorer->agenda);
}

/* Returns inputs that go the other way at the branch of TASK; NULL: there are none, or they are not known. */
static unsigned char *ask_branch(struct explorer *explorer, const struct agenda_task *task)
{
	unsigned char *inputs;

	if (question_ask_branch(&explorer->context, task, &inputs) == SOLVER_UNKNOWN)
		explorer->state.nr_unknown++;
	return inputs;
}

bool explorer_find(struct explorer *explorer)
{
	struct agenda_task task;

	while (!explorer->next && agenda_take(&explorer->agenda, &task)) {
		explorer->next = task.inputs ? task.inputs : ask_branch(explorer, &task);
		explorer->state.nr_open = explorer->agenda.nr_open;
		if (!explorer->next && explorer->agenda.nr_open && is_at_end(explorer))
			break;
	}
	update_state(explorer);
	return explorer->next != NULL;
}

struct error *explorer_step(struct explorer *explorer)
{
	unsigned char *inputs = explorer->next;
	struct error *err;

	explorer->next = NULL;
	vec_push(&explorer->visited, inputs);
	err = explore_input(explorer, inputs);
	explorer->state.nr_inputs++;
	update_state(explorer);
	if (err)
		explorer->state.is_over = explorer->state.is_certain = false;
	return err;
}
