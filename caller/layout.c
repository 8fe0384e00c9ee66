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
	bool differs;
};

struct comparison {
	const struct entries *const *entries; /* by version */
	VEC(struct known) known;
	bool is_filled; /* values are filled from the blob, not printed alone */
	unsigned nesting;
	char *reason;			/* the first one; owned */
	struct entries *const *changed; /* the same, to leave members out of; NULL: none may be */
	char ***left;			/* their names */
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

/* Takes MEMBER of WHOLE, a structure of VERSION, out of the type, so that no harness fills or prints it. */
static void leave_out(struct comparison *comparison, unsigned version, const struct entry *whole,
		      const struct entry *member)
{
	struct entries *entries = comparison->changed[version];
	const char *name = whole->name[0] ? whole->name : type_typedef(entries, whole);
	_cleanup_free_ char *text = xasprintf("%s.%s", name ? name : "struct", member->name);

	strv_append_once(comparison->left, text);
	entries->items.items[member - entries->items.items].tag = (enum debug_tag)ENTRY_LEFT_OUT;
}

/* Returns the member of WHOLE behind PART that is like MEMBER of the other version; NULL: there is none. */
static const struct entry *find_member(const struct entries *entries, const struct entry *whole,
				       const struct entry *part, const struct entry *member)
{
	while ((part = next(entries, whole, part, DEBUG_MEMBER))) {
		if (strcmp(part->name, member->name) == 0)
			return part;
	}
	return NULL;
}

/* Leaves the members of WHOLE out that lie between FROM and TO; NULL: its beginning, and its end. */
static void leave_out_between(struct comparison *comparison, unsigned version,
			      const struct entry *whole, const struct entry *from,
			      const struct entry *to)
{
	const struct entries *entries = comparison->entries[version];

	while ((from = next(entries, whole, from, DEBUG_MEMBER)) && from != to)
		leave_out(comparison, version, whole, from);
}

/* What both structures have in the same order is compared. All else is left out. */
static bool compare_members_alike(struct comparison *comparison, const struct entry *old,
				  const struct entry *new)
{
	const struct entry *a, *b = NULL, *last = NULL;

	while ((b = next(comparison->entries[1], new, b, DEBUG_MEMBER))) {
		a = find_member(comparison->entries[0], old, last, b);
		if (!a) {
			leave_out(comparison, 1, new, b);
			continue;
		}
		leave_out_between(comparison, 0, old, last, a);
		last = a;
		if (a->bits == b->bits && compare(comparison, a->type, b->type))
			continue;
		leave_out(comparison, 0, old, a);
		leave_out(comparison, 1, new, b);
	}
	leave_out_between(comparison, 0, old, last, NULL);
	return true;
}

static bool compare_members(struct comparison *comparison, const struct entry *old,
			    const struct entry *new)
{
	const struct entry *a = NULL, *b = NULL;

	if (old->tag == DEBUG_STRUCT && comparison->changed)
		return compare_members_alike(comparison, old, new);
	/* Unions are printed as bytes. */
	if (old->tag == DEBUG_UNION && old->size != new->size)
		return differ(comparison, new, "contents");
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

/* Integers of any size are printed as numbers. */
static bool is_printed_alike(const struct comparison *comparison, const struct entry *number)
{
	return !comparison->is_filled &&
	       (number->encoding == DEBUG_SIGNED || number->encoding == DEBUG_UNSIGNED);
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
		if (old->encoding == new->encoding &&
		    (old->size == new->size || is_printed_alike(comparison, old)))
			return true;
		return differ(comparison, new, "values");
	default: return true;
	}
}

static struct known *find_known(const struct comparison *comparison, const struct entry *old,
				const struct entry *new)
{
	for (size_t i = 0; i < comparison->known.count; i++) {
		if (comparison->known.items[i].old == old && comparison->known.items[i].new == new)
			return &comparison->known.items[i];
	}
	return NULL;
}

static bool compare(struct comparison *comparison, const struct entry *old, const struct entry *new)
{
	struct known *known;
	bool ret;

	old = type_peel(old);
	new = type_peel(new);
	if (!old && !new)
		return true;
	if (!old || !new || old->tag != new->tag)
		return differ(comparison, new ? new : old, "contents");
	known = find_known(comparison, old, new);
	if (known)
		return !known->differs;
	vec_push(&comparison->known, ((struct known){ old, new, false }));
	if (++comparison->nesting > MAX_NESTING)
		ret = differ(comparison, new, "contents, or is nested too deeply");
	else
		ret = compare_parts(comparison, old, new);
	comparison->nesting--;
	find_known(comparison, old, new)->differs = !ret;
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

char *layout_compare(struct entries *const entries[2], const struct entry *const functions[2],
		     char ***ret_left)
{
	const struct entries *const read[2] = { entries[0], entries[1] };
	struct comparison comparison = { .entries = read,
					 .is_filled = true,
					 .changed = ret_left ? entries : NULL,
					 .left = ret_left };
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
