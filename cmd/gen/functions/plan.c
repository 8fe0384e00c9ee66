/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions `remt gen --functions` looks at, and in which order. */
#include "cmd/gen/functions/plan.h"

#include <stdlib.h>
#include <string.h>

#include "caller/function.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* Notes in USED which of WORDS mean the function of ROW; true: one does, or there are none. */
static bool is_wanted(char *const *words, const struct inventory_mutant *row, bool *used)
{
	bool ret = !words;

	for (size_t i = 0; words && words[i]; i++) {
		if (!gen_functions_is_meant(words[i], row->file, row->function))
			continue;
		used[i] = true;
		ret = true;
	}
	return ret;
}

static const struct entry *find_entry(const struct gen_functions *functions,
				      const struct inventory_mutant *row)
{
	const struct entries *entries = functions->program.entries;

	/* A function of a header may be in several units, which are alike. */
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (entry->tag == DEBUG_FUNCTION && entry->depth == 0 &&
		    !(entry->flags & (DEBUG_IS_DECLARED | DEBUG_IS_COPY)) &&
		    gen_function_has_mutant(entry, row))
			return entry;
	}
	return NULL;
}

static struct gen_functions_item *find_item(struct gen_functions *functions,
					    const struct inventory_mutant *row)
{
	struct gen_functions_item *item;

	for (size_t i = 0; i < functions->items.count; i++) {
		item = &functions->items.items[i];
		if (strcmp(item->name, row->function) == 0 && strcmp(item->file, row->file) == 0)
			return item;
	}
	return gen_functions_add_item(functions, row->file, row->function);
}

static void add_mutants(struct gen_functions *functions, char *const *words, bool *used)
{
	const struct gen_mutants *mutants = &functions->program.mutants;

	for (size_t i = 0; i < mutants->items.count; i++) {
		const struct gen_mutant *mutant = &mutants->items.items[i];
		struct gen_functions_item *item;

		if (!is_wanted(words, mutant->row, used))
			continue;
		item = find_item(functions, mutant->row);
		item->is_changed |= mutant->is_changed;
		vec_push(&item->mutants,
			 ((struct gen_functions_mutant){ .mutant = mutant, .test = SIZE_MAX }));
	}
	for (size_t i = 0; i < mutants->proven.count; i++) {
		const struct inventory_mutant *row = mutants->proven.items[i];

		if (is_wanted(words, row, used))
			functions->units.items[gen_functions_find_unit(functions, row->file)]
				.nr_proven++;
	}
}

/* Finds the functions in the debug information, and says of those that can't be called why. */
static void find_entries(struct gen_functions *functions)
{
	for (size_t i = 0; i < functions->items.count; i++) {
		struct gen_functions_item *item = &functions->items.items[i];
		struct error *err;

		item->entry = find_entry(functions, item->mutants.items[0].mutant->row);
		if (!item->entry) {
			item->refusal =
				xstrdup("the debug information has no function of its own for it");
			continue;
		}
		err = function_check(functions->program.entries, item->entry,
				     functions->args->harness.has_null);
		if (err)
			item->refusal = xstrdup(err->message);
		error_destroy(err);
	}
}

/* Changed code comes first; then what lies first in its file. */
static void sort(struct gen_functions *functions)
{
	VEC(struct gen_functions_item) sorted = { 0 };

	for (unsigned is_changed = 2; is_changed-- > 0;) {
		for (size_t i = 0; i < functions->items.count; i++) {
			if (functions->items.items[i].is_changed == is_changed)
				vec_push(&sorted, functions->items.items[i]);
		}
	}
	memcpy(functions->items.items, sorted.items, sorted.count * sizeof(*sorted.items));
	vec_deinit(&sorted);
}

struct error *gen_functions_plan(struct gen_functions *functions)
{
	_cleanup_strv_ char **words =
		functions->args->list ? strv_split(functions->args->list, ',') : NULL;
	_cleanup_free_ bool *used = xcalloc(strv_count(words) + 1, sizeof(*used));

	add_mutants(functions, words, used);
	for (size_t i = 0; words && words[i]; i++) {
		if (!used[i])
			return error_create(ERROR_USAGE, "%s has no %s in '%s'", functions->name,
					    functions->program.mutants.has_survivors ? "survivors"
										     : "mutants",
					    words[i]);
	}
	if (!functions->items.count)
		return error_create(ERROR_UNUSABLE,
				    "%s has no survivors but those that are proven equivalent",
				    functions->name);
	find_entries(functions);
	sort(functions);
	return NULL;
}
