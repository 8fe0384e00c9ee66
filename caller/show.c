/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/show.h"

#include <inttypes.h>
#include <string.h>

#include "caller/names.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

enum { LONG_DOUBLE_BYTES = 10 }; /* of 12 or 16: the others are padding */

/* Returns the format of printf() for a number, and the cast that it needs. */
static const char *format_of(const struct entry *type, uint64_t bits, const char **ret_cast)
{
	bool is_signed = type->encoding != DEBUG_UNSIGNED;

	*ret_cast = "";
	if (type->tag == DEBUG_ENUM) {
		*ret_cast = "(long long)";
		return "%lld";
	}
	if (bits) {
		*ret_cast = is_signed ? "(long long)" : "(unsigned long long)";
		return is_signed ? "%lld" : "%llu";
	}
	if (type->size < 4)
		return "%d";
	if (strstr(type->name, "long long"))
		return is_signed ? "%lld" : "%llu";
	if (strstr(type->name, "long"))
		return is_signed ? "%ld" : "%lu";
	return is_signed ? "%d" : "%u";
}

/* END is a part of the format, such as "\\n". */
static void show_number(struct strbuf *text, const struct entry *type, uint64_t bits,
			const char *expression, unsigned level, const char *end)
{
	const char *cast, *format = format_of(type, bits, &cast);

	writer_line(text, level, "printf(\" %s%s\", %s%s);", format, end, cast, expression);
}

static void show_bytes(struct writer *writer, struct strbuf *text, const struct entry *entry,
		       const char *expression, unsigned level)
{
	const struct entry *type = type_peel(entry->type);
	const char *address = type->tag == DEBUG_ARRAY ? "" : "&",
		   *cast = type_is_volatile(entry->type) ? "(const void *)" : "";

	writer->helpers |= HELPER_BYTES;
	if (strstr(type->name, "long double"))
		writer_line(text, level, "harness_print_bytes(%s%s%s, %d);", cast, address,
			    expression, LONG_DOUBLE_BYTES);
	else
		writer_line(text, level, "harness_print_bytes(%s%s%s, sizeof(%s));", cast, address,
			    expression, expression);
}

/* Opens the loops over all elements of an array. END is that of the last line: "", or " {". */
static void open_loops(struct strbuf *text, const uint64_t *dimensions, size_t count,
		       unsigned level, unsigned loops, const char *end)
{
	for (size_t i = 0; i < count; i++) {
		char index = (char)('i' + loops + i);

		writer_line(text, level + (unsigned)i,
			    "for (size_t %c = 0; %c < %" PRIu64 "; %c++)%s", index, index,
			    dimensions[i], index, i + 1 < count ? "" : end);
	}
}

/* Prints the number of an element among all of the array. */
static void write_index(struct strbuf *text, const uint64_t *dimensions, size_t count,
			unsigned level, unsigned loops)
{
	_cleanup_strbuf_ struct strbuf number = { 0 };

	for (size_t i = 2; i < count; i++)
		strbuf_addc(&number, '(');
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			strbuf_addf(&number, " * %" PRIu64 " + ", dimensions[i]);
		strbuf_addf(&number, "%c%s", (char)('i' + loops + i),
			    i > 0 && i + 1 < count ? ")" : "");
	}
	writer_line(text, level, "harness_index(%s);", strbuf_get(&number));
}

/* Prints an array of numbers in a line, and another one with a line for each element. */
static void show_array(struct writer *writer, struct strbuf *text, const struct entry *array,
		       const char *expression, unsigned level, unsigned loops)
{
	uint64_t dimensions[TYPE_MAX_DIMENSIONS];
	size_t count = type_dimensions(writer->entries, array, dimensions);
	_cleanup_strbuf_ struct strbuf element = { 0 };
	unsigned inner = level + (unsigned)count;

	if (type_size(writer->entries, array) == 0 || loops + TYPE_MAX_DIMENSIONS > 18) {
		writer_line(text, level, "putchar('\\n');");
		return;
	}
	strbuf_adds(&element, expression);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&element, "[%c]", (char)('i' + loops + i));
	if (type_kind_of(array) == TYPE_NUMBER) {
		open_loops(text, dimensions, count, level, loops, "");
		show_number(text, type_peel(array->type), 0, strbuf_get(&element), inner, "");
		writer_line(text, level, "putchar('\\n');");
		return;
	}
	writer->helpers |= HELPER_INDEX | HELPER_LEVEL;
	writer_line(text, level, "putchar('\\n');");
	writer_line(text, level, "harness_level++;");
	open_loops(text, dimensions, count, level, loops, " {");
	write_index(text, dimensions, count, inner, loops);
	show_value(writer, text, array, strbuf_get(&element), inner, loops + (unsigned)count);
	writer_line(text, inner - 1, "}");
	writer_line(text, level, "harness_level--;");
}

static void show_pointer(struct writer *writer, struct strbuf *text, const struct entry *pointer,
			 const char *expression, unsigned level)
{
	const char *cast = type_is_volatile(pointer->type) ? "(const void *)" : "";
	_cleanup_free_ char *name = NULL;
	enum type_pointee pointee = type_pointee(pointer);

	if (type_kind_of(pointer) == TYPE_FUNCTION) {
		/* Which one it is callbacks say themselves. */
		writer_line(text, level, "puts(%s ? \" elsewhere\" : \" NULL\");", expression);
		return;
	}
	if (!writer->options->follows || pointee == POINTEE_STRING || pointee == POINTEE_BYTES ||
	    pointee == POINTEE_NOTHING) {
		writer->helpers |= HELPER_POINTER | HELPER_OBJECTS;
		writer_line(text, level, "harness_print_pointer(%s%s);", cast, expression);
		return;
	}
	writer->helpers |= HELPER_POINTER | HELPER_FOLLOW | HELPER_OBJECTS;
	if (pointee == POINTEE_TEXT) {
		writer->helpers |= HELPER_FOLLOW_TEXT;
		writer_line(text, level, "harness_follow_text(%s%s);", cast, expression);
		return;
	}
	name = show_function(writer, type_peel(pointer->type));
	writer_line(text, level, "harness_follow(%s%s, sizeof(*%s), %s);", cast, expression,
		    expression, name);
}

