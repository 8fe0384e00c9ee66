/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/types.h"

#include <string.h>

#include "common/attr.h"

/* Structures of the C library that have no meaning if others fill them. */
static const char *const foreign[] = { "_IO_FILE", "__va_list_tag", "__jmp_buf_tag" };

const struct entry *type_peel(const struct entry *type)
{
	while (type && (type->tag == DEBUG_TYPEDEF || type->tag == DEBUG_CONST ||
			type->tag == DEBUG_QUALIFIER))
		type = type->type;
	return type;
}

static bool is_foreign(const struct entry *type)
{
	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++) {
		if (strcmp(type->name, foreign[i]) == 0)
			return true;
	}
	return false;
}

static enum type_kind number_kind(const struct entry *type)
{
	switch ((int)type->encoding) {
	case DEBUG_BOOL: return TYPE_BOOL;
	case DEBUG_CHAR: return TYPE_CHAR;
	case DEBUG_SIGNED:
	case DEBUG_UNSIGNED: return type->size <= 8 ? TYPE_NUMBER : TYPE_BYTES;
	default: return TYPE_BYTES;
	}
}

static enum type_kind whole_kind(const struct entry *type, enum type_kind kind)
{
	return type->flags & DEBUG_IS_DECLARED || is_foreign(type) ? TYPE_OPAQUE : kind;
}

/* The last one of a chain of types may be void, which is no entry, or not be told. */
static enum type_kind end_kind(const struct entry *last)
{
	return last->flags & DEBUG_HAS_TYPE ? TYPE_UNKNOWN : TYPE_VOID;
}

enum type_kind type_kind(const struct entry *type)
{
	switch ((int)type->tag) {
	case DEBUG_TYPEDEF:
	case DEBUG_CONST:
	case DEBUG_QUALIFIER: return type_kind_of(type);
	case DEBUG_NUMBER: return type->size ? number_kind(type) : TYPE_UNKNOWN;
	case DEBUG_ENUM: return type->size ? whole_kind(type, TYPE_ENUM) : TYPE_OPAQUE;
	case DEBUG_STRUCT: return whole_kind(type, TYPE_STRUCT);
	case DEBUG_UNION: return whole_kind(type, TYPE_UNION);
	case DEBUG_ARRAY: return type->type ? TYPE_ARRAY : TYPE_UNKNOWN;
	case DEBUG_POINTER: return TYPE_POINTER;
	case DEBUG_FUNCTION_TYPE: return TYPE_FUNCTION;
	default: return TYPE_UNKNOWN;
	}
}

enum type_kind type_kind_of(const struct entry *entry)
{
	while (entry->type &&
	       (entry->type->tag == DEBUG_TYPEDEF || entry->type->tag == DEBUG_CONST ||
		entry->type->tag == DEBUG_QUALIFIER))
		entry = entry->type;
	return entry->type ? type_kind(entry->type) : end_kind(entry);
}

/* An array leads nowhere if its elements do not. */
static enum type_pointee pointee_of_array(const struct entry *array)
{
	enum type_kind kind = type_kind_of(array);

	return kind == TYPE_OPAQUE || kind == TYPE_UNKNOWN || kind == TYPE_VOID ? POINTEE_NOTHING
										: POINTEE_OBJECTS;
}

enum type_pointee type_pointee(const struct entry *pointer)
{
	const struct entry *to = type_peel(pointer->type);

	switch ((int)type_kind_of(pointer)) {
	case TYPE_CHAR: return strcmp(to->name, "char") == 0 ? POINTEE_TEXT : POINTEE_STRING;
	case TYPE_VOID: return POINTEE_BYTES;
	case TYPE_NUMBER:
	case TYPE_BYTES: return POINTEE_NUMBERS;
	case TYPE_ARRAY: return pointee_of_array(to);
	case TYPE_POINTER:
		return type_kind_of(to) == TYPE_FUNCTION || type_kind_of(to) == TYPE_UNKNOWN
			       ? POINTEE_NOTHING
			       : POINTEE_OBJECTS;
	case TYPE_BOOL:
	case TYPE_ENUM:
	case TYPE_STRUCT:
	case TYPE_UNION: return POINTEE_OBJECTS;
	default: return POINTEE_NOTHING;
	}
}

