/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/explorer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/hash.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/agenda.h"
#include "paths/partition.h"
#include "paths/signature.h"
#include "paths/tree.h"
#include "paths/visit.h"
#include "solver/solver.h"

/*
 * What inputs are for, those that come first first: to print different things on one pair of paths; to
 * check a pair that was proven equal; to part the versions, and to take another side of one version's
 * path. A branch within a function of a library adds LIBRARY.
 */
enum { FOR_DIFFERENCE, FOR_CHECK, FOR_PARTING, FOR_BRANCH, LIBRARY = 2 };

struct explorer {
	struct explorer_opts opts;
	struct command command;
	struct explorer_state state;
	struct recording *recording;
	struct terms terms;
	struct solver *solver;
	struct evaluator evaluator;
	struct tree trees[2]; /* by version */
	/* behind each path of the version by number, the paths of the other one */
	struct tree pairs[2];
	struct partitions partitions;
	struct agenda agenda;
	struct differences differences;
	bool is_stopped; /* by the caller */
};

struct explorer *explorer_create(const struct explorer_opts *opts, const struct command *command,
				 struct recording *recording)
{
	struct explorer *explorer = xcalloc(1, sizeof(*explorer));
	struct solver_options options = solver_defaults;

	explorer->opts = *opts;
	options.seed = opts->seed;
	explorer->agenda.order = opts->order;
	explorer->recording = recording;
	command_copy(command, &explorer->command);
	explorer->differences.nr_inputs = explorer->command.nr_inputs;
	terms_init(&explorer->terms);
	evaluator_init(&explorer->evaluator, &explorer->terms);
	explorer->solver = solver_create(&explorer->terms, explorer->command.nr_inputs, &options);
	return explorer;
}

void explorer_add(struct explorer *explorer, const struct command *command)
{
	unsigned char *inputs = xcalloc(explorer->command.nr_inputs + UINT32_C(1), 1);
	struct agenda_reason reason = { .kind = FOR_DIFFERENCE };

	command_inputs(command, inputs);
	agenda_add(&explorer->agenda, &reason, inputs);
	explorer->state.nr_open++;
}

