/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/program.h"

#include <string.h>

#include "caller/amount.h"
#include "caller/blob.h"
#include "caller/fill.h"
#include "caller/function.h"
#include "caller/harness_callback.h"
#include "caller/helpers.h"
#include "caller/keeping.h"
#include "caller/models.h"
#include "caller/more.h"
#include "caller/names.h"
#include "caller/show.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/visible.h"
#include "common/xalloc.h"

enum { MORE_OBJECTS = 64 }; /* that the function may have allocated */

/* Finds the pair of which PARAMETER is the length; NULL: there is none. */
static const struct program_length *length_of(const struct writer *writer,
					      const struct entry *parameter)
{
	for (size_t i = 0; i < writer->options->lengths.count; i++) {
		if (writer->options->lengths.items[i].length == parameter)
			return &writer->options->lengths.items[i];
	}
	return NULL;
}

static bool has_length(const struct writer *writer, const struct entry *parameter)
{
	for (size_t i = 0; i < writer->options->lengths.count; i++) {
		if (writer->options->lengths.items[i].buffer == parameter)
			return true;
	}
	return false;
}

/* Finds what the argument for PARAMETER, a pointer to a function, may lead to; NULL: nothing. */
static const struct program_callback *find_callback(const struct writer *writer,
						    const struct entry *parameter)
{
	_cleanup_free_ char *name = function_argument(writer->entries, writer->function, parameter);

	return callback_find(writer, type_peel(parameter->type), name);
}

/* True if the argument for PARAMETER can only be NULL, and has no variable. */
static bool is_null(const struct writer *writer, const struct entry *parameter)
{
	const struct entry *type = type_peel(parameter->type);

	return type->tag == DEBUG_POINTER && type_pointee(type) == POINTEE_NOTHING &&
	       !find_callback(writer, parameter);
}

static void fill_argument(struct writer *writer, const struct entry *parameter, const char *name)
{
	_cleanup_free_ char *declaration = names_declare(writer, parameter->type, name);
	enum type_kind kind = type_kind_of(parameter);
	bool is_whole = kind == TYPE_STRUCT || kind == TYPE_UNION;

	writer_line(&writer->body, 1, "%s%s;", declaration,
		    is_whole		   ? " = { 0 }"
		    : kind == TYPE_POINTER ? " = NULL"
					   : " = 0");
}

static void fill_length(struct writer *writer, const struct program_length *length)
{
	_cleanup_free_ char *buffer = function_argument(writer->entries, writer->function,
							length->buffer),
			    *name = function_argument(writer->entries, writer->function,
						      length->length);
	unsigned most = amount_at_most(writer->options, type_peel(length->buffer->type));
	bool is_pointer = type_kind_of(length->length) == TYPE_POINTER;

	writer->helpers |= HELPER_NUMBER;
	if (is_pointer)
		writer_line(&writer->body, 1, "if (%s)", name);
	writer_line(&writer->body, 1 + is_pointer, "%s%s = harness_number(%u) %% %u;",
		    is_pointer ? "*" : "", name, amount_of_bytes(most), most + 1);
	if (!is_pointer && writer->options->has_null)
		writer_line(&writer->body, 1, "%s = %s ? %s : 0;", name, buffer, name);
}

static void fill_globals(struct writer *writer)
{
	const struct entries *entries = writer->entries;

	keeping_copy(writer);
	for (size_t i = 0; writer->options->sets_globals && i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (!writer_has_global(writer, entry))
			continue;
		fill_value(writer, &writer->body,
			   &(struct fill_place){ .entry = entry,
						 .expression = entry->name,
						 .depth = "HARNESS_DEPTH",
						 .level = 1,
						 .path = entry->name });
	}
}

