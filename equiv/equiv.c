/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of tasks: what all units read, the units as they are that have mutants, copies of functions, the mutants. */
#include "equiv/equiv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "equiv/crew.h"
#include "equiv/equiv_state.h"
#include "equiv/provers.h"
#include "equiv/task.h"

bool equiv_is_by_region(const struct equiv_state *state)
{
	return strcmp(state->opts->method, EQUIV_METHOD_REGION) == 0;
}

bool equiv_has_duplicates(const struct equiv_state *state, size_t m)
{
	return state->subject->mutants.items[m].units.count == 1;
}

bool equiv_is_asked(const struct equiv_state *state, const struct equiv_mutant *mutant)
{
	return mutant->is_chosen && (!mutant->is_proven || state->opts->is_recheck);
}

static bool begins_with(const char *text, const char *words)
{
	return strncmp(text, words, strlen(words)) == 0;
}

/* What a region shows is not stored as a proof: TEXT tells. */
static enum equiv_known known_of(const struct equiv_state *state, enum store_proof_kind kind,
				 const char *text)
{
	if (equiv_is_by_region(state))
		return begins_with(text, STORE_PROBABLY ": ")	       ? KNOWN_EQUIVALENT
		       : begins_with(text, STORE_PROBABLY_BUT_UB ": ") ? KNOWN_BUT_UB
								       : KNOWN_DIFFERENT;
	switch (kind) {
	case STORE_PROOF_NONE: return equiv_is_filtered(text) ? KNOWN_FILTERED : KNOWN_DIFFERENT;
	case STORE_PROOF_EQUIVALENT: return KNOWN_EQUIVALENT;
	case STORE_PROOF_BUT_UB: return KNOWN_BUT_UB;
	}
	return KNOWN_DIFFERENT;
}

enum equiv_known equiv_outcome(const struct equiv_state *state, size_t m)
{
	const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
	enum equiv_known worst = KNOWN_EQUIVALENT;
	bool is_open = mutant->units.count == 0;

	for (size_t i = 0; i < mutant->units.count; i++) {
		enum equiv_known known = state->known[m][i];

		is_open |= known == KNOWN_NOT;
		if (known > worst)
			worst = known;
	}
	return is_open && worst < KNOWN_FILTERED ? KNOWN_NOT : worst;
}

static void count_outcomes(struct equiv_state *state)
{
	struct equiv_count *count = &state->count;

	count->nr_mutants = count->nr_done = count->nr_equivalent = count->nr_but_ub = 0;
	count->nr_different = count->nr_filtered = count->nr_refused = 0;
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		enum equiv_known known = equiv_outcome(state, m);

		if (!equiv_is_asked(state, &state->subject->mutants.items[m]))
			continue;
		count->nr_mutants++;
		count->nr_done += known != KNOWN_NOT;
		count->nr_equivalent += known == KNOWN_EQUIVALENT;
		count->nr_but_ub += known == KNOWN_BUT_UB;
		count->nr_different += known == KNOWN_DIFFERENT;
		count->nr_filtered += known == KNOWN_FILTERED;
		count->nr_refused += known == KNOWN_REFUSED;
	}
}

/* Returns the index of UNIT among those of the mutant. */
static size_t unit_index(const struct equiv_mutant *mutant, uint32_t unit)
{
	size_t i = 0;

	while (mutant->units.items[i] != unit)
		i++;
	return i;
}

void equiv_refuse(struct equiv_state *state, struct equiv_unit *unit, const char *why)
{
	free(unit->refusal);
	unit->refusal = xstrdup(why);
	unit->is_listable = false;
	if (state->opts->refused)
		state->opts->refused(state->opts->arg, unit->source, why);
}

/* A file that can't be edited leaves mutants of other files of the unit alone. */
static void take_read(struct equiv_state *state, const struct equiv_task *task,
		      const struct equiv_answer *answer)
{
	struct equiv_file *file = &state->subject->units.items[task->unit].files.items[task->file];

	file->is_read = !answer->is_failure;
	if (answer->is_failure && state->opts->refused)
		state->opts->refused(state->opts->arg, file->path, answer->text);
}

