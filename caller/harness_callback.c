/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/harness_callback.h"

#include "caller/fill.h"
#include "caller/names.h"
#include "caller/show.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

/* Prints the argument NUMBER, which is PARAMETER. */
static void show_argument(struct writer *writer, struct strbuf *text, const struct entry *type,
			  const struct entry *parameter, unsigned number)
{
	const struct entry *size;
	enum callback_argument kind = callable_argument(writer->entries, type, parameter, &size);
	_cleanup_free_ char *name = xasprintf("arg%u", number);

	writer->helpers |= HELPER_LABEL;
	writer_line(text, 1, "harness_label(\"  %s\");", name);
	switch (kind) {
	case CALLBACK_NUMBER: show_value(writer, text, parameter, name, 1, 0); return;
	case CALLBACK_STRING:
		writer->helpers |= HELPER_STRING;
		writer_line(text, 1, "harness_print_string(%s, -1);", name);
		return;
	case CALLBACK_DATA:
		writer->helpers |= HELPER_STRING;
		writer_line(text, 1, "harness_print_string(%s, (long long)arg%u);", name,
			    number + 1);
		return;
	case CALLBACK_BUFFER:
	case CALLBACK_POINTER: break;
	}
	if (type_kind_of(type_peel(parameter->type)) == TYPE_FUNCTION) {
		writer_line(text, 1, "puts(%s ? \" elsewhere\" : \" NULL\");", name);
		return;
	}
	writer->helpers |= HELPER_POINTER | HELPER_OBJECTS;
	writer_line(text, 1, "harness_print_pointer((const void *)%s);", name);
}

/* Fills the buffer, argument NUMBER, and returns: it, or how much was written, as fgets() and read() do. */
static void fill_buffer(const struct writer *writer, struct strbuf *text,
			const struct program_callback *callback, unsigned number)
{
	bool is_counted = callable_returns_number(callback->type);
	const char *name = callback->name, *end = is_counted ? "" : "+ 1 ";

	writer_line(text, 1, "if (number >= %d || harness_ways_%s[number] %% 3 == 0)",
		    CALLBACK_RETURNS, name);
	writer_line(text, 2,
		    is_counted					? "return 0;"
		    : type_kind_of(callback->type) == TYPE_VOID ? "return;"
								: "return NULL;");
	if (is_counted)
		writer_line(text, 1, "if (harness_ways_%s[number] %% 3 == 2)\n\t\treturn -1;",
			    name);
	writer_line(text, 1, "while (length %s< most && harness_texts_%s[number][length]) {", end,
		    name);
	writer_line(text, 2, "((char *)arg%u)[length] = harness_texts_%s[number][length];", number,
		    name);
	writer_line(text, 2, "length++;\n\t}");
	if (!is_counted)
		writer_line(text, 1, "if (most)\n\t\t((char *)arg%u)[length] = 0;", number);
	if (is_counted)
		writer_line(text, 1, "return length;");
	else if (callable_returns_buffer(writer->entries, callback->type))
		writer_line(text, 1, "return arg%u;", number);
	else if (type_kind_of(callback->type) != TYPE_VOID)
		writer_line(text, 1, "return NULL;");
}

/* Returns the number of the argument that CALLBACK fills; 0: there is none. */
static unsigned buffer_of(const struct writer *writer, const struct program_callback *callback)
{
	const struct entry *buffer = callable_buffer(writer->entries, callback->type), *part = NULL;
	unsigned number = 0;

	while (buffer && (part = entries_next_part(writer->entries, callback->type, part))) {
		number += part->tag == DEBUG_PARAMETER;
		if (part == buffer)
			return number;
	}
	return 0;
}

