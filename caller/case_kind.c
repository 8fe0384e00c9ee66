/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/case_kind.h"

#include <ctype.h>

#include "caller/literal.h"
#include "caller/types.h"

bool case_is_string(const struct program_object *object)
{
	enum type_pointee pointee;

	if (!object->pointer)
		return false;
	pointee = type_pointee(object->pointer);
	return pointee == POINTEE_TEXT || pointee == POINTEE_STRING;
}

bool case_is_numbers(const struct program_object *object)
{
	enum type_pointee pointee =
		object->pointer ? type_pointee(object->pointer) : POINTEE_NOTHING;

	return pointee == POINTEE_NUMBERS || pointee == POINTEE_BYTES || pointee == POINTEE_STRING;
}

bool case_is_text(const struct program_object *object, const char *bytes, size_t length)
{
	if (case_is_string(object) && literal_is_text(type_peel(object->pointer->type)))
		return true;
	for (size_t i = 0; i < length; i++) {
		if (!isprint((unsigned char)bytes[i]) && !isspace((unsigned char)bytes[i]))
			return false;
	}
	return length && length < object->count;
}
