/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which mutants are worth a compilation of their own. In one run of GCC a function has a copy for each of its mutants,
 * beside one without a mutant (plugin/lower/copy.h). What GCC makes another thing of there it will most probably make
 * another object of. Equal copies are no proof: such mutants are compiled alone.
 */
#include <stdlib.h>
#include <string.h>

#include "equiv/equiv_state.h"

/* Copies in one run of the compiler: what it has to do beside is shared by as many, but it holds all of them. */
#define COPIES_PER_RUN 256

#define FILTERED       "GCC makes other code of the function with the mutant"

bool equiv_is_filtered(const char *text)
{
	return strcmp(text, FILTERED) == 0;
}

/* Returns the only instance of the mutant in UNIT; NULL: there are several, or none. */
static const struct equiv_instance *find_instance(const struct equiv_mutant *mutant, uint32_t unit)
{
	const struct equiv_instance *found = NULL;

	for (size_t i = 0; i < mutant->instances.count; i++) {
		if (mutant->instances.items[i].unit != unit)
			continue;
		if (found)
			return NULL;
		found = &mutant->instances.items[i];
	}
	return found;
}

static int compare(const void *a, const void *b)
{
	const struct equiv_asked *x = a, *y = b;

	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return x->alternative < y->alternative ? -1 : x->alternative > y->alternative;
}

/* Adds the mutants that are to be compiled whose unit NTH is U, sorted. */
static void ask_unit(struct equiv_state *state, uint32_t u, uint32_t nth)
{
	size_t first = state->asked.count;

	for (uint32_t m = 0; m < state->subject->mutants.count; m++) {
		const struct equiv_mutant *mutant = &state->subject->mutants.items[m];
		const struct equiv_instance *instance;

		if (nth >= mutant->units.count || mutant->units.items[nth] != u ||
		    !equiv_is_wanted(state, m, nth) ||
		    !equiv_is_usable(state, &state->subject->units.items[u], mutant))
			continue;
		instance = find_instance(mutant, u);
		if (instance)
			vec_push(&state->asked,
				 ((struct equiv_asked){ instance->site, instance->alternative, m,
							nth }));
	}
	if (state->asked.count > first)
		qsort(state->asked.items + first, state->asked.count - first,
		      sizeof(*state->asked.items), compare);
}

/* Plans the copies of unit U, of which those asked for begin with FIRST. */
static void plan_unit(struct equiv_state *state, uint32_t u, size_t first, size_t end)
{
	for (uint32_t number = 0; first < end; number++) {
		size_t count = end - first < COPIES_PER_RUN ? end - first : COPIES_PER_RUN;

		vec_push(&state->tasks, ((struct equiv_task){ .kind = EQUIV_TASK_COPIES,
							      .unit = u,
							      .number = number,
							      .asked = state->asked.items + first,
							      .nr_asked = count }));
		first += count;
	}
}

void equiv_plan_copies(struct equiv_state *state, uint32_t nth)
{
	VEC(size_t) ends = { 0 };
	size_t first = 0;

	if (equiv_is_by_region(state) || state->opts->is_unfiltered || state->opts->is_recheck)
		return;
	vec_deinit(&state->asked);
	for (uint32_t u = 0; u < state->subject->units.count; u++) {
		ask_unit(state, u, nth);
		vec_push(&ends, state->asked.count);
	}
	for (uint32_t u = 0; u < ends.count; u++) {
		plan_unit(state, u, first, ends.items[u]);
		first = ends.items[u];
	}
	vec_deinit(&ends);
}

/* Leaves out what is asked for at ASKED. */
static struct error *leave_out(struct equiv_state *state, const struct equiv_asked *asked)
{
	struct equiv_answer answer = { .kind = STORE_PROOF_NONE, .text = FILTERED };

	state->known[asked->mutant][asked->unit] = KNOWN_FILTERED;
	return equiv_put(state, asked->mutant, asked->unit, &answer);
}