static void write_variables(struct writer *writer, const struct program_callback *callback,
			    unsigned buffer)
{
	struct strbuf *text = &writer->functions;
	_cleanup_free_ char *name = xasprintf("harness_returns_%s", callback->name),
			    *declaration = NULL;

	strbuf_addf(text, "static unsigned harness_calls_%s; /* so far */\n", callback->name);
	if (buffer) {
		strbuf_addf(text,
			    "/* 0: it ends; 1: it fills its buffer; 2: the same, or it fails */\n"
			    "static unsigned char harness_ways_%s[%d];\n"
			    "static char harness_texts_%s[%d][%u];\n\n",
			    callback->name, CALLBACK_RETURNS, callback->name, CALLBACK_RETURNS,
			    writer->options->bytes);
	} else if (callable_returns_number(callback->type)) {
		declaration = names_declare(writer, callback->type->type, name);
		strbuf_addf(text, "static %s[%d];\n\n", declaration, CALLBACK_RETURNS);
	} else {
		strbuf_addc(text, '\n');
	}
}

static void write_one(struct writer *writer, const struct program_callback *callback)
{
	_cleanup_free_ char *ident = xasprintf("callback_%s", callback->name),
			    *name = xasprintf("harness_callback_%s", callback->name);
	_cleanup_strbuf_ struct strbuf body = { 0 }, head = { 0 };
	unsigned buffer = buffer_of(writer, callback), number = 0;
	const struct entry *part = NULL;

	write_variables(writer, callback, buffer);
	callback_add_head(writer, callback->type, name, &head);
	if (!writer_begin(writer, ident, WRITER_CALL, strbuf_take(&head)))
		return;
	writer->helpers |= HELPER_LABEL;
	writer_line(&body, 1, "unsigned number = harness_calls_%s++;", callback->name);
	if (buffer)
		writer_line(&body, 1, "unsigned long length = 0, most = arg%u > 0 ? arg%u : 0;",
			    buffer + 1, buffer + 1);
	writer_line(&body, 1, "\n\tharness_label(\"called %s\");\n\tprintf(\" %%u\\n\", number);",
		    callback->name);
	while ((part = entries_next_part(writer->entries, callback->type, part))) {
		if (part->tag == DEBUG_PARAMETER)
			show_argument(writer, &body, callback->type, part, ++number);
	}
	if (buffer)
		fill_buffer(writer, &body, callback, buffer);
	else if (callable_returns_number(callback->type))
		writer_line(&body, 1, "return harness_returns_%s[number < %d ? number : %d];",
			    callback->name, CALLBACK_RETURNS, CALLBACK_RETURNS - 1);
	else if (type_kind_of(callback->type) != TYPE_VOID)
		writer_line(&body, 1, "return NULL;");
	writer_end(writer, ident, WRITER_CALL, &body);
}

void harness_callback_write(struct writer *writer)
{
	for (size_t i = 0; i < writer->program->callbacks.count; i++)
		write_one(writer, &writer->program->callbacks.items[i]);
}

static void fill_one(struct writer *writer, const struct program_callback *callback)
{
	_cleanup_free_ char *element = xasprintf("harness_returns_%s[i]", callback->name);
	const char *name = callback->name;

	if (!buffer_of(writer, callback) && !callable_returns_number(callback->type))
		return;
	if (!buffer_of(writer, callback)) {
		writer_line(&writer->body, 1, "for (size_t i = 0; i < %d; i++)", CALLBACK_RETURNS);
		fill_value(writer, &writer->body,
			   &(struct fill_place){ .entry = callback->type,
						 .expression = element,
						 .depth = "0",
						 .level = 2,
						 .loops = 1,
						 .path = name });
		return;
	}
	writer->helpers |= HELPER_TAKE;
	writer_line(&writer->body, 1, "for (size_t i = 0; i < %d; i++) {", CALLBACK_RETURNS);
	writer_line(&writer->body, 2, "harness_take(&harness_ways_%s[i], 1);", name);
	writer_line(&writer->body, 2,
		    "harness_take(harness_texts_%s[i], sizeof(harness_texts_%s[i]) - 1);", name,
		    name);
	writer_line(&writer->body, 1, "}");
}

void harness_callback_fill(struct writer *writer)
{
	for (size_t i = 0; i < writer->program->callbacks.count; i++)
		fill_one(writer, &writer->program->callbacks.items[i]);
}
