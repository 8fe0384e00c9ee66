/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares linked modules fact by fact. The old verdicts of a test hold only if no name is resolved
 * to another definition than before: by the order of units that define a name several times,
 * --wrap, indirect functions, exports, or names that libraries built without remt give or expect.
 * The order of units counts, too, where the linker collects lists from them.
 *
 * Code that was not built with remt is not analysed: reuse/modules.h compares its hash. Where the
 * facts do not tell what the linker did, the comparison says that it differs.
 */
#include "reuse/connected.h"

#include <stdlib.h>
#include <string.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/hash.h"
#include "common/slots.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "reuse/linked.h"
#include "reuse/modules.h"
#include "sites/linkage.h"
#include "sites/resolution.h"

struct comparison {
	const struct judge *judge;
	const struct stored_test *old_test, *new_test;
	struct slots plain; /* by hash: names that libraries without graphs give or expect */
	bool is_plain_read;
	struct linked old, new;
};

/*
 * Finds names with several definitions of which the linker now takes another one, by their order.
 */
static char *compare_winners(const struct comparison *comparison)
{
	const struct linked *old = &comparison->old, *new = &comparison->new;
	size_t count, others;

	for (size_t i = 0; i < old->definitions.count; i += count) {
		uint32_t name = old->definitions.items[i].name;
		const struct linked_definition *before = linked_find_definitions(old, name, &count);
		const struct linked_definition *after = linked_find_definitions(new, name, &others);

		/* If the number of definitions has changed, the graphs show another symbol. */
		for (size_t d = 0; count > 1 && count == others && d < count; d++) {
			if (comparison->judge->difference.pairs.new_unit[before[d].unit] !=
			    after[d].unit)
				return xasprintf("%s is linked in another order than before, and "
						 "has several definitions of %s",
						 old->module->path,
						 names_text(old->program->names, name));
		}
	}
	return NULL;
}

static bool has_weak(const struct site_table *table)
{
	for (uint32_t s = 0; s < table->header->symbols.count; s++) {
		if (program_symbol_is_public(&table->symbols[s]) &&
		    table->symbols[s].flags & REMT_SYMBOL_WEAK)
			return true;
	}
	return false;
}

/*
 * True if it matters where the linker puts the unit. Units with collected variables that only one
 * version has are left out: the graphs show that such programs begin otherwise.
 */
static bool has_place(const struct linked *side, uint32_t unit, bool has_files)
{
	const struct site_table *table = side->program->units.items[unit].table;

	return table->header->collected || table->header->assembly ||
	       (has_files && has_weak(table));
}

/* Returns the next link from *AT on whose place matters, or SIZE_MAX. PARTNERS is by unit. */
static size_t next_place(const struct linked *side, const struct linked *other,
			 const uint32_t *partners, bool has_files, size_t *at)
{
	while (*at < side->inputs.count) {
		size_t index = (*at)++;
		uint32_t unit = side->inputs.items[index].unit, partner;

		if (unit == PROGRAM_NONE)
			return index;
		partner = partners[unit];
		if (partner != PROGRAM_NONE && has_place(side, unit, has_files) &&
		    has_place(other, partner, has_files))
			return index;
	}
	return SIZE_MAX;
}

static bool is_same_link(const struct comparison *comparison, size_t old, size_t new)
{
	const struct linked_input *before = &comparison->old.inputs.items[old];
	const struct linked_input *after = &comparison->new.inputs.items[new];

	if (before->unit == PROGRAM_NONE || after->unit == PROGRAM_NONE)
		return before->unit == after->unit && before->file == after->file;
	return comparison->judge->difference.pairs.new_unit[before->unit] == after->unit;
}

/* Compares the order of units, as lists of constructors and the like follow it. */
static char *compare_places(const struct comparison *comparison)
{
	const struct pairs *pairs = &comparison->judge->difference.pairs;
	const struct linked *old = &comparison->old, *new = &comparison->new;
	bool has_files = old->has_files || new->has_files;
	size_t at_old = 0, at_new = 0, before, after;

	do {
		before = next_place(old, new, pairs->new_unit, has_files, &at_old);
		after = next_place(new, old, pairs->old_unit, has_files, &at_new);
		if ((before == SIZE_MAX) != (after == SIZE_MAX) ||
		    (before != SIZE_MAX && !is_same_link(comparison, before, after)))
			return xasprintf("%s is linked in another order than before",
					 old->module->path);
	} while (before != SIZE_MAX);
	return NULL;
}