static bool has_link(const struct entry *type, enum debug_tag wanted)
{
	while (type && (type->tag == DEBUG_TYPEDEF || type->tag == DEBUG_CONST ||
			type->tag == DEBUG_QUALIFIER || type->tag == DEBUG_ARRAY)) {
		if (type->tag == wanted)
			return true;
		type = type->type;
	}
	return false;
}

bool type_is_const(const struct entry *type)
{
	return has_link(type, DEBUG_CONST);
}

bool type_is_volatile(const struct entry *type)
{
	return has_link(type, DEBUG_QUALIFIER);
}

size_t type_dimensions(const struct entries *entries, const struct entry *array,
		       uint64_t ret[TYPE_MAX_DIMENSIONS])
{
	const struct entry *part = NULL;
	size_t count = 0;

	while ((part = entries_next_part(entries, array, part))) {
		uint64_t size = part->flags & DEBUG_HAS_SIZE ? part->size : 0;

		if (part->tag != DEBUG_DIMENSION)
			continue;
		if (count < TYPE_MAX_DIMENSIONS)
			ret[count++] = size;
		else
			ret[count - 1] *= size;
	}
	return count;
}

static bool has_pointer(const struct entries *entries, const struct entry *type, unsigned nesting)
{
	const struct entry *part = NULL;

	type = type_peel(type);
	if (nesting > TYPE_MAX_NESTING || (type && type->tag == DEBUG_POINTER))
		return true;
	if (!type)
		return false;
	if (type->tag == DEBUG_ARRAY)
		return has_pointer(entries, type->type, nesting + 1);
	if (type->tag != DEBUG_STRUCT && type->tag != DEBUG_UNION)
		return false;
	while ((part = entries_next_part(entries, type, part))) {
		if (part->tag == DEBUG_MEMBER && has_pointer(entries, part->type, nesting + 1))
			return true;
	}
	return false;
}

bool type_has_pointer(const struct entries *entries, const struct entry *type)
{
	return has_pointer(entries, type, 0);
}

bool type_is_plain(const struct entries *entries, const struct entry *type)
{
	type = type_peel(type);
	if (!type)
		return false;
	switch ((int)type_kind(type)) {
	case TYPE_NUMBER:
	case TYPE_CHAR:
	case TYPE_BYTES: return true;
	case TYPE_UNION: return !type_has_pointer(entries, type);
	case TYPE_ARRAY: return type_is_plain(entries, type->type);
	default: return false;
	}
}

uint64_t type_size(const struct entries *entries, const struct entry *type)
{
	uint64_t dimensions[TYPE_MAX_DIMENSIONS], size;

	type = type_peel(type);
	if (!type || type->tag != DEBUG_ARRAY)
		return type ? type->size : 0;
	size = type_size(entries, type->type);
	for (size_t count = type_dimensions(entries, type, dimensions); count > 0; count--) {
		if (__builtin_mul_overflow(size, dimensions[count - 1], &size))
			return UINT64_MAX;
	}
	return size;
}

size_t type_nr_enumerators(const struct entries *entries, const struct entry *type)
{
	const struct entry *part = NULL;
	size_t count = 0;

	while ((part = entries_next_part(entries, type, part)))
		count += part->tag == DEBUG_ENUMERATOR;
	return count;
}

const struct entry *type_largest_member(const struct entries *entries, const struct entry *type)
{
	const struct entry *part = NULL, *found = NULL;

	while ((part = entries_next_part(entries, type, part))) {
		if (part->tag == DEBUG_MEMBER && part->name[0] && !part->bits &&
		    (!found || type_size(entries, part->type) > type_size(entries, found->type)))
			found = part;
	}
	return found;
}

const char *type_typedef(const struct entries *entries, const struct entry *type)
{
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (entry->tag == DEBUG_TYPEDEF && entry->depth == 0 && entry->type == type)
			return entry->name;
	}
	return NULL;
}
