/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions `remt gen --functions OLD NEW` compares: those that have changed, those that the user names, and, if that
 * is wanted, unchanged ones that call changed ones.
 */
#include <stdlib.h>
#include <string.h>

#include "caller/function.h"
#include "caller/layout.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/changed/changes.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* What the user wants. */
struct planning {
	struct gen_functions *functions;
	char **words; /* of the list; NULL: none; owned */
	bool *used;   /* by word */
};

/* Returns the entry of the function of ROW in VERSION; NULL: there is none. */
static const struct entry *find_entry(const struct gen_functions *functions, unsigned version,
				      const struct gen_changes_row *row)
{
	const struct entries *entries =
		version ? functions->program.entries : functions->old.entries;

	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (entry->tag == DEBUG_FUNCTION && entry->depth == 0 &&
		    !(entry->flags & (DEBUG_IS_DECLARED | DEBUG_IS_COPY)) &&
		    strcmp(entry->name, row->name) == 0 &&
		    strcmp(entries->units.items[entry->unit].name, row->inputs[version]) == 0)
			return entry;
	}
	return NULL;
}

/* Notes which of the user's words mean the function NAME of FILE. *RET_NAMED: one has its name. */
static bool is_wanted(struct planning *planning, const char *file, const char *name,
		      bool *ret_named)
{
	bool ret = !planning->words;

	*ret_named = false;
	for (size_t i = 0; planning->words && planning->words[i]; i++) {
		if (!gen_functions_is_meant(planning->words[i], file, name))
			continue;
		planning->used[i] = ret = true;
		*ret_named |= !path_ends_in(file, planning->words[i]);
	}
	return ret;
}

/* Says why the pair of ITEM can't be compared, if it can't. */
static void check(struct gen_functions *functions, struct gen_functions_item *item)
{
	struct entries *const entries[2] = { functions->old.entries, functions->program.entries };
	const struct entry *const pair[2] = { item->old_entry, item->entry };
	struct error *err;

	if (!item->entry || !item->old_entry) {
		item->refusal = xstrdup("the debug information has no function of its own for it");
		return;
	}
	if (function_is_main(item->entry)) {
		item->refusal = xstrdup("it is the whole program: remt gen OLD NEW explores that");
		return;
	}
	item->refusal = layout_compare(entries, pair, &functions->left);
	for (unsigned version = 2; version-- > 0 && !item->refusal;) {
		err = function_check_named(entries[version], pair[version], true);
		item->refusal = err ? xstrdup(err->message) : NULL;
		error_destroy(err);
	}
}

static void add_item(struct gen_functions *functions, const struct gen_changes_row *row,
		     const char *cause)
{
	struct gen_functions_item *item;

	/* A function of a header may be in several units, which are alike. */
	for (size_t i = 0; i < functions->items.count; i++) {
		if (strcmp(functions->items.items[i].name, row->name) == 0 &&
		    strcmp(functions->items.items[i].file, row->file) == 0)
			return;
	}
	item = gen_functions_add_item(functions, gen_functions_own(functions, row->file),
				      gen_functions_own(functions, row->name));
	item->is_changed = true;
	item->cause = cause ? gen_functions_own(functions, cause) : NULL;
	item->entry = find_entry(functions, 1, row);
	item->old_entry = find_entry(functions, 0, row);
	check(functions, item);
}

/* In which order functions are looked at: what changes behaviour is most likely in what somebody has written. */
enum pass { PASS_WRITTEN, PASS_CHANGED, PASS_CALLERS, NR_PASSES };

/* Returns that of ROW; NR_PASSES: none of a function that is not looked at. CAUSE: why one that has not changed is. */
static enum pass pass_of(const struct planning *planning, const struct gen_changes_row *row,
			 bool is_named, const char *cause)
{
	if (row->is_changed)
		return row->is_written ? PASS_WRITTEN : PASS_CHANGED;
	if (is_named)
		return PASS_CHANGED;
	return cause && planning->functions->args->has_callers ? PASS_CALLERS : NR_PASSES;
}

/* Adds the function of ROW, if it is wanted, and it is the PASS for it: as changed, as named, or as a caller of what has changed. */
static void look_at(struct planning *planning, const struct gen_changes_row *row, enum pass pass)
{
	struct gen_functions *functions = planning->functions;
	_cleanup_free_ char *cause = NULL;
	bool is_named;

	if (!is_wanted(planning, row->file, row->name, &is_named))
		return;
	if (!row->inputs[0]) {
		functions->nr_added += pass == PASS_WRITTEN;
		return;
	}
	if (row->callee && !row->is_changed)
		cause = xasprintf("it calls %s()", row->callee);
	if (pass_of(planning, row, is_named, cause) == pass)
		add_item(functions, row, row->is_changed ? NULL : cause ? cause : "it is named");
}

static struct error *look_at_all(struct planning *planning, const struct gen_changes *changes)
{
	planning->functions->nr_removed = changes->nr_removed;
	for (enum pass pass = 0; pass < NR_PASSES; pass++) {
		for (size_t i = 0; i < changes->rows.count; i++)
			look_at(planning, &changes->rows.items[i], pass);
	}
	for (size_t i = 0; planning->words && planning->words[i]; i++) {
		if (!planning->used[i])
			return error_create(ERROR_USAGE, "%s has no function '%s'",
					    planning->functions->name, planning->words[i]);
	}
	return NULL;
}

struct error *gen_changed_plan(struct gen_functions *functions)
{
	const char *names[2] = { functions->old.name, functions->name };
	_cleanup_strv_ char **words =
		functions->args->list ? strv_split(functions->args->list, ',') : NULL;
	_cleanup_free_ bool *used = xcalloc(strv_count(words) + 1, sizeof(*used));
	struct planning planning = { .functions = functions, .words = words, .used = used };
	struct gen_changes changes = { 0 };
	char *paths[2] = { NULL, NULL };
	struct error *err = NULL;

	for (unsigned version = 0; version < 2 && !err; version++)
		err = path_resolve(names[version], &paths[version]);
	if (!err)
		err = gen_changes_find((const char *const *)paths, &changes);
	if (!err)
		err = look_at_all(&planning, &changes);
	if (!err)
		functions->words = gen_changed_words(functions, (const char *const *)paths);
	gen_changes_deinit(&changes);
	free(paths[0]);
	free(paths[1]);
	return err;
}