/* Declares the arguments, and fills them. */
static void fill_arguments(struct writer *writer)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		_cleanup_free_ char *name = NULL;

		if (part->tag != DEBUG_PARAMETER || is_null(writer, part))
			continue;
		name = function_argument(writer->entries, writer->function, part);
		fill_argument(writer, part, name);
	}
	if (writer->options->loops) {
		writer->helpers |= HELPER_LOOP;
		strbuf_adds(&writer->body, "\n#ifdef HARNESS_LOOP\n\tharness_loop();\n#endif");
	}
	strbuf_addf(&writer->body,
		    "\n\tif (!harness_read(argc > 1 ? argv[1] : NULL))\n\t\treturn 2;\n");
	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		_cleanup_free_ char *name = NULL;

		if (part->tag != DEBUG_PARAMETER || is_null(writer, part) ||
		    (length_of(writer, part) && type_kind_of(part) != TYPE_POINTER))
			continue;
		name = function_argument(writer->entries, writer->function, part);
		fill_value(writer, &writer->body,
			   &(struct fill_place){ .entry = part,
						 .expression = name,
						 .depth = "HARNESS_DEPTH",
						 .level = 1,
						 .path = name,
						 .has_length = has_length(writer, part) });
	}
	for (size_t i = 0; i < writer->options->lengths.count; i++)
		fill_length(writer, &writer->options->lengths.items[i]);
	fill_globals(writer);
	harness_callback_fill(writer);
	keeping_restore(writer);
}

static void call_function(struct writer *writer, struct strbuf *call)
{
	const struct entry *part = NULL, *function = writer->function;
	bool is_first = true;

	strbuf_addf(call, "%s(",
		    function_is_main(function) ? "harness_renamed_main" : function->name);
	while ((part = entries_next_part(writer->entries, function, part))) {
		_cleanup_free_ char *name = NULL;

		if (part->tag != DEBUG_PARAMETER)
			continue;
		name = is_null(writer, part) ? xstrdup("NULL")
					     : function_argument(writer->entries, function, part);
		strbuf_addf(call, "%s%s", is_first ? "" : ", ", name);
		is_first = false;
	}
	more_call(writer, call);
	strbuf_addc(call, ')');
}

static void show_label(struct writer *writer, const char *name)
{
	writer->helpers |= HELPER_LABEL;
	writer_line(&writer->body, 1, "harness_label(\"%s\");", name);
}

/* Has the stack below the call filled, where what nobody has set is read. */
static void paint(struct writer *writer)
{
	if (!writer->options->paints)
		return;
	writer->helpers |= HELPER_PAINT;
	writer_line(&writer->body, 1, "harness_paint();");
}

/* Prints the text that the result leads to, if that is no object of the harness, and is not followed. */
static void show_text(struct writer *writer)
{
	if (writer->options->follows ||
	    type_pointee(type_peel(writer->function->type)) != POINTEE_TEXT)
		return;
	writer->helpers |= HELPER_OBJECTS | HELPER_LABEL | HELPER_STRING;
	writer_line(&writer->body, 1, "if (result && !harness_find((const void *)result)) {");
	writer_line(&writer->body, 2, "harness_label(\"returned text\");");
	writer_line(&writer->body, 2, "harness_print_string((const void *)result, -1);");
	writer_line(&writer->body, 1, "}");
}

/* Calls the function, and prints what it returns. */
static void show_result(struct writer *writer)
{
	const struct entry *function = writer->function;
	_cleanup_strbuf_ struct strbuf call = { 0 };
	enum type_kind kind = type_kind_of(function);
	_cleanup_free_ char *declaration = NULL;

	call_function(writer, &call);
	paint(writer);
	if (!function_returns(function)) {
		writer_line(&writer->body, 1, "%s;", strbuf_get(&call));
		return;
	}
	declaration = names_declare(writer, function->type, "result");
	/* What the function allocates stays within reach, so that no checker calls it lost. */
	if (kind == TYPE_POINTER || type_has_pointer(writer->entries, function->type)) {
		writer_line(&writer->body, 1, "static %s;", declaration);
		writer_line(&writer->body, 1, "result = %s;", strbuf_get(&call));
	} else {
		writer_line(&writer->body, 1, "%s = %s;", declaration, strbuf_get(&call));
	}
	show_label(writer, "returned");
	show_value(writer, &writer->body, function, "result", 1, 0);
	if (kind == TYPE_POINTER)
		show_text(writer);
}

