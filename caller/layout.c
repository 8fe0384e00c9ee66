/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/layout.h"

#include <stdlib.h>
#include <string.h>

#include "caller/function.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/vec.h"
#include "common/xalloc.h"

enum { MAX_NESTING = 200 }; /* of types in types */

/* Two types that were compared, or are being compared: then they are the same as far as it matters. */
struct known {
	const struct entry *old, *new;
};

struct comparison {
	const struct entries *const *entries; /* by version */
	VEC(struct known) known;
	bool is_filled; /* values are filled from the blob, not printed alone */
	unsigned nesting;
	char *reason; /* the first one; owned */
};

static bool compare(struct comparison *comparison, const struct entry *old,
		    const struct entry *new);

static const char *word_of(const struct entry *type)
{
	switch ((int)type->tag) {
	case DEBUG_STRUCT: return "struct ";
	case DEBUG_UNION: return "union ";
	case DEBUG_ENUM: return "enum ";
	default: return "";
	}
}

/* Says that WHAT of TYPE differs; false. */
static bool differ(struct comparison *comparison, const struct entry *type, const char *what)
{
	const char *name = type && type->name[0] ? type->name : "without a name";

	if (!comparison->reason)
		comparison->reason =
			xasprintf("%s%s has other %s", type ? word_of(type) : "", name, what);
	return false;
}

/* Returns the next part of WHOLE behind PART that has TAG. */
static const struct entry *next(const struct entries *entries, const struct entry *whole,
				const struct entry *part, enum debug_tag tag)
{
	while ((part = entries_next_part(entries, whole, part)) && part->tag != tag)
		;
	return part;
}

static bool compare_members(struct comparison *comparison, const struct entry *old,
			    const struct entry *new)
{
	const struct entry *a = NULL, *b = NULL;

	do {
		a = next(comparison->entries[0], old, a, DEBUG_MEMBER);
		b = next(comparison->entries[1], new, b, DEBUG_MEMBER);
		if (!a != !b || (a && (strcmp(a->name, b->name) != 0 || a->bits != b->bits)))
			return differ(comparison, new, "members");
	} while (a && compare(comparison, a->type, b->type));
	return !a;
}

/* Values that NEW alone has, behind the others, do no harm to what is printed. */
static bool compare_enumerators(struct comparison *comparison, const struct entry *old,
				const struct entry *new)
{
	const struct entry *a = NULL, *b = NULL;

	do {
		a = next(comparison->entries[0], old, a, DEBUG_ENUMERATOR);
		b = next(comparison->entries[1], new, b, DEBUG_ENUMERATOR);
		if (a && (!b || strcmp(a->name, b->name) != 0))
			return differ(comparison, new, "values");
	} while (a);
	return !b || !comparison->is_filled || differ(comparison, new, "values");
}

static bool compare_array(struct comparison *comparison, const struct entry *old,
			  const struct entry *new)
{
	uint64_t of_old[TYPE_MAX_DIMENSIONS] = { 0 }, of_new[TYPE_MAX_DIMENSIONS] = { 0 };
	size_t number = type_dimensions(comparison->entries[0], old, of_old);

	if (type_dimensions(comparison->entries[1], new, of_new) != number ||
	    memcmp(of_old, of_new, sizeof(of_old)) != 0)
		return differ(comparison, NULL, "elements");
	return compare(comparison, old->type, new->type);
}

/* What a callback is given decides over what it prints and fills: no const but the same. */
static bool compare_callbacks(struct comparison *comparison, const struct entry *old,
			      const struct entry *new)
{
	const struct entry *a = NULL, *b = NULL;

	for (;;) {
		a = entries_next_part(comparison->entries[0], old, a);
		b = entries_next_part(comparison->entries[1], new, b);
		if (!a && !b)
			return compare(comparison, old->type, new->type);
		if (!a || !b || a->tag != b->tag)
			return differ(comparison, NULL, "parameters of a callback");
		if (a->tag == DEBUG_PARAMETER && !compare(comparison, a->type, b->type))
			return false;
		if (type_kind_of(a) == TYPE_POINTER &&
		    type_is_const(type_peel(a->type)->type) !=
			    type_is_const(type_peel(b->type)->type))
			return differ(comparison, NULL, "parameters of a callback");
	}
}

