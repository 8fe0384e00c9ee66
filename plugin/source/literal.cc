/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads literals by C11, 6.4.4; int has 32 bits and long has 64. Of floats only the suffix is read,
 * and character constants beyond ASCII are not understood.
 */
#include "plugin/source/literal.h"

static bool read_character(const token &t, literal *ret)
{
	static const char names[] = "abfnrtv\\'\"?", values[] = "\a\b\f\n\r\t\v\\'\"?";
	const char *p = t.text + 1, *end = t.text + t.length - 1, *name;
	char *stop;

	if (*t.text != '\'' || t.length < 3)
		return false;
	ret->is_character = true;
	if (end - p == 1 && *p != '\\')
		ret->value = (unsigned char)*p;
	else if (*p == '\\' && end - p == 2 && (name = strchr(names, p[1])))
		ret->value = values[name - names];
	else if (*p == '\\' && ISDIGIT(p[1]) &&
		 (ret->value = strtoul(p + 1, &stop, 8), stop == end))
		;
	else if (*p == '\\' && p[1] == 'x' && (ret->value = strtoul(p + 2, &stop, 16), stop == end))
		;
	else
		return false;
	return ret->value < 0x80;
}

/* Reads an integer literal and finds its type (C11 6.4.4.1). */
static bool read_integer(const char *text, literal *ret)
{
	bool decimal = text[0] != '0' || !text[1], has_u = false;
	int has_l = 0;
	char *end;

	errno = 0;
	if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B'))
		ret->value = strtoull(text + 2, &end, 2);
	else
		ret->value = strtoull(text, &end, 0);
	if (errno || end == text)
		return false;
	for (; *end; end++) {
		if (*end == 'u' || *end == 'U')
			has_u = true;
		else if (*end == 'l' || *end == 'L')
			has_l++;
		else
			return false;
	}
	ret->is_long = has_l || ret->value > 0xffffffffu ||
		       (decimal && !has_u && ret->value > 0x7fffffffu);
	ret->is_unsigned =
		has_u || (!decimal && (ret->is_long ? ret->value >> 63 : ret->value >> 31));
	ret->suffix = ret->is_long ? (ret->is_unsigned ? (has_l > 1 ? "ULL" : "UL")
						       : (has_l > 1 ? "LL" : "L"))
				   : (ret->is_unsigned ? "u" : "");
	return true;
}

static bool read_number(const token &t, literal *ret)
{
	char text[64];
	bool hex;

	if (t.length >= sizeof(text))
		return false;
	memcpy(text, t.text, t.length);
	text[t.length] = 0;
	hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	if (strpbrk(text, hex ? ".pP" : ".eE")) {
		char last = TOLOWER(text[t.length - 1]);

		ret->is_float = true;
		ret->suffix = last == 'f' && !hex ? "f" : last == 'l' ? "L" : "";
		return true;
	}
	return read_integer(text, ret);
}

bool literal_read(const extent *ext, literal *ret)
{
	extent inner = *ext;
	literal lit = {};

	lit.suffix = "";
	extent_unwrap(&inner);
	if (inner.last == inner.first + 1 && token_is(inner.file->tokens[inner.first], "-")) {
		lit.negative = true;
		inner.first++;
	}
	if (inner.first != inner.last || inner.file->tokens[inner.first].directive)
		return false;
	const token &t = inner.file->tokens[inner.first];

	if (t.kind == TOKEN_CHAR ? !read_character(t, &lit)
				 : t.kind != TOKEN_NUMBER || !read_number(t, &lit))
		return false;
	*ret = lit;
	return true;
}

HOST_WIDE_INT literal_value(const literal *lit, HOST_WIDE_INT offset)
{
	unsigned HOST_WIDE_INT value = (lit->negative ? -lit->value : lit->value) + offset;

	if (lit->is_long)
		return value;
	return lit->is_unsigned ? (HOST_WIDE_INT)(value & 0xffffffffu) : (HOST_WIDE_INT)(int)value;
}