static void show_arguments(struct writer *writer)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		_cleanup_free_ char *name = NULL;

		if (part->tag != DEBUG_PARAMETER || is_null(writer, part) ||
		    type_kind_of(part) != TYPE_POINTER || find_callback(writer, part))
			continue;
		name = function_argument(writer->entries, writer->function, part);
		show_label(writer, name);
		show_value(writer, &writer->body, part, name, 1, 0);
	}
}

static void show_globals(struct writer *writer)
{
	const struct entries *entries = writer->entries;

	for (size_t i = 0; writer->options->has_globals && i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (!writer_has_global(writer, entry))
			continue;
		show_label(writer, entry->name);
		show_value(writer, &writer->body, entry, entry->name, 1, 0);
	}
}

/* Names all types before any is spelled. */
static void name_types(struct writer *writer)
{
	const struct entries *entries = writer->entries;
	const struct entry *part = NULL;

	names_add(writer, writer->function->type, NULL, "result");
	while ((part = entries_next_part(entries, writer->function, part))) {
		if (part->tag == DEBUG_PARAMETER)
			names_add(writer, part->type, NULL, part->name);
	}
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];

		if (!writer->options->has_globals && !writer->options->sets_globals)
			break;
		if (writer_has_global(writer, entry))
			names_add(writer, entry->type, entry->name, entry->name);
	}
}

/* Adds TEXT as a part of a comment, which it must not end. */
static void add_comment(struct strbuf *text, const char *part)
{
	for (; *part; part++) {
		strbuf_addc(text, *part);
		if (part[0] == '*' && part[1] == '/')
			strbuf_addc(text, ' ');
	}
}

/* A unit may take the macros back, and speak of the functions themselves. */
static const char redirection[] = "void free(void *);\n"
				  "void *realloc(void *, __SIZE_TYPE__);\n"
				  "#define free harness_free\n"
				  "#define realloc harness_realloc\n";

static void write_head(struct writer *writer, const char *source)
{
	struct strbuf *text = &writer->program->text;
	bool renames = function_has_main(writer->entries, writer->function),
	     makes = writer->helpers & HELPER_MAKE;

	strbuf_addf(text, "/*\n * Calls %s() with what its input says, and prints what came out.\n",
		    writer->function->name);
	strbuf_addf(text,
		    " * The input is the file that is named as argument 1, or standard input.\n"
		    " * To compile:\n *\n *\t");
	add_comment(text, writer->program->command);
	strbuf_addf(text, "\n */\n");
	if (renames)
		strbuf_adds(text, "#define main harness_renamed_main\n");
	if (makes && !writer->options->wraps)
		strbuf_adds(text, redirection);
	strbuf_addf(text, "#include \"%s\"\n", source);
	if (renames)
		strbuf_adds(text, "#undef main\n");
	strbuf_adds(text, "\n/* Mutants are those of the source alone: remt-off */\n"
			  "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
			  "#include <string.h>\n");
	strbuf_addf(text, "%s\n", writer->helpers & HELPER_STRING ? helpers_string_headers : "");
}

static void write_constants(struct writer *writer)
{
	struct strbuf *text = &writer->program->text;
	size_t size = writer->program->seed.length, objects = writer->nr_objects;

	strbuf_addf(text, "enum {\n\tHARNESS_INPUT = %zu, /* bytes that are read at most */\n",
		    size ? size : 1);
	strbuf_addf(text, "\tHARNESS_DEPTH = %u, /* how many pointers follow each other */\n",
		    writer->options->depth);
	if (writer->helpers & HELPER_FOLLOW)
		objects += MORE_OBJECTS;
	if (writer->helpers & HELPER_OBJECTS)
		strbuf_addf(text, "\tHARNESS_OBJECTS = %zu,\n", objects ? objects : 1);
	strbuf_adds(text, "};\n\n");
}

