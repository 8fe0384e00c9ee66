/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three rounds of tasks: what all units read, the units as they are that have mutants, then the mutants. */
#include "equiv/equiv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "equiv/crew.h"
#include "equiv/task.h"

/* What is known of a mutant in one of its units. */
enum known { KNOWN_NOT = 0, KNOWN_EQUIVALENT, KNOWN_BUT_UB, KNOWN_DIFFERENT, KNOWN_REFUSED };

struct state {
	struct store *store;
	struct equiv_subject *subject;
	const struct equiv_opts *opts;
	/* for each mutant, of each of its units; owned */
	enum known **known;
	/* the same: a proof that the store had before; only of recheck */
	enum store_proof_kind **stored;
	bool is_listed; /* All units were asked what they read. */
	VEC(struct equiv_task) tasks;
	struct equiv_count count;
};

static enum known known_of(enum store_proof_kind kind)
{
	switch (kind) {
	case STORE_PROOF_NONE: return KNOWN_DIFFERENT;
	case STORE_PROOF_EQUIVALENT: return KNOWN_EQUIVALENT;
	case STORE_PROOF_BUT_UB: return KNOWN_BUT_UB;
	}
	return KNOWN_DIFFERENT;
}

/* The outcome of a mutant over all of its units: that of the worst. */
static enum known outcome(const struct state *state, size_t m)
{
	const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
	enum known worst = KNOWN_EQUIVALENT;
	bool is_open = mutant->units.count == 0;

	for (size_t i = 0; i < mutant->units.count; i++) {
		enum known known = state->known[m][i];

		is_open |= known == KNOWN_NOT;
		if (known > worst)
			worst = known;
	}
	return is_open && worst < KNOWN_DIFFERENT ? KNOWN_NOT : worst;
}

