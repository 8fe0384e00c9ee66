/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of paths: which are known to print the same for all inputs that take them, and which do not. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "paths/alike.h"
#include "paths/explorer_state.h"
#include "paths/signature.h"
#include "solver/solver.h"

/* Asks with EFFORT for inputs that fulfil CONDITIONS, near NEAR, and opens them. */
static enum solver_answer open_inputs(struct explorer *explorer, enum solver_effort effort,
				      const uint32_t *conditions, size_t number,
				      const unsigned char *near)
{
	struct agenda_reason reason = { .kind = FOR_DIFFERENCE };
	struct agenda_task task = { 0 };
	enum solver_answer answer =
		question_ask(&explorer->context, effort, conditions, number, near, &task.inputs);

	if (task.inputs)
		agenda_add(&explorer->agenda, &reason, &task);
	return answer;
}

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

/*
 * Opens inputs of the pair of paths that are as unlike INPUTS as they can be. A model that is wrong for them
 * shows, as their runs do not do what their paths tell. SOLVER_UNSAT: there are none.
 */
static enum solver_answer check_pair(struct explorer *explorer, enum solver_effort effort,
				     const uint32_t *conditions, size_t number,
				     const unsigned char *inputs)
{
	struct agenda_reason reason = { 0 };
	struct agenda_task task = { 0 };
	uint32_t nr_inputs = explorer->command.nr_inputs;
	_cleanup_free_ unsigned char *others = xcalloc(nr_inputs + UINT32_C(1), 1);
	enum solver_answer answer;

	for (uint32_t i = 0; i < nr_inputs; i++)
		others[i] = (unsigned char)(inputs[i] ^ (i % 2 ? 0xa5 : 0x3a) ^ i);
	answer = question_ask(&explorer->context, effort, conditions, number, others, &task.inputs);
	if (answer != SOLVER_SAT)
		return answer;
	if (memcmp(task.inputs, inputs, nr_inputs) == 0) {
		free(task.inputs);
		return SOLVER_UNSAT;
	}
	agenda_add(&explorer->checks, &reason, &task);
	return SOLVER_SAT;
}

/*
 * Says with EFFORT whether PAIR is known to print the same for all inputs; opens inputs for which it does not, or to
 * check it. *RET is the solver's last answer: SOLVER_UNKNOWN means that more effort may tell more.
 */
static enum partition_state prove_pair(struct explorer *explorer, enum solver_effort effort,
				       struct hard_pair *pair, enum solver_answer *ret)
{
	if (!pair->is_proven) {
		*ret = open_inputs(explorer, effort, pair->conditions, pair->number, pair->near);
		if (*ret != SOLVER_UNSAT)
			return PARTITION_OPEN;
		pair->number--;
		pair->is_proven = true;
	}
	*ret = check_pair(explorer, effort, pair->conditions, pair->number, pair->near);
	if (*ret == SOLVER_UNKNOWN && effort == SOLVER_LITTLE)
		return PARTITION_PROVEN;
	return *ret == SOLVER_SAT ? PARTITION_PROVEN : PARTITION_EQUAL;
}

/* Says whether the pair of paths, which is new, is known to print the same for all inputs. */
static enum partition_state judge_new(struct explorer *explorer, const struct visit *visit,
				      const unsigned char *inputs, uint64_t hash)
{
	struct hard_pair pair = { .pair = hash, .near = inputs };
	uint32_t difference = signature_difference(&explorer->terms, &visit->paths[0],
						   &visit->paths[1], &visit->compiled[0]);
	enum partition_state state;
	enum solver_answer answer;
	uint64_t constant;

	pair.conditions = question_of_pair(&explorer->context, visit, &pair.number);
	pair.is_proven = term_is_constant(&explorer->terms, difference, &constant) && !constant;
	if (!pair.is_proven)
		pair.conditions[pair.number++] = difference;
	state = prove_pair(explorer, SOLVER_LITTLE, &pair, &answer);
	if (answer == SOLVER_UNKNOWN)
		explorer_put_off_pair(explorer, &pair);
	else
		free(pair.conditions);
	return state;
}

void explorer_judge_hard(struct explorer *explorer, const struct hard_pair *pair)
{
	struct hard_pair asked = *pair;
	enum solver_answer ignored;

	partitions_note(&explorer->partitions, pair->pair,
			prove_pair(explorer, SOLVER_WHOLE, &asked, &ignored));
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

/* Says what is known of a pair of paths whose runs did the same, and told all that they did. */
static enum partition_state judge_same(struct explorer *explorer, const unsigned char *inputs,
				       uint64_t pair, const struct visit *visit)
{
	uint32_t known = partitions_find(&explorer->partitions, pair);

	if (known == SLOTS_NONE)
		return judge_new(explorer, visit, inputs, pair);
	/* A second run takes the pair, mostly by other inputs than those of the proof. */
	return known == PARTITION_PROVEN ? PARTITION_EQUAL : PARTITION_OPEN;
}

/* Returns what contradicts that runs which came to no changed code do the same; NULL: nothing does. */
static const char *contradiction(const struct explorer *explorer, const struct visit *visit)
{
	if (visit->differs)
		return "versions differ where no changed code runs";
	if (!visit->is_new_alone &&
	    !alike_conditions(&explorer->terms, &visit->paths[0], &visit->paths[1]))
		return "conditions differ where no changed code runs";
	return NULL;
}

/* True if a value of one run stands for others, so that not all inputs of its path do the same. */
static bool is_concretised(const struct visit *visit)
{
	return (visit->paths[0].flags | visit->paths[1].flags) & REMT_PATH_CONCRETISED;
}

/* True if VISIT had runs of both versions that did the same, and is the first one of its PAIR of paths. */
static bool is_bystander(const struct explorer *explorer, const struct visit *visit, uint64_t pair)
{
	return !visit->differs && !visit->is_unsteady && !visit->is_new_alone &&
	       !visit_is_late(visit) && partitions_find(&explorer->partitions, pair) == SLOTS_NONE;
}

void explorer_judge(struct explorer *explorer, const unsigned char *inputs,
		    const struct tree_position ends[2], struct visit *visit)
{
	uint64_t pair = hash_pair(ends);
	bool is_unchanged = explorer_prunes(explorer) && visit_is_unchanged(visit);
	bool is_known = is_unchanged || is_told(explorer, visit, inputs);
	enum partition_state state = PARTITION_OPEN;

	explorer->state.nr_unsteady += visit->is_unsteady;
	explorer->state.is_late |= visit_is_late(visit);
	if (is_unchanged && contradiction(explorer, visit)) {
		change_refute(explorer->opts.change, contradiction(explorer, visit));
		explorer->state.is_untold = true;
		is_known = is_unchanged = false;
	}
	if (visit->is_unsteady) {
		explorer->state.is_untold = true;
	} else if (visit->differs) {
		state = PARTITION_DIFFERS;
		differences_note(&explorer->differences,
				 explorer->opts.mode == MODE_PAIRS
					 ? hash_change(visit, is_known)
					 : explorer_change_conditions(explorer, visit),
				 inputs, visit->compiled, visit->paths);
	} else if (is_unchanged) {
		state = is_concretised(visit) ? PARTITION_OPEN : PARTITION_EQUAL;
		explorer->nr_unchanged++;
	} else if (is_known && !visit_is_late(visit) && !mode_is_partial(explorer->opts.mode)) {
		state = judge_same(explorer, inputs, pair, visit);
	}
	if (is_bystander(explorer, visit, pair) && !is_unchanged)
		differences_note_same(&explorer->differences, visit->paths);
	partitions_note(&explorer->partitions, pair, state);
}
