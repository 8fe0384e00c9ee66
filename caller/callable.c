/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/callable.h"

#include "caller/types.h"

/* True if TYPE, which is no function, has a name in C. */
static bool has_name(const struct entries *entries, const struct entry *type)
{
	type = type_peel(type);
	while (type && type->tag == DEBUG_POINTER)
		type = type_peel(type->type);
	if (!type || type->tag == DEBUG_NUMBER || type->tag == DEBUG_FUNCTION_TYPE)
		return true;
	if (type->tag != DEBUG_STRUCT && type->tag != DEBUG_UNION && type->tag != DEBUG_ENUM)
		return false;
	return type->name[0] || type_typedef(entries, type);
}

/*
 * True if names_declare() has all of TYPE: it takes void * for pointers to functions and arrays without a name,
 * and leaves volatile out, which compilers refuse in the type of a function.
 */
static bool is_spelled(const struct entry *type)
{
	while (type && (type->tag == DEBUG_CONST || type->tag == DEBUG_QUALIFIER))
		type = type->type;
	while (type && type->tag == DEBUG_POINTER) {
		if (type_kind_of(type) == TYPE_FUNCTION || type_kind_of(type) == TYPE_ARRAY)
			return false;
		type = type->type;
		while (type && type->tag == DEBUG_CONST)
			type = type->type;
		if (type && type->tag == DEBUG_QUALIFIER)
			return false;
	}
	return true;
}

static bool is_number(const struct entry *entry)
{
	switch ((int)type_kind_of(entry)) {
	case TYPE_NUMBER:
	case TYPE_CHAR:
	case TYPE_BOOL: return true;
	case TYPE_BYTES: return type_peel(entry->type)->size <= 8;
	default: return false;
	}
}

static bool is_told(const struct entries *entries, const struct entry *entry)
{
	enum type_kind kind = type_kind_of(entry);

	return (is_number(entry) || kind == TYPE_POINTER ||
		(kind == TYPE_ENUM && type_nr_enumerators(entries, type_peel(entry->type)))) &&
	       has_name(entries, entry->type) && is_spelled(entry->type);
}

bool callable_is_told(const struct entries *entries, const struct entry *pointer)
{
	const struct entry *type = type_peel(pointer->type), *part = NULL;

	if (type_kind_of(pointer) != TYPE_FUNCTION ||
	    (type_kind_of(type) != TYPE_VOID && !is_told(entries, type)))
		return false;
	while ((part = entries_next_part(entries, type, part))) {
		if (part->tag == DEBUG_MORE_PARAMETERS ||
		    (part->tag == DEBUG_PARAMETER && !is_told(entries, part)))
			return false;
	}
	return true;
}

/* True if PARAMETER is an integer that may be a size. */
static bool is_size(const struct entry *parameter)
{
	return parameter && parameter->tag == DEBUG_PARAMETER &&
	       type_kind_of(parameter) == TYPE_NUMBER && type_peel(parameter->type)->size >= 4;
}

enum callback_argument callable_argument(const struct entries *entries, const struct entry *type,
					 const struct entry *parameter,
					 const struct entry **ret_size)
{
	const struct entry *next = entries_next_part(entries, type, parameter), *pointer;
	enum type_pointee pointee;

	*ret_size = NULL;
	if (type_kind_of(parameter) != TYPE_POINTER)
		return CALLBACK_NUMBER;
	pointer = type_peel(parameter->type);
	pointee = type_pointee(pointer);
	if (pointee != POINTEE_TEXT && pointee != POINTEE_STRING && pointee != POINTEE_BYTES)
		return CALLBACK_POINTER;
	/* An int behind a text that is not written may be anything. */
	if (is_size(next) &&
	    !(pointee == POINTEE_TEXT && type_is_const(pointer->type) &&
	      type_peel(next->type)->size < 8 && type_peel(next->type)->encoding == DEBUG_SIGNED)) {
		*ret_size = next;
		return type_is_const(pointer->type) ? CALLBACK_DATA : CALLBACK_BUFFER;
	}
	return pointee == POINTEE_BYTES ? CALLBACK_POINTER : CALLBACK_STRING;
}

const struct entry *callable_buffer(const struct entries *entries, const struct entry *type)
{
	const struct entry *part = NULL, *size;

	while ((part = entries_next_part(entries, type, part))) {
		if (part->tag == DEBUG_PARAMETER &&
		    callable_argument(entries, type, part, &size) == CALLBACK_BUFFER)
			return part;
	}
	return NULL;
}

bool callable_returns_buffer(const struct entries *entries, const struct entry *type)
{
	const struct entry *buffer = callable_buffer(entries, type);

	return buffer && type_kind_of(type) == TYPE_POINTER &&
	       type_pointee(type_peel(type->type)) == type_pointee(type_peel(buffer->type));
}

bool callable_returns_number(const struct entry *type)
{
	return is_number(type) || type_kind_of(type) == TYPE_ENUM;
}