void explorer_destroy(struct explorer *explorer)
{
	agenda_deinit(&explorer->agenda);
	strv_destroy(explorer->state.concretised_by);
	differences_deinit(&explorer->differences);
	partitions_deinit(&explorer->partitions);
	tree_deinit(&explorer->trees[0]);
	tree_deinit(&explorer->trees[1]);
	tree_deinit(&explorer->pairs[0]);
	tree_deinit(&explorer->pairs[1]);
	solver_destroy(explorer->solver);
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

/* Adds to CONDITIONS that no byte ends an argument; returns how many these are. */
static size_t forbid_ends(struct explorer *explorer, uint32_t *conditions)
{
	struct terms *terms = &explorer->terms;

	for (uint32_t i = 0; i < explorer->command.nr_arguments; i++)
		conditions[i] = term_not(terms, term_binary(terms, TERM_EQUAL, term_input(terms, i),
							    term_constant(terms, 0, 8)));
	return explorer->command.nr_arguments;
}

/* Asks for inputs that fulfil CONDITIONS, near INPUTS, and opens them. */
static enum solver_answer ask(struct explorer *explorer, const uint32_t *conditions, size_t number,
			      const unsigned char *inputs, const struct agenda_reason *reason)
{
	unsigned char *others = xcalloc(explorer->command.nr_inputs + UINT32_C(1), 1);
	enum solver_answer answer;

	memcpy(others, inputs, explorer->command.nr_inputs);
	answer = solver_ask(explorer->solver, conditions, number, others);
	if (answer == SOLVER_SAT)
		agenda_add(&explorer->agenda, reason, others);
	else
		free(others);
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

/* A path whose branches are looked at: what came before, and where new inputs go. */
struct walk {
	const unsigned char *inputs;
	uint32_t *conditions; /* room for all of them */
	size_t number;	      /* of conditions so far */
	struct tree *tree;
	struct tree_position position;
	unsigned version; /* whose path it is */
	unsigned kind;	  /* what new inputs are for */
	bool has_new;	  /* an edge was new */
};

/* Returns what inputs are for that are to take the other side of ROW. */
static struct agenda_reason reason_of(struct explorer *explorer, const struct walk *walk,
				      const struct remt_path_condition *row)
{
	struct change *change = explorer->opts.change;
	bool is_library = row->kind == REMT_PATH_LIBRARY || row->kind == REMT_PATH_PINNED;
	uint64_t branch[5] = { walk->version, row->uid, (uint64_t)row->function << 32 | row->block,
			       row->insn, row->way };

	return (struct agenda_reason){
		.kind = walk->kind + (is_library ? LIBRARY : 0),
		.distance = change ? change_distance(change, walk->version, row) : 0,
		.branch = hash_bytes(branch, sizeof(branch)),
	};
}

/* Asks for the other side of ROW, which is new. */
static void ask_other(struct explorer *explorer, struct walk *walk,
		      const struct remt_path_condition *row)
{
	struct agenda_reason reason = reason_of(explorer, walk, row);

	walk->conditions[walk->number] = term_not(&explorer->terms, row->term);
	switch (ask(explorer, walk->conditions, walk->number + 1, walk->inputs, &reason)) {
	case SOLVER_SAT: tree_await_other(walk->tree, &walk->position, row); break;
	case SOLVER_UNSAT: tree_exclude_other(walk->tree, &walk->position, row); break;
	case SOLVER_UNKNOWN: explorer->state.nr_unknown++; break;
	}
}

/* Asks for another value than those that runs had at ROW, a REMT_PATH_PINNED. */
static void ask_value(struct explorer *explorer, struct walk *walk,
		      const struct remt_path_condition *row, struct pin *pin)
{
	struct agenda_reason reason = reason_of(explorer, walk, row);
	uint32_t is_known = term_constant(&explorer->terms, 0, 1);

	for (size_t i = 0; i < pin->terms.count; i++)
		is_known = term_binary(&explorer->terms, TERM_OR, is_known, pin->terms.items[i]);
	walk->conditions[walk->number] = term_not(&explorer->terms, is_known);
	switch (ask(explorer, walk->conditions, walk->number + 1, walk->inputs, &reason)) {
	case SOLVER_SAT: pins_await(&walk->tree->pins, pin); break;
	case SOLVER_UNSAT: break;
	case SOLVER_UNKNOWN: explorer->state.nr_unknown++; break;
	}
}

/* Opens the other side of ROW, or another value, if it has one which is new in the walk's tree. */
static void open_other(struct explorer *explorer, struct walk *walk,
		       const struct remt_path_condition *row)
{
	if (row->kind == REMT_PATH_PINNED) {
		struct pin *pin =
			pins_note(&walk->tree->pins, tree_place(&walk->position, row), row->term);

		if (pin)
			ask_value(explorer, walk, row, pin);
	} else if (tree_add_other(walk->tree, &walk->position, row)) {
		ask_other(explorer, walk, row);
	}
}

/* Goes along PATH to its end, and opens the other side of each branch until the caller wants the end. */
static void walk_path(struct explorer *explorer, struct walk *walk, const struct path *path)
{
	for (size_t i = 0; i < path->conditions.count; i++) {
		const struct remt_path_condition *row = &path->conditions.items[i];

		if (!is_at_end(explorer))
			open_other(explorer, walk, row);
		walk->has_new |= tree_go(walk->tree, &walk->position, row);
		walk->conditions[walk->number++] = row->term;
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
	const struct path *stays = &paths[version];

	for (size_t i = 0; i < stays->conditions.count; i++)
		walk.conditions[walk.number++] = stays->conditions.items[i].term;
	walk.tree = &explorer->pairs[version];
	walk.version = 1 - version;
	walk.position = end;
	walk_path(explorer, &walk, &paths[1 - version]);
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

/* Adds that inputs take both paths. */
static void add_paths(struct walk *walk, const struct visit *visit)
{
	for (unsigned i = 0; i < 2; i++) {
		for (size_t c = 0; c < visit->paths[i].conditions.count; c++)
			walk->conditions[walk->number++] = visit->paths[i].conditions.items[c].term;
	}
}

/* Asks whether versions that go the two paths, behind WALK's conditions, ever print different things. */
static enum partition_state compare_outputs(struct explorer *explorer, struct walk walk,
					    const struct visit *visit)
{
	uint32_t difference =
		signature_difference(&explorer->terms, &visit->paths[0], &visit->paths[1]);
	struct agenda_reason reason = { .kind = FOR_DIFFERENCE };
	uint64_t number;
	enum solver_answer answer;

	if (term_is_constant(&explorer->terms, difference, &number) && !number)
		return PARTITION_EQUAL;
	add_paths(&walk, visit);
	walk.conditions[walk.number++] = difference;
	answer = ask(explorer, walk.conditions, walk.number, walk.inputs, &reason);
	return answer == SOLVER_UNSAT ? PARTITION_EQUAL : PARTITION_OPEN;
}

/*
 * Opens inputs of the pair of paths that are as unlike those of WALK as they can be. A model that is
 * wrong for them shows, as their runs do not do what their paths tell.
 */
static void check_pair(struct explorer *explorer, struct walk walk, const struct visit *visit)
{
	struct agenda_reason reason = { .kind = FOR_CHECK };
	uint32_t number = explorer->command.nr_inputs;
	_cleanup_free_ unsigned char *others = xcalloc(number + UINT32_C(1), 1);

	for (uint32_t i = 0; i < number; i++)
		others[i] = (unsigned char)(walk.inputs[i] ^ (i % 2 ? 0xa5 : 0x3a) ^ i);
	add_paths(&walk, visit);
	ask(explorer, walk.conditions, walk.number, others, &reason);
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
static void judge(struct explorer *explorer, struct walk walk, const struct tree_position ends[2],
		  struct visit *visit)
{
	uint64_t pair = hash_pair(ends);
	bool is_known = is_told(explorer, visit, walk.inputs);
	enum partition_state state = PARTITION_OPEN;

	explorer->state.nr_unsteady += visit->is_unsteady;
	explorer->state.is_late |= is_late(visit);
	if (visit->is_unsteady) {
		explorer->state.is_untold = true;
	} else if (visit->differs) {
		state = PARTITION_DIFFERS;
		differences_note(&explorer->differences, hash_change(visit, is_known), walk.inputs,
				 visit->compiled, visit->paths);
	} else if (is_known && !is_late(visit) &&
		   partitions_find(&explorer->partitions, pair) == SLOTS_NONE) {
		state = compare_outputs(explorer, walk, visit);
		if (state == PARTITION_EQUAL)
			check_pair(explorer, walk, visit);
	}
	partitions_note(&explorer->partitions, pair, state);
}

static void branch_off_both(struct explorer *explorer, struct visit *visit,
			    const unsigned char *inputs)
{
	const struct path *paths = visit->paths;
	size_t number = explorer->command.nr_inputs + paths[0].conditions.count +
			paths[1].conditions.count + 2;
	_cleanup_free_ uint32_t *conditions = xcalloc(number, sizeof(*conditions));
	struct walk walk = { .inputs = inputs, .conditions = conditions };
	struct tree_position ends[2];

	walk.number = forbid_ends(explorer, conditions);
	walk.kind = FOR_BRANCH;
	for (unsigned version = 0; version < 2; version++)
		ends[version] = branch_off(explorer, walk, &paths[version], version);
	judge(explorer, walk, ends, visit);
	walk.kind = FOR_PARTING;
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

	state->nr_open = explorer->agenda.nr_open;
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
	return explorer->agenda.nr_open > 0;
}

struct error *explorer_step(struct explorer *explorer)
{
	_cleanup_free_ unsigned char *inputs = agenda_take(&explorer->agenda);
	struct error *err = explore_input(explorer, inputs);

	explorer->state.nr_inputs++;
	update_state(explorer);
	if (err)
		explorer->state.is_over = explorer->state.is_certain = false;
	return err;
}
