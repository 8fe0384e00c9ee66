/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which mutants are tried, by either method, and which units are compiled for them. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "equiv/equiv_state.h"
#include "equiv/reads.h"

bool equiv_is_wanted(const struct equiv_state *state, size_t m, size_t i)
{
	if (!equiv_is_asked(state, &state->subject->mutants.items[m]))
		return false;
	if (state->opts->is_recheck)
		return (state->stored[m][i] == KNOWN_EQUIVALENT ||
			state->stored[m][i] == KNOWN_BUT_UB || state->before[m]) &&
		       state->known[m][i] != KNOWN_REFUSED;
	return equiv_outcome(state, m) == KNOWN_NOT && state->known[m][i] == KNOWN_NOT;
}

static void unmark_used(struct equiv_state *state)
{
	for (size_t u = 0; u < state->subject->units.count; u++) {
		struct equiv_unit *unit = &state->subject->units.items[u];

		unit->is_used = false;
		for (size_t f = 0; f < unit->files.count; f++)
			unit->files.items[f].is_used = false;
	}
}

void equiv_mark_used(struct equiv_state *state)
{
	unmark_used(state);
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		struct equiv_mutant *mutant = &state->subject->mutants.items[m];

		for (size_t i = 0; i < mutant->units.count; i++) {
			struct equiv_unit *unit =
				&state->subject->units.items[mutant->units.items[i]];
			struct equiv_file *file = equiv_unit_file(unit, mutant->mutant);

			if (!equiv_is_wanted(state, m, i))
				continue;
			unit->is_used = true;
			if (file)
				file->is_used = true;
		}
	}
}

/* Refuses mutant M as a whole, if it was to be tried. */
static void refuse_mutant(struct equiv_state *state, size_t m, const char *why)
{
	const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
	bool is_new = false;

	for (size_t i = 0; i < mutant->units.count; i++) {
		if (!equiv_is_wanted(state, m, i))
			continue;
		state->known[m][i] = KNOWN_REFUSED;
		is_new = true;
	}
	if (is_new && state->opts->refused)
		state->opts->refused(state->opts->arg, mutant->mutant->file, why);
}

static const char shared[] = "mutants in files that other units could read, too, are left out";

void equiv_refuse_shared(struct equiv_state *state)
{
	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		const struct equiv_mutant *mutant = &state->subject->mutants.items[m];

		if (mutant->is_chosen && (!mutant->units.count || mutant->is_shared))
			refuse_mutant(state, m, shared);
	}
}

void equiv_plan_lists(struct equiv_state *state)
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
static bool load_reads(struct equiv_state *state, struct equiv_reads *reads)
{
	bool is_whole = true;

	for (uint32_t u = 0; u < state->subject->units.count; u++) {
		struct equiv_unit *unit = &state->subject->units.items[u];
		struct error *err = unit->is_listable ? equiv_task_reads(&state->opts->compiler,
									 state->subject, u, reads)
						      : NULL;

		if (err)
			equiv_refuse(state, unit, err->message);
		error_destroy(err);
		is_whole &= unit->is_listable;
	}
	equiv_reads_sort(reads);
	return is_whole;
}

/* True if FILE of UNIT, one of those of MUTANT, is its main source, and no units but those of MUTANT read that. */
static bool is_alone(const struct equiv_unit *unit, const struct equiv_file *file,
		     const struct equiv_mutant *mutant, const struct equiv_reads *reads)
{
	_cleanup_free_ char *input = path_join(unit->directory, unit->input);
	struct stat main_source, seen;

	return stat(input, &main_source) == 0 && stat(file->seen, &seen) == 0 &&
	       main_source.st_dev == seen.st_dev && main_source.st_ino == seen.st_ino &&
	       !equiv_reads_is_shared(reads, &seen, mutant->units.items, mutant->units.count);
}

/* Returns why MUTANT can't be tried, by what all units read; NULL: it can. */
static const char *why_not_read(const struct equiv_state *state, const struct equiv_mutant *mutant,
				const struct equiv_reads *reads)
{
	for (size_t i = 0; i < mutant->units.count; i++) {
		const struct equiv_unit *unit =
			&state->subject->units.items[mutant->units.items[i]];
		const struct equiv_file *file = equiv_unit_file(unit, mutant->mutant);

		if (!file)
			return "no unit of the run tells that it is made of this file";
		if (!is_alone(unit, file, mutant, reads))
			return shared;
	}
	return NULL;
}

void equiv_refuse_read(struct equiv_state *state)
{
	struct equiv_reads reads = { 0 };
	bool is_whole = state->is_listed && load_reads(state, &reads);

	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
		const char *why =
			"other units could read it: of one, it is not known what it reads";

		if (!mutant->is_chosen)
			continue;
		if (is_whole)
			why = why_not_read(state, mutant, &reads);
		if (why)
			refuse_mutant(state, m, why);
	}
	vec_deinit(&reads.items);
}

/* Takes over what is stored of mutant M in its unit I. */
static struct error *adopt(struct equiv_state *state, size_t m, size_t i)
{
	const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
	const struct equiv_unit *unit = &state->subject->units.items[mutant->units.items[i]];
	const struct store_proof proof = { .mutant = mutant->mutant->key,
					   .uid = unit->uid,
					   .method = state->opts->method,
					   .units = state->subject->units_hash };

	if (unit->refusal ||
	    (state->stored[m][i] != KNOWN_EQUIVALENT && state->stored[m][i] != KNOWN_BUT_UB))
		return NULL;
	state->known[m][i] = state->stored[m][i];
	return store_renew_proof(state->store, &proof);
}

struct error *equiv_adopt(struct equiv_state *state)
{
	struct error *err = NULL;

	for (size_t m = 0; m < state->subject->mutants.count; m++) {
		size_t nr_units = state->subject->mutants.items[m].units.count;

		for (size_t i = 0; i < nr_units && !state->opts->is_recheck && !err; i++) {
			if (equiv_is_wanted(state, m, i))
				err = adopt(state, m, i);
		}
	}
	return err ? err : store_flush(state->store);
}

void equiv_plan_originals(struct equiv_state *state)
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

bool equiv_is_usable(const struct equiv_state *state, const struct equiv_unit *unit,
		     const struct equiv_mutant *mutant)
{
	const struct equiv_file *file = equiv_unit_file(unit, mutant->mutant);

	if (equiv_is_by_region(state))
		return unit->prover != NULL;
	return !unit->refusal && file && file->is_read;
}

void equiv_plan_mutants(struct equiv_state *state)
{
	enum equiv_task_kind kind =
		equiv_is_by_region(state) ? EQUIV_TASK_REGION : EQUIV_TASK_MUTANT;

	for (uint32_t m = 0; m < state->subject->mutants.count; m++) {
		struct equiv_mutant *mutant = &state->subject->mutants.items[m];

		for (size_t i = 0; i < mutant->units.count; i++) {
			uint32_t u = mutant->units.items[i];

			if (!equiv_is_usable(state, &state->subject->units.items[u], mutant) &&
			    equiv_is_wanted(state, m, i))
				state->known[m][i] = KNOWN_REFUSED;
			else if (equiv_is_wanted(state, m, i))
				vec_push(&state->tasks,
					 ((struct equiv_task){
						 .kind = kind, .unit = u, .mutant = m }));
		}
	}
}
