/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/function.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "caller/callable.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/xalloc.h"

/* A function's name, and the end of the path of the unit that it is in; NULL: any. */
struct wanted {
	const char *name;
	char *file; /* owned */
};

static bool is_wanted(const struct entries *entries, const struct entry *entry,
		      const struct wanted *wanted)
{
	const char *unit = entries->units.items[entry->unit].name;

	if (entry->tag != DEBUG_FUNCTION || entry->depth != 0 ||
	    entry->flags & (DEBUG_IS_DECLARED | DEBUG_IS_COPY) ||
	    strcmp(entry->name, wanted->name) != 0)
		return false;
	return !wanted->file || strcmp(unit, wanted->file) == 0 ||
	       path_ends_in(unit, wanted->file) ||
	       (entry->file && path_ends_in(entry->file, wanted->file));
}

/* Why there is no such function: the file has no debug information, or not for it. */
static struct error *not_found(const struct entries *entries, const char *path, const char *name)
{
	size_t nr_c = 0;

	for (size_t i = 0; i < entries->units.count; i++) {
		const struct entries_unit *unit = &entries->units.items[i];

		nr_c += (unit->flags & DEBUG_IS_C) != 0;
		if (unit->flags & DEBUG_IS_LOST)
			return error_create(ERROR_UNUSABLE,
					    "%s: %s is not found: a part of the debug information "
					    "is in %s, which can't be read",
					    path, name, unit->name);
	}
	if (!entries->units.count)
		return error_create(ERROR_UNUSABLE,
				    "%s: there is no debug information: compile with -g", path);
	if (!nr_c)
		return error_create(ERROR_UNUSABLE, "%s: none of it was compiled from C", path);
	return error_create(ERROR_USAGE,
			    "%s: no function %s was compiled from C with debug information", path,
			    name);
}

static struct error *ambiguous(const struct entries *entries, const struct wanted *wanted,
			       size_t count)
{
	_cleanup_strbuf_ struct strbuf places = { 0 };

	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (is_wanted(entries, entry, wanted))
			strbuf_addf(&places, "%s%s:%s", places.length ? ", " : "",
				    entries->units.items[entry->unit].name, wanted->name);
	}
	return error_create(ERROR_USAGE, "%s is the name of %zu functions: say which: %s",
			    wanted->name, count, strbuf_get(&places));
}

struct error *function_find(const struct entries *entries, const char *path, const char *name,
			    const struct entry **ret)
{
	const char *colon = strrchr(name, ':');
	struct wanted wanted = { .name = colon ? colon + 1 : name };
	const struct entry *found = NULL;
	struct error *err = NULL;
	size_t count = 0;

	if (colon)
		wanted.file = xstrndup(name, (size_t)(colon - name));
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (!is_wanted(entries, entry, &wanted))
			continue;
		found = entry;
		count++;
	}
	if (count == 0)
		err = not_found(entries, path, name);
	else if (count > 1)
		err = ambiguous(entries, &wanted, count);
	free(wanted.file);
	if (!err)
		*ret = found;
	return err;
}

bool function_takes_name(const struct entries *entries, const struct entry *function,
			 const char *name)
{
	if (strcmp(name, "main") == 0 || strcmp(name, "result") == 0 || strcmp(name, "argc") == 0 ||
	    strcmp(name, "argv") == 0)
		return true;
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (entry->unit == function->unit && strcmp(entry->name, name) == 0 &&
		    (entry->tag == DEBUG_TYPEDEF || entry->tag == DEBUG_ENUMERATOR ||
		     (entry->depth == 0 &&
		      (entry->tag == DEBUG_FUNCTION || entry->tag == DEBUG_VARIABLE))))
			return true;
	}
	return false;
}

char *function_argument(const struct entries *entries, const struct entry *function,
			const struct entry *parameter)
{
	const struct entry *part = NULL;
	size_t number = 1;

	while ((part = entries_next_part(entries, function, part)) && part != parameter)
		number += part->tag == DEBUG_PARAMETER;
	if (parameter->name[0] && !function_takes_name(entries, function, parameter->name))
		return xstrdup(parameter->name);
	return xasprintf("arg%zu", number);
}

const struct entry *function_parameter(const struct entries *entries, const struct entry *function,
				       const char *name)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(entries, function, part))) {
		if (part->tag == DEBUG_PARAMETER && strcmp(part->name, name) == 0)
			return part;
	}
	return NULL;
}

struct error *function_error(const struct entry *function, const char *format, ...)
{
	_cleanup_free_ char *message = NULL;
	va_list args;

	va_start(args, format);
	message = xvasprintf(format, args);
	va_end(args);
	return error_create(ERROR_UNUSABLE, "%s:%" PRIu64 ": %s(): %s",
			    function->file ? function->file : "?", function->line, function->name,
			    message);
}

static const char *word_of(const struct entry *type)
{
	return type->tag == DEBUG_UNION ? "union" : type->tag == DEBUG_ENUM ? "enum" : "struct";
}

