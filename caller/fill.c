/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/fill.h"

#include <inttypes.h>
#include <string.h>

#include "caller/amount.h"
#include "caller/callback.h"
#include "caller/names.h"
#include "caller/show.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

/* True if a member's type has qualifiers, so that its address is no plain void pointer. */
static bool is_guarded(const struct entry *entry)
{
	return entry->tag == DEBUG_MEMBER &&
	       (type_is_const(entry->type) || type_is_volatile(entry->type));
}

/* Writes the function that chooses an enumerator; returns its name. */
static char *ask_take(struct writer *writer, const struct entry *type)
{
	_cleanup_free_ char *ident = names_ident(writer, type),
			    *spelling = names_spell(writer, type);
	_cleanup_strbuf_ struct strbuf body = { 0 };
	size_t count = type_nr_enumerators(writer->entries, type), number = 0;
	const struct entry *part = NULL;

	if (!writer_begin(writer, ident, WRITER_TAKE,
			  xasprintf("static %s harness_take_%s(void)", spelling, ident)))
		return xasprintf("harness_take_%s", ident);
	writer->helpers |= HELPER_NUMBER;
	writer_line(&body, 1, "switch (harness_number(%d) %% %zu) {",
		    (int)amount_of_bytes(count ? count - 1 : 0), count);
	while ((part = entries_next_part(writer->entries, type, part))) {
		if (part->tag != DEBUG_ENUMERATOR)
			continue;
		if (++number < count)
			writer_line(&body, 1, "case %zu: return %s;", number - 1, part->name);
		else
			writer_line(&body, 1, "default: return %s;", part->name);
	}
	writer_line(&body, 1, "}");
	writer_end(writer, ident, WRITER_TAKE, &body);
	return xasprintf("harness_take_%s", ident);
}

static void fill_members(struct writer *writer, struct strbuf *text, const struct entry *type,
			 const char *path, unsigned nesting);

/* Writes the function that fills a structure; returns its name. */
static char *ask_fill(struct writer *writer, const struct entry *type)
{
	_cleanup_free_ char *ident = names_ident(writer, type),
			    *spelling = names_spell(writer, type);
	_cleanup_strbuf_ struct strbuf body = { 0 };
	bool has_pointer = type_has_pointer(writer->entries, type);

	if (!writer_begin(writer, ident, WRITER_FILL,
			  xasprintf("static void harness_fill_%s(%s *it%s)", ident, spelling,
				    has_pointer ? ", int depth" : "")))
		return xasprintf("harness_fill_%s", ident);
	fill_members(writer, &body, type, spelling, 0);
	if (!strstr(strbuf_get(&body), "it->"))
		writer_line(&body, 1, "(void)it;");
	if (has_pointer && !strstr(strbuf_get(&body), "depth"))
		writer_line(&body, 1, "(void)depth;");
	writer_end(writer, ident, WRITER_FILL, &body);
	return xasprintf("harness_fill_%s", ident);
}

/* Writes the function that makes objects of the type that POINTER leads to; returns its name. */
static char *ask_make(struct writer *writer, const struct entry *pointer, const char *path)
{
	const struct entry *type = type_peel(pointer->type);
	_cleanup_free_ char *ident = names_ident(writer, type),
			    *spelling = names_spell(writer, type), *print = NULL, *target = NULL;
	_cleanup_strbuf_ struct strbuf body = { 0 }, loop = { 0 };

	if (!writer_begin(
		    writer, ident, WRITER_MAKE,
		    xasprintf("static void *harness_make_%s(size_t count, int depth)", ident)))
		return xasprintf("harness_make_%s", ident);
	print = show_function(writer, type);
	target = xasprintf("(*%s)", path);
	fill_value(writer, &loop,
		   &(struct fill_place){ .entry = pointer,
					 .expression = "it[i]",
					 .depth = "depth - 1",
					 .level = 2,
					 .loops = 1,
					 .path = target });
	writer->helpers |= HELPER_MAKE | HELPER_OBJECTS;
	writer_line(&body, 1, "%s%s*it = harness_object(count, sizeof(*it), %s, depth);", spelling,
		    strchr(spelling, '*') ? "" : " ", print);
	if (loop.length) {
		strbuf_addc(&body, '\n');
		writer_line(&body, 1, "for (size_t i = 0; it && i < count; i++)");
		strbuf_adds(&body, strbuf_get(&loop));
	}
	writer_line(&body, 1,
		    writer->options->has_null ? "return harness_filled(it);" : "return it;");
	writer_end(writer, ident, WRITER_MAKE, &body);
	return xasprintf("harness_make_%s", ident);
}