/* Takes the copy of what is asked for at ASKED, which is another one than its function. */
static struct error *take_other(struct equiv_state *state, uint32_t unit,
				const struct equiv_asked *asked, const struct equiv_copy *copy)
{
	if (!state->opts->is_duplicates || !equiv_has_duplicates(state, asked->mutant))
		return leave_out(state, asked);
	vec_push(&state->copies, ((struct equiv_likeness){ unit, asked->mutant, copy->function,
							   copy->early, copy->late, true }));
	return NULL;
}

/* Takes those of TASK whose copies are other ones than their functions. A mutant without a copy is compiled. */
static struct error *compare_copies(struct equiv_state *state, const struct equiv_task *task,
				    const struct equiv_copies *copies)
{
	struct error *err = NULL;
	size_t next = 0;

	/* Both are sorted. */
	for (size_t i = 0; i < copies->items.count && !err; i++) {
		const struct equiv_copy *copy = &copies->items.items[i];
		const struct equiv_asked key = { copy->site, copy->alternative, 0, 0 };

		while (next < task->nr_asked && compare(&task->asked[next], &key) < 0)
			next++;
		if (next < task->nr_asked && compare(&task->asked[next], &key) == 0 &&
		    !copy->is_same)
			err = take_other(state, task->unit, &task->asked[next], copy);
	}
	return err;
}

struct error *equiv_take_copies(struct equiv_state *state, const struct equiv_task *task,
				const struct equiv_answer *answer)
{
	struct equiv_copies copies = { 0 };
	struct error *err;

	if (answer->is_failure) {
		if (state->opts->unfiltered)
			state->opts->unfiltered(state->opts->arg,
						state->subject->units.items[task->unit].source,
						answer->text);
		return NULL;
	}
	err = equiv_task_copies(&state->opts->compiler, task, &copies);
	if (!err)
		err = compare_copies(state, task, &copies);
	vec_deinit(&copies.items);
	return err ? err : store_flush(state->store);
}

static int compare_unit(const struct equiv_likeness *x, const struct equiv_likeness *y)
{
	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

static int compare_early(const void *a, const void *b)
{
	const struct equiv_likeness *x = a, *y = b;
	int order = compare_unit(x, y);

	return order ? order : x->early < y->early ? -1 : x->early > y->early;
}

static int compare_late(const void *a, const void *b)
{
	const struct equiv_likeness *x = a, *y = b;
	int order = compare_unit(x, y);

	return order ? order : x->late < y->late ? -1 : x->late > y->late;
}

static int compare_mutant(const void *a, const void *b)
{
	const struct equiv_likeness *x = a, *y = b;

	return x->mutant < y->mutant ? -1 : x->mutant > y->mutant;
}

/* Sorts the COUNT items by COMPARE; those that it takes for equal are not alone. */
static void find_alike(struct equiv_likeness *items, size_t count,
		       int (*compare_items)(const void *, const void *))
{
	qsort(items, count, sizeof(*items), compare_items);
	for (size_t i = 0; i + 1 < count; i++) {
		bool is_known = compare_items != compare_late || items[i].late;

		if (is_known && compare_items(&items[i], &items[i + 1]) == 0)
			items[i].is_alone = items[i + 1].is_alone = false;
	}
}

/* Decides about a mutant, which has an only unit; IS_ALONE: no other one is like it. */
static struct error *choose(struct equiv_state *state, size_t m, bool is_alone)
{
	const struct equiv_asked asked = { .mutant = (uint32_t)m };

	if (state->objects[m])
		state->known[m][0] = KNOWN_DIFFERENT;
	else if (is_alone)
		return leave_out(state, &asked);
	return NULL;
}

struct error *equiv_choose_duplicates(struct equiv_state *state)
{
	struct equiv_likeness *items = state->copies.items;
	size_t count = state->copies.count;
	struct error *err = NULL;

	if (!count)
		return NULL;
	find_alike(items, count, compare_early);
	find_alike(items, count, compare_late);
	qsort(items, count, sizeof(*items), compare_mutant);
	for (size_t i = 0; i < count && !err; i++)
		err = choose(state, items[i].mutant, items[i].is_alone);
	return err ? err : store_flush(state->store);
}