static void count_outcomes(struct state *state)
{
	struct equiv_count *count = &state->count;

	count->nr_mutants = count->nr_done = count->nr_equivalent = count->nr_but_ub = 0;
	count->nr_different = count->nr_refused = 0;
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		enum known known = outcome(state, m);

		if (!state->subject->mutants.items[m].is_chosen)
			continue;
		count->nr_mutants++;
		count->nr_done += known != KNOWN_NOT;
		count->nr_equivalent += known == KNOWN_EQUIVALENT;
		count->nr_but_ub += known == KNOWN_BUT_UB;
		count->nr_different += known == KNOWN_DIFFERENT;
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

static void refuse(struct state *state, struct equiv_unit *unit, const char *why)
{
	free(unit->refusal);
	unit->refusal = xstrdup(why);
	if (state->opts->refused)
		state->opts->refused(state->opts->arg, unit->source, why);
}

/* A file that can't be edited leaves mutants of other files of the unit alone. */
static void take_read(struct state *state, const struct equiv_task *task,
		      const struct equiv_answer *answer)
{
	struct equiv_file *file = &state->subject->units.items[task->unit].files.items[task->file];

	file->is_read = !answer->is_failure;
	if (answer->is_failure && state->opts->refused)
		state->opts->refused(state->opts->arg, file->path, answer->text);
}

/* Of EQUIV_TASK_LIST, too. */
static void take_original(struct state *state, const struct equiv_task *task,
			  const struct equiv_answer *answer)
{
	if (answer->is_failure)
		refuse(state, &state->subject->units.items[task->unit], answer->text);
}

/* Tells of a proof that does not hold any more. */
static void compare_stored(struct state *state, const struct equiv_task *task, size_t i,
			   const struct equiv_answer *answer)
{
	enum store_proof_kind stored = state->stored[task->mutant][i];

	if (!state->opts->is_recheck ||
	    (answer->kind != STORE_PROOF_NONE &&
	     (answer->kind == stored || answer->kind == STORE_PROOF_EQUIVALENT)))
		return;
	state->count.nr_broken++;
	if (state->opts->broken)
		state->opts->broken(state->opts->arg,
				    state->subject->mutants.items[task->mutant].mutant->id,
				    answer->text);
}

static struct error *put(struct state *state, const struct equiv_task *task,
			 const struct equiv_answer *answer)
{
	const struct equiv_mutant *mutant = &state->subject->mutants.items[task->mutant];
	const struct equiv_unit *unit = &state->subject->units.items[task->unit];
	_cleanup_free_ char *flags = equiv_compile_flags(unit);
	const struct store_proof proof = {
		.mutant = mutant->mutant->key,
		.uid = unit->uid,
		.method = EQUIV_METHOD,
		.kind = answer->kind,
		.units = state->subject->units_hash,
		.compiler = state->opts->version,
		.flags = flags,
		.object = answer->object,
		.text = answer->text,
	};
	struct error *err = store_put_proof(state->store, &proof);

	return err ? err : store_flush(state->store);
}

static struct error *take_mutant(struct state *state, const struct equiv_task *task,
				 const struct equiv_answer *answer)
{
	struct equiv_mutant *mutant = &state->subject->mutants.items[task->mutant];
	size_t i = unit_index(mutant, task->unit);
	struct error *err = NULL;

	state->count.nr_compiled++;
	state->known[task->mutant][i] = answer->is_failure ? KNOWN_REFUSED : known_of(answer->kind);
	if (answer->is_failure && state->opts->refused)
		state->opts->refused(state->opts->arg, mutant->mutant->id, answer->text);
	compare_stored(state, task, i, answer);
	if (!answer->is_failure)
		err = put(state, task, answer);
	count_outcomes(state);
	if (state->opts->progress)
		state->opts->progress(state->opts->arg, &state->count);
	return err;
}

static struct error *take(void *arg, const struct equiv_task *task,
			  const struct equiv_answer *answer)
{
	switch (task->kind) {
	case EQUIV_TASK_LIST:
	case EQUIV_TASK_ORIGINAL: take_original(arg, task, answer); break;
	case EQUIV_TASK_READ: take_read(arg, task, answer); break;
	case EQUIV_TASK_MUTANT: return take_mutant(arg, task, answer);
	}
	return NULL;
}

/* A mutant that is different in one unit is not compiled in the others; nor is a unit that was refused. */
static bool is_decided(void *arg, const struct equiv_task *task)
{
	const struct state *state = arg;
	const struct equiv_unit *unit = &state->subject->units.items[task->unit];

	if (task->kind != EQUIV_TASK_MUTANT)
		return unit->refusal != NULL;
	return !state->opts->is_recheck && outcome(state, task->mutant) != KNOWN_NOT;
}

static struct error *run_tasks(struct state *state)
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

/* Notes what the store has. */
static struct error *load_proof(void *arg, const struct store_proof *proof)
{
	struct state *state = arg;
	struct equiv_mutant *mutant = equiv_subject_find(state->subject, proof->mutant);
	bool is_of_now =
		strcmp(proof->compiler, state->opts->version) == 0 &&
		(proof->kind == STORE_PROOF_NONE || proof->units == state->subject->units_hash);

	if (!mutant || strcmp(proof->method, EQUIV_METHOD) != 0)
		return NULL;
	for (size_t i = 0; i < mutant->units.count; i++) {
		size_t m = (size_t)(mutant - state->subject->mutants.items);

		if (state->subject->units.items[mutant->units.items[i]].uid != proof->uid)
			continue;
		state->stored[m][i] = proof->kind;
		if (is_of_now && !state->opts->is_recheck)
			state->known[m][i] = known_of(proof->kind);
	}
	return NULL;
}

/* True if the mutant is to be compiled in its unit I. */
static bool is_wanted(const struct state *state, size_t m, size_t i)
{
	if (state->opts->is_recheck)
		return state->stored[m][i] != STORE_PROOF_NONE &&
		       state->known[m][i] != KNOWN_REFUSED;
	return outcome(state, m) == KNOWN_NOT && state->known[m][i] == KNOWN_NOT;
}

/* Chooses the mutants that are to be compiled, of recheck those that have a proof, and marks what they need. */
static void mark_used(struct state *state)
{
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		struct equiv_mutant *mutant = &state->subject->mutants.items[m];

		for (size_t i = 0; mutant->is_chosen && i < mutant->units.count; i++) {
			struct equiv_unit *unit =
				&state->subject->units.items[mutant->units.items[i]];
			struct equiv_file *file = equiv_unit_file(unit, mutant->mutant);

			if (!is_wanted(state, m, i))
				continue;
			unit->is_used = true;
			if (file)
				file->is_used = true;
		}
	}
}