static void fill_callback(struct writer *writer, struct strbuf *text,
			  const struct fill_place *place, const struct program_callback *callback)
{
	bool has_null = writer->options->has_null;

	writer->helpers |= has_null ? HELPER_NUMBER : 0;
	writer_line(text, place->level, "%s = %s(void *)harness_callback_%s%s;", place->expression,
		    has_null ? "harness_number(1) ? " : "", callback->name,
		    has_null ? " : NULL" : "");
}

static void fill_pointer(struct writer *writer, struct strbuf *text, const struct fill_place *place)
{
	const struct entry *pointer = type_peel(place->entry->type);
	unsigned count = amount_of_elements(writer->options, pointer, place->has_length);
	const struct program_callback *callback = callback_find(writer, pointer, place->path);
	_cleanup_free_ char *name = NULL;

	if (callback) {
		fill_callback(writer, text, place, callback);
		return;
	}
	switch ((int)type_pointee(pointer)) {
	case POINTEE_TEXT:
	case POINTEE_STRING:
		writer->helpers |= HELPER_TEXT | HELPER_TAKE | HELPER_MAKE | HELPER_OBJECTS;
		writer_line(text, place->level, "%s = harness_text(%u, %s);", place->expression,
			    writer->options->bytes, place->depth);
		return;
	case POINTEE_BYTES:
		writer->helpers |= HELPER_BUFFER | HELPER_TAKE | HELPER_MAKE | HELPER_OBJECTS;
		writer_line(text, place->level, "%s = harness_buffer(%u, 1, NULL, %s);",
			    place->expression, writer->options->bytes, place->depth);
		return;
	case POINTEE_NUMBERS:
		writer->helpers |= HELPER_BUFFER | HELPER_TAKE | HELPER_MAKE | HELPER_OBJECTS;
		name = show_function(writer, type_peel(pointer->type));
		writer_line(text, place->level, "%s = harness_buffer(%u, sizeof(*%s), %s, %s);",
			    place->expression, count, place->expression, name, place->depth);
		return;
	case POINTEE_OBJECTS:
		name = ask_make(writer, pointer, place->path);
		writer_line(text, place->level, "%s = %s(%u, %s);", place->expression, name, count,
			    place->depth);
		return;
	default:
		if (type_kind_of(pointer) == TYPE_OPAQUE)
			writer_note(writer, "%s stays NULL: %s is incomplete here", place->path,
				    type_peel(pointer->type)->name);
		else
			writer_note(writer, "%s stays NULL: it %s", place->path,
				    type_kind_of(pointer) == TYPE_FUNCTION
					    ? "points to a function"
					    : "points to a function, or to something unknown");
	}
}

static void fill_array(struct writer *writer, struct strbuf *text, const struct fill_place *place)
{
	const struct entry *array = type_peel(place->entry->type);
	uint64_t dimensions[TYPE_MAX_DIMENSIONS], number;
	size_t count = type_dimensions(writer->entries, array, dimensions);
	_cleanup_strbuf_ struct strbuf element = { 0 }, inner = { 0 };
	struct fill_place part = *place;

	strbuf_adds(&element, place->expression);
	for (size_t i = 0; i < count; i++) {
		strbuf_addf(&element, "[%c]", (char)('i' + part.loops++));
		part.level++;
	}
	part.entry = array;
	part.expression = strbuf_get(&element);
	fill_value(writer, &inner, &part);
	if (!inner.length)
		return;
	number = amount_of_array(writer->options, writer->entries, array, true);
	for (size_t i = count; i > 1; i--)
		number /= dimensions[i - 1] ? dimensions[i - 1] : 1;
	dimensions[0] = number;
	for (size_t i = 0; i < count; i++) {
		char index = (char)('i' + place->loops + i);

		writer_line(text, place->level + (unsigned)i,
			    "for (size_t %c = 0; %c < %" PRIu64 "; %c++)", index, index,
			    dimensions[i], index);
	}
	strbuf_adds(text, strbuf_get(&inner));
}

static void fill_bits(struct writer *writer, struct strbuf *text, const struct fill_place *place)
{
	writer->helpers |= HELPER_NUMBER;
	writer_line(text, place->level, "%s = harness_number(%" PRIu64 ");", place->expression,
		    (place->entry->bits + 7) / 8);
}

/* True if PLACE can't be filled as it is: an array without elements, or what is const. */
static bool is_left(struct writer *writer, const struct fill_place *place)
{
	const struct entry *type = type_peel(place->entry->type);

	if (type->tag == DEBUG_ARRAY && type_size(writer->entries, type) == 0) {
		writer_note(writer, "%s has no elements", place->path);
		return true;
	}
	if (type->tag == DEBUG_ARRAY && place->loops + TYPE_MAX_DIMENSIONS > 18) {
		writer_note(writer, "%s stays 0: its arrays are nested too deeply", place->path);
		return true;
	}
	if (type_is_const(place->entry->type) && place->entry->depth &&
	    place->entry->tag == DEBUG_MEMBER &&
	    (place->entry->bits || !type_is_plain(writer->entries, type))) {
		writer_note(writer, "%s stays 0: it is const", place->path);
		return true;
	}
	if (type->tag == DEBUG_UNION && !type_is_plain(writer->entries, type)) {
		writer_note(writer, "%s stays 0: it is a union with pointers", place->path);
		return true;
	}
	return false;
}