/* Of EQUIV_TASK_LIST, too. */
static void take_original(struct equiv_state *state, const struct equiv_task *task,
			  const struct equiv_answer *answer)
{
	struct equiv_unit *unit = &state->subject->units.items[task->unit];

	if (task->kind == EQUIV_TASK_LIST)
		unit->is_warned = answer->is_warned;
	if (answer->is_failure)
		equiv_refuse(state, unit, answer->text);
}

/* Tells of a proof that does not hold any more. */
static void compare_stored(struct equiv_state *state, const struct equiv_task *task, size_t i,
			   const struct equiv_answer *answer)
{
	enum equiv_known stored = state->stored[task->mutant][i];
	enum equiv_known now = known_of(state, answer->kind, answer->text);

	if (!state->opts->is_recheck || now <= stored)
		return;
	state->count.nr_broken++;
	if (state->opts->broken)
		state->opts->broken(state->opts->arg,
				    state->subject->mutants.items[task->mutant].mutant->id,
				    answer->text);
}

struct error *equiv_put(struct equiv_state *state, size_t m, size_t i,
			const struct equiv_answer *answer)
{
	const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
	const struct equiv_unit *unit = &state->subject->units.items[mutant->units.items[i]];
	_cleanup_free_ char *flags =
		equiv_is_by_region(state) ? xstrdup("") : equiv_compile_flags(unit);
	const struct store_proof proof = {
		.mutant = mutant->mutant->key,
		.uid = unit->uid,
		.method = state->opts->method,
		.kind = answer->kind,
		.units = state->subject->units_hash,
		.compiler = state->opts->version,
		.flags = flags,
		.object = answer->object,
		.text = answer->text,
	};

	return store_put_proof(state->store, &proof);
}

static struct error *take_mutant(struct equiv_state *state, const struct equiv_task *task,
				 const struct equiv_answer *answer)
{
	struct equiv_mutant *mutant = &state->subject->mutants.items[task->mutant];
	size_t i = unit_index(mutant, task->unit);
	struct error *err = NULL;

	state->count.nr_compiled++;
	state->known[task->mutant][i] =
		answer->is_failure ? KNOWN_REFUSED : known_of(state, answer->kind, answer->text);
	if (answer->is_failure && state->opts->refused)
		state->opts->refused(state->opts->arg, mutant->mutant->id, answer->text);
	compare_stored(state, task, i, answer);
	if (!answer->is_failure)
		err = equiv_put(state, task->mutant, i, answer);
	state->count.nr_again += state->before[task->mutant] != 0;
	if (!answer->is_failure && equiv_has_duplicates(state, task->mutant) &&
	    (answer->kind == STORE_PROOF_NONE || state->opts->is_recheck))
		state->objects[task->mutant] = answer->object;
	if (!err)
		err = store_flush(state->store);
	count_outcomes(state);
	if (state->opts->progress)
		state->opts->progress(state->opts->arg, &state->count);
	return err;
}

/* A proof that came to its limits is no failure: nothing is proven, and it would be the same again. */
static struct error *take_region(struct equiv_state *state, const struct equiv_task *task,
				 const struct equiv_answer *answer)
{
	struct equiv_answer known = *answer;

	known.is_failure = false;
	if (answer->is_failure)
		known.kind = STORE_PROOF_NONE;
	return take_mutant(state, task, &known);
}

static struct error *take(void *arg, const struct equiv_task *task,
			  const struct equiv_answer *answer)
{
	switch (task->kind) {
	case EQUIV_TASK_LIST:
	case EQUIV_TASK_ORIGINAL: take_original(arg, task, answer); break;
	case EQUIV_TASK_READ: take_read(arg, task, answer); break;
	case EQUIV_TASK_COPIES: return equiv_take_copies(arg, task, answer);
	case EQUIV_TASK_MUTANT: return take_mutant(arg, task, answer);
	case EQUIV_TASK_REGION: return take_region(arg, task, answer);
	}
	return NULL;
}