/*
 * Returns a copy of the first fact of KIND that only one version has; NULL: both have the same
 * facts.
 */
static char *find_other_fact(const struct comparison *comparison, const char *kind)
{
	const char *at_old = comparison->old.module->resolution;
	const char *at_new = comparison->new.module->resolution;
	const char *before, *after;
	size_t size, other_size;
	bool is_there, is_here;

	do {
		is_there = resolution_next(kind, &at_old, &before, &size);
		is_here = resolution_next(kind, &at_new, &after, &other_size);
		if (is_there && is_here && size == other_size && memcmp(before, after, size) == 0)
			continue;
		if (is_there)
			return xstrndup(before, strcspn(before, " \n"));
		if (is_here)
			return xstrndup(after, strcspn(after, " \n"));
	} while (is_there);
	return NULL;
}

static char *compare_wraps(const struct comparison *comparison)
{
	const char *at = comparison->old.module->resolution, *line;
	_cleanup_free_ char *other = find_other_fact(comparison, "wrap");
	size_t size;

	if (other)
		return xasprintf("%s is linked with another --wrap=%s than before",
				 comparison->old.module->path, other);
	while (resolution_next("wrap", &at, &line, &size)) {
		if (line[size - 1] == '?')
			return xasprintf("%s has a function __wrap_%.*s, and nothing tells who "
					 "calls it (--wrap)",
					 comparison->old.module->path, (int)strcspn(line, " "),
					 line);
	}
	return NULL;
}

/* The graphs don't tell which functions the resolver of an indirect function can return. */
static char *compare_ifuncs(const struct comparison *comparison)
{
	const struct linked *sides[] = { &comparison->old, &comparison->new };
	const char *line;
	size_t size;

	for (size_t i = 0; i < ARRAY_SIZE(sides); i++) {
		const char *at = sides[i]->module->resolution;

		if (resolution_next("ifunc", &at, &line, &size))
			return xasprintf("%s chooses %.*s when it is loaded (ifunc), and something "
					 "has changed",
					 sides[i]->module->path, (int)size, line);
	}
	return NULL;
}

static void note_plain(void *arg, const char *name, bool is_defined)
{
	struct slots *plain = arg;
	uint64_t key = hash_string(name);

	(void)is_defined;
	if (slots_find(plain, key) == SLOTS_NONE)
		slots_add(plain, key, 0);
}

static void note_libraries(struct slots *plain, const struct stored_test *test)
{
	for (size_t i = 0; i < test->inputs.count; i++) {
		if (modules_is_plain_library(&test->inputs.items[i]))
			error_destroy(
				linkage_each_name(test->inputs.items[i].path, note_plain, plain));
	}
}

/* True if a library without graphs gives NAME, or expects it. */
static bool is_plain_name(struct comparison *comparison, const char *name)
{
	if (!comparison->is_plain_read) {
		comparison->is_plain_read = true;
		note_libraries(&comparison->plain, comparison->old_test);
		note_libraries(&comparison->plain, comparison->new_test);
	}
	return slots_find(&comparison->plain, hash_string(name)) != SLOTS_NONE;
}

/*
 * Judges NAME, which others can see in one version only. It matters if the other version defines
 * it, too, if no unit defines it, or if libraries know it.
 */
static char *judge_export(struct comparison *comparison, const char *name,
			  const struct linked *with, const struct linked *without)
{
	if (linked_defines(without, name) || !linked_defines(with, name))
		return xasprintf("others see %s of %s otherwise than before", name,
				 comparison->old.module->path);
	if (is_plain_name(comparison, name))
		return xasprintf("libraries may use %s, which is new in %s, or gone", name,
				 comparison->old.module->path);
	return NULL;
}

static char *compare_exports_of(struct comparison *comparison)
{
	const struct linked *old = &comparison->old, *new = &comparison->new;
	size_t i = 0, j = 0;
	char *refusal = NULL;

	while (!refusal && (i < old->exports.count || j < new->exports.count)) {
		const struct linked_export *before =
			i < old->exports.count ? &old->exports.items[i] : NULL;
		const struct linked_export *after =
			j < new->exports.count ? &new->exports.items[j] : NULL;
		int order = !before ? 1 : !after ? -1 : strcmp(before->name, after->name);

		i += order <= 0;
		j += order >= 0;
		if (order < 0)
			refusal = judge_export(comparison, before->name, old, new);
		else if (order > 0)
			refusal = judge_export(comparison, after->name, new, old);
		else if (before->how != after->how)
			refusal = xasprintf("others see %s of %s otherwise than before",
					    before->name, old->module->path);
	}
	return refusal;
}

