/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/tested_callback.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "caller/literal.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

/* ---- what is looked at */

static bool find_kind(const struct writer *writer, const struct entry *type,
		      const struct entry *parameter, enum leaf_kind *ret)
{
	const struct entry *size;

	switch (callable_argument(writer->entries, type, parameter, &size)) {
	case CALLBACK_NUMBER:
		*ret = type_kind_of(parameter) == TYPE_ENUM    ? LEAF_ENUM
		       : type_kind_of(parameter) == TYPE_BYTES ? LEAF_FLOAT
							       : LEAF_NUMBER;
		return *ret != LEAF_FLOAT || literal_is_float(type_peel(parameter->type));
	case CALLBACK_STRING: *ret = LEAF_STRING; return true;
	case CALLBACK_DATA: *ret = LEAF_DATA; return true;
	case CALLBACK_POINTER:
	case CALLBACK_BUFFER: break;
	}
	return false;
}

/* True if PARAMETER, a pointer, leads to char, not to one that is said to be signed or not. */
static bool is_text(const struct entry *parameter)
{
	return type_pointee(type_peel(parameter->type)) == POINTEE_TEXT;
}

static void add_arguments(struct writer *writer, size_t index, unsigned call, struct leaves *ret)
{
	const struct entry *type = writer->program->callbacks.items[index].type, *part = NULL;
	unsigned number = 0;

	while ((part = entries_next_part(writer->entries, type, part))) {
		struct leaf leaf = { .callback = index + 1, .call = call };

		if (part->tag != DEBUG_PARAMETER)
			continue;
		leaf.object = SIZE_MAX;
		leaf.type = type_peel(part->type);
		leaf.size = ++number;
		if (!find_kind(writer, type, part, &leaf.kind))
			continue;
		leaf.expression = xasprintf(
			"%sarg%u",
			leaf.kind == LEAF_STRING && !is_text(part) ? "(const char *)" : "", number);
		vec_push(&ret->items, leaf);
	}
}

void tested_callback_find(struct writer *writer, const struct case_text *text, struct leaves *ret)
{
	for (size_t i = 0; i < text->callbacks.count; i++) {
		struct leaf count = { .kind = LEAF_NUMBER, .object = SIZE_MAX };

		if (!text->callbacks.items[i])
			continue;
		count.expression = xasprintf("%s_calls", text->callbacks.items[i]);
		vec_push(&ret->items, count);
		for (unsigned call = 0; call < CALLBACK_RETURNS; call++)
			add_arguments(writer, i, call, ret);
	}
}

/* ---- the function */

/* Finds the piece of OBJECT at OFFSET; NULL: there is none. */
static const struct program_piece *find_piece(const struct program *program, size_t object,
					      uint64_t offset)
{
	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (piece->object == object && piece->offset == offset)
			return piece;
	}
	return NULL;
}

/* Adds what the callback returns at call NUMBER that fills no buffer. */
static void add_return(struct writer *writer, const struct program_callback *callback,
		       unsigned number, const unsigned char *blob, struct strbuf *ret)
{
	const struct program *program = writer->program;
	const struct program_piece *piece;
	uint64_t size;

	if (type_kind_of(callback->type) == TYPE_VOID) {
		strbuf_adds(ret, "\t\treturn;\n");
		return;
	}
	if (!callable_returns_number(callback->type)) {
		strbuf_adds(ret, "\t\treturn NULL;\n");
		return;
	}
	size = type_size(writer->entries, callback->type->type);
	piece = find_piece(program, callback->object + 2, number * size);
	strbuf_adds(ret, "\t\treturn ");
	if (!piece || !literal_add_piece(ret, writer->entries, piece, blob))
		strbuf_adds(ret, "0");
	strbuf_adds(ret, ";\n");
}