void show_value(struct writer *writer, struct strbuf *text, const struct entry *entry,
		const char *expression, unsigned level, unsigned loops)
{
	const struct entry *type = type_peel(entry->type);
	_cleanup_free_ char *name = NULL;

	switch ((int)type_kind_of(entry)) {
	case TYPE_NUMBER:
	case TYPE_CHAR:
	case TYPE_ENUM:
	case TYPE_BOOL: show_number(text, type, entry->bits, expression, level, "\\n"); return;
	case TYPE_STRUCT:
		name = show_function(writer, type);
		writer_line(text, level, "%s(&%s);", name, expression);
		return;
	case TYPE_ARRAY:
		if (type_is_plain(writer->entries, type) && type_kind_of(type) != TYPE_NUMBER &&
		    type_kind_of(type) != TYPE_ARRAY && type_size(writer->entries, type))
			show_bytes(writer, text, entry, expression, level);
		else
			show_array(writer, text, type, expression, level, loops);
		return;
	case TYPE_POINTER: show_pointer(writer, text, type, expression, level); return;
	case TYPE_BYTES: show_bytes(writer, text, entry, expression, level); return;
	case TYPE_UNION:
		if (!type_has_pointer(writer->entries, type)) {
			show_bytes(writer, text, entry, expression, level);
			return;
		}
		writer_line(text, level, "puts(\" not printed: a union with pointers\");");
		return;
	default: writer_line(text, level, "puts(\" not printed\");");
	}
}

static void show_members(struct writer *writer, struct strbuf *text, const struct entry *type,
			 unsigned nesting);

/* Prints what has no name itself: the members of a structure, or the largest one of a union. */
static void show_nameless(struct writer *writer, struct strbuf *text, const struct entry *type,
			  unsigned nesting)
{
	_cleanup_free_ char *expression = NULL;
	const struct entry *part;

	if (!type || nesting > TYPE_MAX_NESTING)
		return;
	if (type->tag == DEBUG_STRUCT) {
		show_members(writer, text, type, nesting + 1);
		return;
	}
	part = type->tag == DEBUG_UNION ? type_largest_member(writer->entries, type) : NULL;
	if (!part || type_has_pointer(writer->entries, type))
		return;
	writer->helpers |= HELPER_LABEL;
	expression = xasprintf("it->%s", part->name);
	writer_line(text, 1, "harness_label(\"%s\");", part->name);
	show_bytes(writer, text, part, expression, 1);
}

static void show_members(struct writer *writer, struct strbuf *text, const struct entry *type,
			 unsigned nesting)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(writer->entries, type, part))) {
		_cleanup_free_ char *expression = NULL;

		if (part->tag != DEBUG_MEMBER)
			continue;
		if (!part->name[0]) {
			show_nameless(writer, text, type_peel(part->type), nesting);
			continue;
		}
		writer->helpers |= HELPER_LABEL;
		expression = xasprintf("it->%s", part->name);
		writer_line(text, 1, "harness_label(\"%s\");", part->name);
		show_value(writer, text, part, expression, 1, 0);
	}
}

char *show_function(struct writer *writer, const struct entry *type)
{
	_cleanup_free_ char *ident = NULL, *spelling = NULL;
	_cleanup_strbuf_ struct strbuf body = { 0 }, lines = { 0 };
	struct entry value = { .tag = DEBUG_VARIABLE, .type = type, .flags = DEBUG_HAS_TYPE };

	type = type_peel(type);
	ident = names_ident(writer, type);
	if (!writer_begin(writer, ident, WRITER_PRINT,
			  xasprintf("static void harness_print_%s(const void *memory)", ident)))
		return xasprintf("harness_print_%s", ident);
	spelling = names_spell(writer, type);
	if (type->tag == DEBUG_STRUCT) {
		writer->helpers |= HELPER_LEVEL;
		show_members(writer, &lines, type, 0);
		writer_line(&body, 1, "const %s *it = memory;\n", spelling);
		if (!lines.length)
			writer_line(&body, 1, "(void)it;");
		writer_line(&body, 1, "putchar('\\n');");
		writer_line(&body, 1, "harness_level++;");
		strbuf_adds(&body, strbuf_get(&lines));
		writer_line(&body, 1, "harness_level--;");
	} else {
		show_value(writer, &lines, &value, type->tag == DEBUG_ARRAY ? "(*it)" : "*it", 1,
			   0);
		if (type->tag == DEBUG_POINTER)
			writer_line(&body, 1, "%s%sconst *it = memory;\n", spelling,
				    spelling[strlen(spelling) - 1] == '*' ? "" : " ");
		else
			writer_line(&body, 1, "const %s *it = memory;\n", spelling);
		if (!strstr(strbuf_get(&lines), "it"))
			writer_line(&body, 1, "(void)it;");
		strbuf_adds(&body, strbuf_get(&lines));
	}
	writer_end(writer, ident, WRITER_PRINT, &body);
	return xasprintf("harness_print_%s", ident);
}