/* True if another module of TEST exports NAME, too. */
static bool is_exported_elsewhere(const struct stored_run *stored_run,
				  const struct stored_test *test,
				  const struct stored_module *module, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < test->modules.count; i++) {
		const struct stored_module *other =
			&stored_run->modules.items[test->modules.items[i]];
		const char *at = other->resolution, *line;
		size_t size;

		while (other != module && resolution_next("export", &at, &line, &size)) {
			if (strcspn(line, " ") == length && strncmp(line, name, length) == 0)
				return true;
		}
	}
	return false;
}

static bool has_fact(const struct stored_module *module, const char *kind, const char *text,
		     size_t length)
{
	const char *at = module->resolution, *line;
	size_t size;

	while (resolution_next(kind, &at, &line, &size)) {
		if (size == length && memcmp(line, text, length) == 0)
			return true;
	}
	return false;
}

/*
 * Finds a name that ONE looks up as other modules do and OTHER binds to its own definition, while
 * other modules define it, too.
 */
static char *find_rebound(struct comparison *comparison, const struct linked *one,
			  const struct linked *other)
{
	const char *at = one->module->resolution, *line;
	size_t size;

	while (resolution_next("through", &at, &line, &size)) {
		_cleanup_free_ char *name = xstrndup(line, size);

		if (has_fact(other->module, "through", line, size))
			continue;
		if (is_plain_name(comparison, name) ||
		    is_exported_elsewhere(comparison->judge->old, comparison->old_test,
					  comparison->old.module, name) ||
		    is_exported_elsewhere(comparison->judge->new, comparison->new_test,
					  comparison->new.module, name))
			return xasprintf("%s may find another %s than before", one->module->path,
					 name);
	}
	return NULL;
}

/*
 * Compares versions of the same units: only the linker, or options that the tables don't tell, can
 * make a difference.
 */
static char *compare_identical(const struct comparison *comparison)
{
	static const char *const kinds[] = { "unit",   "file",	  "wrap",  "section",
					     "export", "through", "image", NULL };
	const char *path = comparison->old.module->path;

	for (size_t i = 0; kinds[i]; i++) {
		_cleanup_free_ char *fact = find_other_fact(comparison, kinds[i]);

		if (!fact)
			continue;
		if (strcmp(kinds[i], "unit") == 0 || strcmp(kinds[i], "file") == 0)
			return xasprintf("%s is linked in another order than before", path);
		if (strcmp(kinds[i], "image") == 0)
			return xasprintf("%s was compiled or linked otherwise than before", path);
		return xasprintf("%s is linked otherwise than before (%s %s)", path, kinds[i],
				 fact);
	}
	return NULL;
}

static char *compare_changed(struct comparison *comparison)
{
	_cleanup_free_ char *section = find_other_fact(comparison, "section");
	char *refusal = compare_winners(comparison);

	if (!refusal)
		refusal = compare_places(comparison);
	if (!refusal && section)
		refusal = xasprintf("the linker collected other things in section %s of %s",
				    section, comparison->old.module->path);
	if (!refusal)
		refusal = compare_wraps(comparison);
	if (!refusal)
		refusal = compare_ifuncs(comparison);
	if (!refusal)
		refusal = compare_exports_of(comparison);
	if (!refusal)
		refusal = find_rebound(comparison, &comparison->old, &comparison->new);
	if (!refusal)
		refusal = find_rebound(comparison, &comparison->new, &comparison->old);
	return refusal;
}

char *connected_compare(const struct judge *judge, const struct stored_test *old,
			const struct stored_test *new, bool is_identical)
{
	struct comparison comparison = { .judge = judge, .old_test = old, .new_test = new };
	char *refusal = NULL;

	for (size_t i = 0; !refusal && i < old->modules.count; i++) {
		const struct stored_module *before =
			&judge->old->modules.items[old->modules.items[i]];

		linked_read(&comparison.old, judge->old, before);
		linked_read(&comparison.new, judge->new,
			    modules_find(judge->new, new, before->path));
		refusal = is_identical ? compare_identical(&comparison)
				       : compare_changed(&comparison);
		linked_deinit(&comparison.old);
		linked_deinit(&comparison.new);
	}
	slots_deinit(&comparison.plain);
	return refusal;
}