static void unmark_used(struct state *state)
{
	for (size_t u = 0; u < state->subject->units.count; u++) {
		struct equiv_unit *unit = &state->subject->units.items[u];

		unit->is_used = false;
		for (size_t f = 0; f < unit->files.count; f++)
			unit->files.items[f].is_used = false;
	}
}

/* Refuses mutant M as a whole, if it was to be compiled. */
static void refuse_mutant(struct state *state, size_t m, const char *why)
{
	const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
	bool is_new = false;

	for (size_t i = 0; i < mutant->units.count; i++) {
		if (!is_wanted(state, m, i))
			continue;
		state->known[m][i] = KNOWN_REFUSED;
		is_new = true;
	}
	if (is_new && state->opts->refused)
		state->opts->refused(state->opts->arg, mutant->mutant->file, why);
}

static const char shared[] = "mutants in files that other units could read, too, are left out";

/* Refuses mutants that are not in the own source of one unit alone. */
static void refuse_shared(struct state *state)
{
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		const struct equiv_mutant *mutant = &state->subject->mutants.items[m];

		if (mutant->is_chosen && (mutant->units.count != 1 || mutant->is_shared))
			refuse_mutant(state, m, shared);
	}
}

/* All units are looked at, if only one mutant is to be compiled: any of them could read its file. */
static void plan_lists(struct state *state)
{
	for (size_t u = 0; u < state->subject->units.count; u++)
		state->is_listed |= state->subject->units.items[u].is_used;
	for (uint32_t u = 0; state->is_listed && u < state->subject->units.count; u++) {
		struct equiv_unit *unit = &state->subject->units.items[u];

		if (unit->refusal && state->opts->refused)
			state->opts->refused(state->opts->arg, unit->source, unit->refusal);
		vec_push(&state->tasks,
			 ((struct equiv_task){ .kind = EQUIV_TASK_LIST, .unit = u }));
	}
}

/* *RET: it is known of all units what they read, which is added to READS. */
static bool load_reads(struct state *state, struct equiv_reads *reads)
{
	bool is_whole = true;

	for (uint32_t u = 0; u < state->subject->units.count; u++) {
		struct equiv_unit *unit = &state->subject->units.items[u];
		struct error *err = unit->refusal ? NULL
						  : equiv_task_reads(&state->opts->compiler,
								     state->subject, u, reads);

		if (err)
			refuse(state, unit, err->message);
		error_destroy(err);
		is_whole &= !unit->refusal;
	}
	equiv_reads_sort(reads);
	return is_whole;
}

/* True if FILE of UNIT is its main source, and no other unit reads that. */
static bool is_alone(const struct state *state, uint32_t u, const struct equiv_file *file,
		     const struct equiv_reads *reads)
{
	const struct equiv_unit *unit = &state->subject->units.items[u];
	_cleanup_free_ char *input = path_join(unit->directory, unit->input);
	struct stat main_source, seen;

	return file && stat(input, &main_source) == 0 && stat(file->seen, &seen) == 0 &&
	       main_source.st_dev == seen.st_dev && main_source.st_ino == seen.st_ino &&
	       !equiv_reads_is_shared(reads, &seen, u);
}