/* Why PARAMETER, whose type is a pointer to nothing that could be made, can't be. */
static struct error *refuse_pointer(const struct entries *entries, const struct entry *function,
				    const struct entry *parameter, bool has_null)
{
	const struct entry *pointer = type_peel(parameter->type);
	const struct entry *to = type_peel(pointer->type);

	switch ((int)type_kind_of(pointer)) {
	case TYPE_FUNCTION:
		if (has_null || callable_is_told(entries, pointer))
			return NULL;
		return function_error(function,
				      "the parameter %s is a pointer to a function, which can only "
				      "be NULL: leave --no-null out",
				      parameter->name);
	case TYPE_OPAQUE:
		if (to->flags & DEBUG_IS_DECLARED)
			return function_error(
				function,
				"the parameter %s points to %s %s, which is incomplete "
				"in this unit",
				parameter->name, word_of(to), to->name);
		return function_error(
			function,
			"the parameter %s points to %s %s, which only the C library fills",
			parameter->name, word_of(to), to->name);
	case TYPE_POINTER:
		return function_error(function, "the parameter %s points to pointers to functions",
				      parameter->name);
	default:
		return function_error(function,
				      "the parameter %s points to something that the debug "
				      "information does not tell",
				      parameter->name);
	}
}

static struct error *check_parameter(const struct entries *entries, const struct entry *function,
				     const struct entry *parameter, bool has_null)
{
	switch ((int)type_kind_of(parameter)) {
	case TYPE_POINTER:
		if (type_pointee(type_peel(parameter->type)) == POINTEE_NOTHING)
			return refuse_pointer(entries, function, parameter, has_null);
		return NULL;
	case TYPE_ARRAY:
	case TYPE_FUNCTION:
	case TYPE_VOID:
	case TYPE_OPAQUE:
	case TYPE_UNKNOWN:
		return function_error(function,
				      "the parameter %s has a type that the debug information does "
				      "not tell",
				      parameter->name);
	default: return NULL;
	}
}

struct error *function_check_named(const struct entries *entries, const struct entry *function,
				   bool has_null)
{
	const struct entry *part = NULL;
	struct error *err = NULL;

	while (!err && (part = entries_next_part(entries, function, part))) {
		if (part->tag == DEBUG_PARAMETER)
			err = check_parameter(entries, function, part, has_null);
	}
	return err;
}

bool function_takes_more(const struct entries *entries, const struct entry *function)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(entries, function, part))) {
		if (part->tag == DEBUG_MORE_PARAMETERS && part->depth == function->depth + 1)
			return true;
	}
	return false;
}

struct error *function_check(const struct entries *entries, const struct entry *function,
			     bool has_null)
{
	if (function_takes_more(entries, function))
		return function_error(function, "it takes a variable number of arguments");
	return function_check_named(entries, function, has_null);
}

/* True if ENTRY is a number, or leads to one. */
static bool is_count(const struct entry *entry)
{
	const struct entry *type = type_peel(entry->type);

	if (type_kind_of(entry) == TYPE_POINTER)
		return type_pointee(type) == POINTEE_NUMBERS && type_kind_of(type) == TYPE_NUMBER;
	return type_kind_of(entry) == TYPE_NUMBER;
}

struct error *function_check_length(const struct entry *buffer, const struct entry *length,
				    const char *text)
{
	if (type_kind_of(buffer) != TYPE_POINTER ||
	    type_pointee(type_peel(buffer->type)) == POINTEE_NOTHING)
		return error_create(ERROR_USAGE, "--length=%s: %s leads to no array", text,
				    buffer->name);
	if (buffer == length)
		return error_create(ERROR_USAGE, "--length=%s: nothing is its own length", text);
	if (!is_count(length))
		return error_create(ERROR_USAGE, "--length=%s: %s is no number", text,
				    length->name);
	return NULL;
}

/* True if some unit defines the variable that ENTRY declares. */
static bool is_defined(const struct entries *entries, const struct entry *entry)
{
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *other = &entries->items.items[i];

		if (other->tag == DEBUG_VARIABLE && other->depth == 0 &&
		    !(other->flags & DEBUG_IS_DECLARED) && other->flags & DEBUG_IS_EXTERNAL &&
		    strcmp(other->name, entry->name) == 0)
			return true;
	}
	return false;
}

bool function_has_global(const struct entries *entries, const struct entry *function,
			 const struct entry *entry)
{
	if (entry->tag != DEBUG_VARIABLE || entry->depth != 0 || !entry->name[0] ||
	    entry->unit != function->unit || type_is_const(entry->type) || !entry->type)
		return false;
	if (entry->flags & DEBUG_IS_DECLARED)
		return is_defined(entries, entry);
	/* It was told by its declaration. */
	for (const struct entry *other = entry - 1;
	     other >= entries->items.items && other->unit == entry->unit; other--) {
		if (other->tag == DEBUG_VARIABLE && other->depth == 0 &&
		    strcmp(other->name, entry->name) == 0)
			return false;
	}
	return true;
}

bool function_returns(const struct entry *function)
{
	enum type_kind kind = type_kind_of(function);

	return kind != TYPE_VOID && kind != TYPE_UNKNOWN && kind != TYPE_OPAQUE;
}

bool function_is_main(const struct entry *entry)
{
	return entry->tag == DEBUG_FUNCTION && !(entry->flags & DEBUG_IS_DECLARED) &&
	       strcmp(entry->name, "main") == 0;
}

bool function_has_main(const struct entries *entries, const struct entry *function)
{
	for (size_t i = 0; i < entries->items.count; i++) {
		if (entries->items.items[i].unit == function->unit &&
		    function_is_main(&entries->items.items[i]))
			return true;
	}
	return false;
}