static void write_parts(struct writer *writer)
{
	struct strbuf *text = &writer->program->text;
	bool has_early = false;

	strbuf_addf(text, "%s%s", strbuf_get(&writer->types), writer->types.length ? "\n" : "");
	for (size_t i = 0; i < writer->parts.count; i++) {
		if (!writer->parts.items[i].is_early)
			continue;
		strbuf_addf(text, "%s;\n", writer->parts.items[i].head);
		has_early = true;
	}
	strbuf_addf(text, "%s%s", has_early ? "\n" : "", strbuf_get(&writer->functions));
	strbuf_addf(text, "int main(int argc, char **argv)\n{\n%s\treturn 0;\n}\n",
		    strbuf_get(&writer->body));
}

char *program_source(const struct entries *entries, const struct entry *function)
{
	const struct entries_unit *unit = &entries->units.items[function->unit];
	char *path = path_join(unit->directory ? unit->directory : ".", unit->name);

	if (visible_is_plain(path) && !strpbrk(path, "\"\\\n"))
		return path;
	free(path);
	return NULL;
}

/* MORE are options, each with a space in front. */
static char *make_command(const struct entries *entries, const struct entry *function,
			  const struct program_options *options, const char *more)
{
	const struct entries_unit *unit = &entries->units.items[function->unit];
	_cleanup_free_ char *flags = program_flags(unit->producer);

	return xasprintf("gcc%s%s%s%s%s -o %s %s%s%s", flags[0] ? " " : "", flags,
			 options->cflags[0] ? " " : "", options->cflags, more, options->name,
			 options->file, options->libs[0] ? " " : "", options->libs);
}

char *program_command(const struct entries *entries, const struct entry *function,
		      const struct program_options *options)
{
	return make_command(entries, function, options, "");
}

static void deinit(struct writer *writer)
{
	names_deinit(writer);
	for (size_t i = 0; i < writer->parts.count; i++) {
		free(writer->parts.items[i].ident);
		free(writer->parts.items[i].head);
	}
	vec_deinit(&writer->parts);
	strbuf_deinit(&writer->types);
	strbuf_deinit(&writer->functions);
	strbuf_deinit(&writer->body);
}

/* Writes the text, when all of its parts are known. */
static struct error *write_text(struct writer *writer)
{
	_cleanup_free_ char *source = program_source(writer->entries, writer->function);

	if (!source)
		return function_error(writer->function,
				      "the name of its source can't be written into a program");
	write_head(writer, source);
	write_constants(writer);
	helpers_write(writer, &writer->program->text);
	write_parts(writer);
	if (writer->options->has_models)
		strbuf_adds(&writer->program->text, models_text);
	return NULL;
}

struct error *program_write(const struct entries *entries, const struct entry *function,
			    const struct program_options *options, struct program *ret)
{
	struct program program = { 0 };
	struct writer writer = {
		.entries = entries, .function = function, .options = options, .program = &program
	};
	struct error *err;

	name_types(&writer);
	err = writer.err;
	if (!err)
		err = blob_write(&writer);
	if (!err) {
		keeping_add(&program);
		harness_callback_write(&writer);
		fill_arguments(&writer);
		strbuf_addc(&writer.body, '\n');
		show_result(&writer);
		show_arguments(&writer);
		more_show(&writer);
		show_globals(&writer);
		if (writer.helpers & HELPER_OBJECTS)
			writer_line(&writer.body, 1, "harness_print_objects();");
		program.command = make_command(entries, function, options,
					       options->wraps && writer.helpers & HELPER_MAKE
						       ? " -Wl,--wrap=free,--wrap=realloc"
						       : "");
		err = write_text(&writer);
	}
	deinit(&writer);
	if (err) {
		program_deinit(&program);
		return err;
	}
	*ret = program;
	return NULL;
}

void program_deinit(struct program *program)
{
	strbuf_deinit(&program->text);
	strbuf_deinit(&program->seed);
	free(program->command);
	for (size_t i = 0; i < program->pieces.count; i++)
		free(program->pieces.items[i].name);
	for (size_t i = 0; i < program->objects.count; i++)
		free(program->objects.items[i].name);
	for (size_t i = 0; i < program->callbacks.count; i++) {
		free(program->callbacks.items[i].hint);
		free(program->callbacks.items[i].name);
	}
	vec_deinit(&program->pieces);
	vec_deinit(&program->objects);
	vec_deinit(&program->callbacks);
	strv_destroy(program->notes);
}