/* Refuses mutants whose source any other unit reads, or could. */
static void refuse_read(struct state *state)
{
	struct equiv_reads reads = { 0 };
	bool is_whole = state->is_listed && load_reads(state, &reads);

	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
		uint32_t u;

		if (!mutant->is_chosen || mutant->units.count != 1)
			continue;
		u = mutant->units.items[0];
		if (!is_whole)
			refuse_mutant(state, m, "what all units read is not known");
		else if (!is_alone(state, u,
				   equiv_unit_file(&state->subject->units.items[u], mutant->mutant),
				   &reads))
			refuse_mutant(state, m, shared);
	}
	vec_deinit(&reads.items);
}

static void plan_originals(struct state *state)
{
	for (uint32_t u = 0; u < state->subject->units.count; u++) {
		struct equiv_unit *unit = &state->subject->units.items[u];

		if (!unit->is_used)
			continue;
		vec_push(&state->tasks,
			 ((struct equiv_task){ .kind = EQUIV_TASK_ORIGINAL, .unit = u }));
		for (uint32_t f = 0; f < unit->files.count; f++) {
			if (unit->files.items[f].is_used)
				vec_push(&state->tasks,
					 ((struct equiv_task){
						 .kind = EQUIV_TASK_READ, .unit = u, .file = f }));
		}
	}
}

/* True if the mutant can be compiled in UNIT. */
static bool is_usable(const struct equiv_unit *unit, const struct equiv_mutant *mutant)
{
	const struct equiv_file *file = equiv_unit_file(unit, mutant->mutant);

	return !unit->refusal && file && file->is_read;
}

static void plan_mutants(struct state *state)
{
	for (uint32_t m = 0; m < state->subject->mutants.count; m++) {
		struct equiv_mutant *mutant = &state->subject->mutants.items[m];

		for (size_t i = 0; mutant->is_chosen && i < mutant->units.count; i++) {
			uint32_t u = mutant->units.items[i];

			if (!is_usable(&state->subject->units.items[u], mutant) &&
			    is_wanted(state, m, i))
				state->known[m][i] = KNOWN_REFUSED;
			else if (is_wanted(state, m, i))
				vec_push(&state->tasks,
					 ((struct equiv_task){ .kind = EQUIV_TASK_MUTANT,
							       .unit = u,
							       .mutant = m }));
		}
	}
}

static void state_init(struct state *state)
{
	size_t nr = state->subject->mutants.count;

	state->known = xcalloc(nr + 1, sizeof(*state->known));
	state->stored = xcalloc(nr + 1, sizeof(*state->stored));
	for (size_t m = 0; m < nr; m++) {
		size_t nr_units = state->subject->mutants.items[m].units.count;

		state->known[m] = xcalloc(nr_units + 1, sizeof(**state->known));
		state->stored[m] = xcalloc(nr_units + 1, sizeof(**state->stored));
	}
}

static void state_deinit(struct state *state)
{
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		free(state->known[m]);
		free(state->stored[m]);
	}
	free(state->known);
	free(state->stored);
	vec_deinit(&state->tasks);
}

struct error *equiv_run(struct store *store, struct equiv_subject *subject,
			const struct equiv_opts *opts, struct equiv_count *ret)
{
	struct state state = { .store = store, .subject = subject, .opts = opts };
	struct error *err;

	state_init(&state);
	err = store_each_proof(store, load_proof, &state);
	if (!err) {
		refuse_shared(&state);
		mark_used(&state);
		plan_lists(&state);
		err = run_tasks(&state);
	}
	if (!err && !deadline_is_over(&opts->deadline)) {
		refuse_read(&state);
		unmark_used(&state);
		mark_used(&state);
		plan_originals(&state);
		err = run_tasks(&state);
	}
	if (!err && !deadline_is_over(&opts->deadline)) {
		plan_mutants(&state);
		err = run_tasks(&state);
	}
	count_outcomes(&state);
	*ret = state.count;
	state_deinit(&state);
	return err;
}