static bool compare_parts(struct comparison *comparison, const struct entry *old,
			  const struct entry *new)
{
	switch ((int)old->tag) {
	case DEBUG_STRUCT:
	case DEBUG_UNION: return compare_members(comparison, old, new);
	case DEBUG_ENUM: return compare_enumerators(comparison, old, new);
	case DEBUG_ARRAY: return compare_array(comparison, old, new);
	case DEBUG_POINTER: return compare(comparison, old->type, new->type);
	case DEBUG_FUNCTION_TYPE: return compare_callbacks(comparison, old, new);
	case DEBUG_NUMBER:
		if (old->size == new->size && old->encoding == new->encoding)
			return true;
		return differ(comparison, new, "values");
	default: return true;
	}
}

static bool is_known(const struct comparison *comparison, const struct entry *old,
		     const struct entry *new)
{
	for (size_t i = 0; i < comparison->known.count; i++) {
		if (comparison->known.items[i].old == old && comparison->known.items[i].new == new)
			return true;
	}
	return false;
}

static bool compare(struct comparison *comparison, const struct entry *old, const struct entry *new)
{
	bool ret;

	old = type_peel(old);
	new = type_peel(new);
	if (!old && !new)
		return true;
	if (!old || !new || old->tag != new->tag)
		return differ(comparison, new ? new : old, "contents");
	if (is_known(comparison, old, new))
		return true;
	vec_push(&comparison->known, ((struct known){ old, new }));
	if (++comparison->nesting > MAX_NESTING)
		ret = differ(comparison, new, "contents, or is nested too deeply");
	else
		ret = compare_parts(comparison, old, new);
	comparison->nesting--;
	return ret;
}

static bool compare_parameters(struct comparison *comparison, const struct entry *old,
			       const struct entry *new)
{
	const struct entry *a = NULL, *b = NULL;

	for (;;) {
		a = next(comparison->entries[0], old, a, DEBUG_PARAMETER);
		b = next(comparison->entries[1], new, b, DEBUG_PARAMETER);
		if (!a && !b)
			return true;
		if (!a || !b) {
			comparison->reason = xstrdup(a ? "NEW has fewer" : "NEW has more");
			return false;
		}
		if (!compare(comparison, a->type, b->type))
			return false;
	}
}

char *layout_compare(const struct entries *const entries[2], const struct entry *const functions[2])
{
	struct comparison comparison = { .entries = entries, .is_filled = true };
	char *ret = NULL;

	if (!compare_parameters(&comparison, functions[0], functions[1])) {
		ret = xasprintf("its parameters differ: %s", comparison.reason);
	} else {
		comparison.is_filled = false;
		if (!compare(&comparison, functions[0]->type, functions[1]->type))
			ret = xasprintf("what it returns differs: %s", comparison.reason);
	}
	free(comparison.reason);
	vec_deinit(&comparison.known);
	return ret;
}

/* ---- global variables */

static const struct entry *find_global(const struct entries *entries, const struct entry *function,
				       const char *name)
{
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (function_has_global(entries, function, entry) && strcmp(entry->name, name) == 0)
			return entry;
	}
	return NULL;
}

static bool is_same_global(const struct entries *const entries[2], const struct entry *old,
			   const struct entry *new)
{
	struct comparison comparison = { .entries = entries, .is_filled = true };
	bool ret = compare(&comparison, old->type, new->type);

	free(comparison.reason);
	vec_deinit(&comparison.known);
	return ret;
}

/* A pointer to a function could only be filled with NULL, which is less than what the program has there. */
static bool is_callback(const struct entry *global)
{
	const struct entry *type = type_peel(global->type);

	return type->tag == DEBUG_POINTER && type->type && type_kind_of(type) == TYPE_FUNCTION;
}

char **layout_globals(const struct entries *const entries[2],
		      const struct entry *const functions[2])
{
	char **ret = NULL;

	for (unsigned version = 0; version < 2; version++) {
		const struct entries *these = entries[version];

		for (size_t i = 0; i < these->items.count; i++) {
			const struct entry *entry = &these->items.items[i], *other;

			if (!function_has_global(these, functions[version], entry))
				continue;
			other = find_global(entries[!version], functions[!version], entry->name);
			if (!other || is_callback(entry) ||
			    (version == 0 && !is_same_global(entries, entry, other)))
				strv_append_once(&ret, entry->name);
		}
	}
	return ret;
}