/* Adds what the callback does at call NUMBER: it fills the buffer, argument AT. */
static void add_filling(struct writer *writer, const struct program_callback *callback, unsigned at,
			unsigned number, const unsigned char *blob, struct strbuf *ret)
{
	bool is_counted = callable_returns_number(callback->type),
	     is_void = type_kind_of(callback->type) == TYPE_VOID;
	unsigned bytes = (unsigned)(writer->program->objects.items[callback->object + 3].size /
				    CALLBACK_RETURNS);
	const struct program_piece *piece =
		find_piece(writer->program, callback->object + 2, number);
	_cleanup_free_ char *text = xcalloc(bytes + 1, 1);
	int64_t way = piece && number < CALLBACK_RETURNS
			      ? literal_number(writer->entries, piece, blob)
			      : 0;

	for (unsigned i = 0; i < bytes && way; i++) {
		piece = find_piece(writer->program, callback->object + 3, number * bytes + i);
		text[i] = piece && piece->nr_bytes ? (char)blob[piece->at] : 0;
	}
	/* Nothing is less than no bytes. */
	if (way == 1 && is_counted && !*text)
		way = 0;
	if (way == 0 || (way == 2 && is_counted)) {
		strbuf_adds(ret, is_counted ? (way ? "\t\treturn -1;\n" : "\t\treturn 0;\n")
				 : is_void  ? "\t\treturn;\n"
					    : "\t\treturn NULL;\n");
		return;
	}
	if (is_counted) {
		strbuf_addf(ret, "\t\tlength = arg%u < %zu ? arg%u : %zu;\n\t\tmemcpy(arg%u, ",
			    at + 1, strlen(text), at + 1, strlen(text), at);
		literal_add_string(ret, text, strlen(text));
		strbuf_adds(ret, ", length);\n\t\treturn length;\n");
		return;
	}
	strbuf_addf(ret, "\t\tsnprintf(%sarg%u, arg%u, \"%%s\", ",
		    is_text(callable_buffer(writer->entries, callback->type)) ? "" : "(char *)", at,
		    at + 1);
	literal_add_string(ret, text, strlen(text));
	strbuf_adds(ret, ");\n");
	if (callable_returns_buffer(writer->entries, callback->type))
		strbuf_addf(ret, "\t\treturn arg%u;\n", at);
	else
		strbuf_adds(ret, is_void ? "\t\treturn;\n" : "\t\treturn NULL;\n");
}

/* What the callback does at call NUMBER. */
static void add_deed(struct writer *writer, const struct program_callback *callback,
		     unsigned number, const unsigned char *blob, struct strbuf *ret)
{
	const struct entry *buffer = callable_buffer(writer->entries, callback->type), *part = NULL;
	unsigned at = 0;

	while (buffer && (part = entries_next_part(writer->entries, callback->type, part))) {
		at += part->tag == DEBUG_PARAMETER;
		if (part == buffer)
			break;
	}
	if (buffer)
		add_filling(writer, callback, at, number, blob, ret);
	else
		add_return(writer, callback,
			   number < CALLBACK_RETURNS ? number : CALLBACK_RETURNS - 1, blob, ret);
}

/* True if TEXT says the parameter NUMBER. */
static bool has_argument(const char *text, unsigned number)
{
	_cleanup_free_ char *name = xasprintf("arg%u", number);

	while ((text = strstr(text, name))) {
		text += strlen(name);
		if (!isdigit((unsigned char)*text))
			return true;
	}
	return false;
}

/* Adds a line for each parameter of TYPE that BODY does not say: compilers warn of them. */
static void add_unused(const struct writer *writer, const struct entry *type, const char *body,
		       struct strbuf *ret)
{
	const struct entry *part = NULL;
	unsigned number = 0;

	while ((part = entries_next_part(writer->entries, type, part))) {
		if (part->tag == DEBUG_PARAMETER && !has_argument(body, ++number))
			strbuf_addf(ret, "\t(void)arg%u;\n", number);
	}
}

void tested_callback_write(struct writer *writer, const struct case_text *text, size_t index,
			   const unsigned char *blob, const struct strbuf *checks, bool has_count,
			   struct strbuf *ret)
{
	const struct program_callback *callback = &writer->program->callbacks.items[index];
	const char *name = text->callbacks.items[index];
	_cleanup_strbuf_ struct strbuf last = { 0 }, cases = { 0 }, body = { 0 };

	add_deed(writer, callback, CALLBACK_RETURNS, blob, &last);
	for (unsigned i = 0; i < CALLBACK_RETURNS; i++) {
		_cleanup_strbuf_ struct strbuf deed = { 0 };

		add_deed(writer, callback, i, blob, &deed);
		if (checks[i].length || strcmp(strbuf_get(&deed), strbuf_get(&last)) != 0)
			strbuf_addf(&cases, "\tcase %u:\n%s%s", i, strbuf_get(&checks[i]),
				    strbuf_get(&deed));
	}
	if (has_count || cases.length)
		strbuf_addf(ret, "\nstatic unsigned %s_calls;\n", name);
	strbuf_addc(ret, '\n');
	callback_add_head(writer, callback->type, name, ret);
	strbuf_adds(ret, "\n{\n");
	if (strstr(strbuf_get(&cases), "length = "))
		strbuf_adds(ret, "\tsize_t length;\n\n");
	if (cases.length)
		strbuf_addf(&body, "\tswitch (%s_calls++) {\n%s\tdefault:\n%s\t}\n", name,
			    strbuf_get(&cases), strbuf_get(&last));
	else
		strbuf_addf(&body, "%s%s%s%s", has_count ? "\t" : "", has_count ? name : "",
			    has_count ? "_calls++;\n" : "", strbuf_get(&last) + 1);
	add_unused(writer, callback->type, strbuf_get(&body), ret);
	strbuf_addf(ret, "%s}\n", strbuf_get(&body));
}