/* A mutant that is different in one unit is not compiled in the others; nor is a unit that was refused. */
static bool is_decided(void *arg, const struct equiv_task *task)
{
	const struct equiv_state *state = arg;
	const struct equiv_unit *unit = &state->subject->units.items[task->unit];

	if (task->kind == EQUIV_TASK_LIST)
		return !unit->is_listable;
	if (task->kind != EQUIV_TASK_MUTANT && task->kind != EQUIV_TASK_REGION)
		return unit->refusal != NULL;
	return !state->opts->is_recheck && equiv_outcome(state, task->mutant) != KNOWN_NOT;
}

static struct error *run_tasks(struct equiv_state *state)
{
	const struct equiv_crew crew = {
		.compiler = &state->opts->compiler,
		.subject = state->subject,
		.nr_jobs = state->opts->nr_jobs,
		.deadline = state->opts->deadline,
		.is_decided = is_decided,
		.take = take,
		.arg = state,
	};
	struct error *err = equiv_crew_run(&crew, state->tasks.items, state->tasks.count);

	vec_deinit(&state->tasks);
	return err;
}

/* True if what the store has of mutant M, PROOF, is not all that is asked for. */
static bool is_open(const struct equiv_state *state, size_t m, const struct store_proof *proof)
{
	return (state->opts->is_unfiltered && equiv_is_filtered(proof->text)) ||
	       (state->opts->is_duplicates && equiv_has_duplicates(state, m) &&
		proof->kind == STORE_PROOF_NONE);
}

/* Notes the object of mutant M, which PROOF tells. */
static void load_object(struct equiv_state *state, size_t m, const struct store_proof *proof)
{
	bool is_of_now = strcmp(proof->compiler, state->opts->version) == 0 &&
			 proof->units == state->subject->units_hash;

	if (!equiv_has_duplicates(state, m) || proof->kind != STORE_PROOF_NONE)
		return;
	if (state->opts->is_recheck && state->opts->is_duplicates)
		state->before[m] = proof->object;
	if (!state->opts->is_recheck && is_of_now)
		state->objects[m] = proof->object;
}

/* Notes what the store has. */
static struct error *load_proof(void *arg, const struct store_proof *proof)
{
	struct equiv_state *state = arg;
	struct equiv_mutant *mutant = equiv_subject_find(state->subject, proof->mutant);
	bool is_same = strcmp(proof->compiler, state->opts->version) == 0;
	bool is_of_now = is_same && (proof->kind == STORE_PROOF_NONE ||
				     proof->units == state->subject->units_hash);

	if (!mutant || strcmp(proof->method, state->opts->method) != 0)
		return NULL;
	for (size_t i = 0; i < mutant->units.count; i++) {
		size_t m = (size_t)(mutant - state->subject->mutants.items);

		if (state->subject->units.items[mutant->units.items[i]].uid != proof->uid)
			continue;
		if (is_same || state->opts->is_recheck)
			state->stored[m][i] = known_of(state, proof->kind, proof->text);
		load_object(state, m, proof);
		if (is_of_now && !state->opts->is_recheck && !is_open(state, m, proof))
			state->known[m][i] = known_of(state, proof->kind, proof->text);
	}
	return NULL;
}

/* Notes what another method has proven equivalent. What it has proven but for undefined behaviour may be more. */
static struct error *load_proven(void *arg, const struct store_proof *proof)
{
	struct equiv_state *state = arg;
	struct equiv_mutant *mutant = equiv_subject_find(state->subject, proof->mutant);

	if (mutant && proof->kind == STORE_PROOF_EQUIVALENT && !proof->is_void &&
	    strcmp(proof->method, state->opts->method) != 0)
		mutant->is_proven = true;
	return NULL;
}