/* Fills what is made of bytes as they come. */
static void fill_plain(struct writer *writer, struct strbuf *text, const struct fill_place *place)
{
	const struct entry *type = type_peel(place->entry->type);
	const char *cast = is_guarded(place->entry) ? "(void *)" : "",
		   *address = type->tag == DEBUG_ARRAY ? "" : "&";
	uint64_t whole = type_size(writer->entries, type), size = whole;

	if (type->tag == DEBUG_ARRAY)
		size = amount_of_array(writer->options, writer->entries, type, false) *
		       type_size(writer->entries, type->type);
	writer->helpers |= HELPER_TAKE;
	if (size == whole) {
		writer_line(text, place->level, "harness_take(%s%s%s, sizeof(%s));", cast, address,
			    place->expression, place->expression);
		return;
	}
	writer_note(writer, "%s is 0 behind its first %" PRIu64 " bytes", place->path, size);
	writer_line(text, place->level, "harness_take(%s%s%s, %" PRIu64 ");", cast, address,
		    place->expression, size);
}

void fill_value(struct writer *writer, struct strbuf *text, const struct fill_place *place)
{
	const struct entry *type = type_peel(place->entry->type);
	enum type_kind kind = type_kind_of(place->entry);
	_cleanup_free_ char *name = NULL;

	if (!type || is_left(writer, place))
		return;
	if (type_is_plain(writer->entries, type) && !place->entry->bits) {
		fill_plain(writer, text, place);
		return;
	}
	switch ((int)kind) {
	case TYPE_NUMBER:
	case TYPE_CHAR: fill_bits(writer, text, place); return;
	case TYPE_BOOL:
		writer->helpers |= HELPER_NUMBER;
		writer_line(text, place->level, "%s = harness_number(1) & 1;", place->expression);
		return;
	case TYPE_ENUM:
		name = type_nr_enumerators(writer->entries, type) ? ask_take(writer, type) : NULL;
		if (name)
			writer_line(text, place->level, "%s = %s();", place->expression, name);
		return;
	case TYPE_STRUCT:
		name = ask_fill(writer, type);
		writer_line(text, place->level, "%s(&%s%s%s);", name, place->expression,
			    type_has_pointer(writer->entries, type) ? ", " : "",
			    type_has_pointer(writer->entries, type) ? place->depth : "");
		return;
	case TYPE_ARRAY: fill_array(writer, text, place); return;
	case TYPE_POINTER: fill_pointer(writer, text, place); return;
	default: writer_note(writer, "%s stays 0: its type is not told", place->path);
	}
}

/* Fills what has no name itself: the members of a structure, or the largest one of a union. */
static void fill_nameless(struct writer *writer, struct strbuf *text, const struct entry *type,
			  const char *path, unsigned nesting)
{
	const struct entry *part;

	if (!type || nesting > TYPE_MAX_NESTING)
		return;
	if (type->tag == DEBUG_STRUCT) {
		fill_members(writer, text, type, path, nesting + 1);
		return;
	}
	part = type->tag == DEBUG_UNION ? type_largest_member(writer->entries, type) : NULL;
	if (!part)
		return;
	if (type_has_pointer(writer->entries, type)) {
		writer_note(writer, "%s.%s stays 0: it is in a union with pointers", path,
			    part->name);
		return;
	}
	writer->helpers |= HELPER_TAKE;
	writer_line(text, 1, "harness_take(%s&it->%s, sizeof(it->%s));",
		    is_guarded(part) ? "(void *)" : "", part->name, part->name);
}

static void fill_members(struct writer *writer, struct strbuf *text, const struct entry *type,
			 const char *path, unsigned nesting)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(writer->entries, type, part))) {
		_cleanup_free_ char *expression = NULL, *inner = NULL;

		if (part->tag != DEBUG_MEMBER)
			continue;
		if (!part->name[0]) {
			fill_nameless(writer, text, type_peel(part->type), path, nesting);
			continue;
		}
		expression = xasprintf("it->%s", part->name);
		inner = xasprintf("%s.%s", path, part->name);
		fill_value(writer, text,
			   &(struct fill_place){ .entry = part,
						 .expression = expression,
						 .depth = "depth",
						 .level = 1,
						 .path = inner });
	}
}