static struct error *load(struct equiv_state *state)
{
	struct error *err = store_each_proof(state->store, load_proof, state);

	for (size_t m = 0; m < state->subject->mutants.count; m++)
		state->subject->mutants.items[m].is_proven = false;
	if (!err && equiv_is_by_region(state))
		err = store_each_proven(state->store, load_proven, state);
	return err;
}

/* Finds out what units read, and whether they can be compiled again. */
static struct error *prepare_compiler(struct equiv_state *state)
{
	struct error *err;

	equiv_refuse_shared(state);
	equiv_mark_used(state);
	equiv_plan_lists(state);
	err = run_tasks(state);
	if (err || deadline_is_over(&state->opts->deadline))
		return err;
	equiv_refuse_read(state);
	err = equiv_adopt(state);
	if (err)
		return err;
	equiv_mark_used(state);
	equiv_plan_originals(state);
	return run_tasks(state);
}

/* What is needed before mutants can be tried. */
static struct error *prepare(struct equiv_state *state)
{
	struct error *err;

	if (!equiv_is_by_region(state))
		return prepare_compiler(state);
	equiv_mark_used(state);
	err = equiv_provers_load(state->store, state->subject, &state->provers);
	for (size_t u = 0; u < state->subject->units.count; u++)
		state->count.nr_without_ir += state->subject->units.items[u].is_used &&
					      !state->subject->units.items[u].prover;
	return err;
}

static void state_init(struct equiv_state *state)
{
	size_t nr = state->subject->mutants.count;

	state->known = xcalloc(nr + 1, sizeof(*state->known));
	state->stored = xcalloc(nr + 1, sizeof(*state->stored));
	state->before = xcalloc(nr + 1, sizeof(*state->before));
	state->objects = xcalloc(nr + 1, sizeof(*state->objects));
	for (size_t m = 0; m < nr; m++) {
		size_t nr_units = state->subject->mutants.items[m].units.count;

		state->known[m] = xcalloc(nr_units + 1, sizeof(**state->known));
		state->stored[m] = xcalloc(nr_units + 1, sizeof(**state->stored));
	}
}

static void state_deinit(struct equiv_state *state)
{
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		free(state->known[m]);
		free(state->stored[m]);
	}
	free(state->known);
	free(state->stored);
	free(state->before);
	free(state->objects);
	vec_deinit(&state->copies);
	equiv_provers_deinit(&state->provers, state->subject);
	vec_deinit(&state->tasks);
	vec_deinit(&state->asked);
}

/* Leaves mutants out by copies of their functions, in one of their units after the other. */
static struct error *filter(struct equiv_state *state)
{
	struct error *err = NULL;
	size_t nr_units = 0;

	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		if (state->subject->mutants.items[m].units.count > nr_units)
			nr_units = state->subject->mutants.items[m].units.count;
	}
	for (uint32_t nth = 0; nth < nr_units && !err; nth++) {
		if (deadline_is_over(&state->opts->deadline))
			return NULL;
		equiv_plan_copies(state, nth);
		err = run_tasks(state);
	}
	if (!err && state->opts->is_duplicates && !deadline_is_over(&state->opts->deadline))
		err = equiv_choose_duplicates(state);
	return err;
}

struct error *equiv_run(struct store *store, struct equiv_subject *subject,
			const struct equiv_opts *opts, struct equiv_count *ret)
{
	struct equiv_state state = { .store = store, .subject = subject, .opts = opts };
	struct error *err;

	state_init(&state);
	err = load(&state);
	equiv_choose_rechecked(&state);
	if (!err)
		err = prepare(&state);
	if (!err)
		err = filter(&state);
	if (!err && !deadline_is_over(&opts->deadline)) {
		equiv_plan_mutants(&state);
		err = run_tasks(&state);
	}
	equiv_compare_rechecked(&state);
	count_outcomes(&state);
	*ret = state.count;
	state_deinit(&state);
	return err;
}
