/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/case.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "caller/case_kind.h"
#include "caller/case_told.h"
#include "caller/function.h"
#include "caller/literal.h"
#include "caller/more.h"
#include "caller/names.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* A call in work. */
struct making {
	struct writer *writer;
	const struct program *program;
	const unsigned char *blob;
	struct case_text *text;
	struct error *err; /* the first one */
};

/* ---- objects */

/* Returns what stands in an expression behind the object's own name. */
static const char *rest_of(const struct program_object *object, const struct case_object *made,
			   const char *name)
{
	const char *rest = name + strlen(object->name);

	return object->pointer && made->is_single && strncmp(rest, "[0]", 3) == 0 ? rest + 3 : rest;
}

char *case_expression(const struct program *program, const struct case_text *text,
		      const struct program_piece *piece)
{
	const struct case_object *made = &text->objects.items[piece->object];

	if (!piece->object)
		return xstrdup(piece->name);
	return xasprintf("%s%s", made->variable,
			 rest_of(&program->objects.items[piece->object], made, piece->name));
}

/* True if NAME is one that the unit, or the test, has for something else. */
static bool is_taken(const struct making *making, const char *name)
{
	const struct case_text *text = making->text;

	for (size_t i = 0; i < text->objects.count; i++) {
		const char *variable = text->objects.items[i].variable;

		if (variable && strcmp(variable, name) == 0)
			return true;
	}
	return function_takes_name(making->writer->entries, making->writer->function, name);
}

static char *make_variable(const struct making *making, const char *expression)
{
	struct strbuf name = { 0 };

	for (const char *c = expression; *c; c++) {
		if (isalnum((unsigned char)*c) || *c == '_')
			strbuf_addc(&name, *c);
		else if (name.length && name.data[name.length - 1] != '_' && c[1])
			strbuf_addc(&name, '_');
	}
	while (is_taken(making, strbuf_get(&name)))
		strbuf_addc(&name, '_');
	return strbuf_take(&name);
}

/* Makes the object that PIECE leads to, if something leads to it and it is made. */
static void follow(struct making *making, const struct program_piece *piece)
{
	const struct program_object *object = &making->program->objects.items[piece->target];
	struct case_object *made = &making->text->objects.items[piece->target];
	_cleanup_free_ char *expression = NULL;
	enum type_pointee pointee = type_pointee(object->pointer);

	if (!making->text->objects.items[piece->object].is_made ||
	    program_is_kept(&making->program->objects.items[piece->object], making->blob) ||
	    program_is_null(piece, making->blob))
		return;
	expression = case_expression(making->program, making->text, piece);
	made->is_made = true;
	made->is_single = object->count == 1 &&
			  (pointee == POINTEE_OBJECTS || pointee == POINTEE_NUMBERS) &&
			  type_kind_of(object->pointer) != TYPE_ARRAY;
	made->variable = make_variable(making, expression);
}

static void find_objects(struct making *making)
{
	const struct program *program = making->program;

	for (size_t i = 0; i < program->objects.count; i++) {
		const struct program_object *object = &program->objects.items[i];
		struct case_object made = { .is_made = !i || (object->global && !object->is_unused),
					    .variable =
						    object->global ? xstrdup(object->name) : NULL };

		vec_push(&making->text->objects, made);
	}
	for (size_t i = 0; i < program->pieces.count; i++) {
		if (program->pieces.items[i].kind == PIECE_POINTER)
			follow(making, &program->pieces.items[i]);
	}
}

/* Names the callbacks that something leads to. */
static void find_callbacks(const struct writer *writer, const unsigned char *blob, size_t number,
			   struct case_text *text)
{
	const struct program *program = writer->program;

	for (size_t i = 0; i < program->callbacks.count; i++)
		vec_push(&text->callbacks, NULL);
	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];
		char **name;

		if (piece->kind != PIECE_CALLBACK || program_is_null(piece, blob) ||
		    program_is_kept(&program->objects.items[piece->object], blob) ||
		    !text->objects.items[piece->object].is_made)
			continue;
		name = &text->callbacks.items[piece->target];
		if (!*name)
			*name = xasprintf("%s_%s_%zu", writer->function->name,
					  program->callbacks.items[piece->target].name, number);
	}
}

/* ---- values */

static void fail(struct making *making, const char *name)
{
	if (!making->err)
		making->err = error_create(ERROR_UNUSABLE, "C has no constant for %s", name);
}

/* Returns the bytes of the text OBJECT; the caller frees. *RET_LENGTH: up to the first zero; *RET: only zeros follow. */
static char *find_string(const struct making *making, size_t object, size_t *ret_length, bool *ret)
{
	const struct program *program = making->program;
	char *bytes = xcalloc(program->objects.items[object].count + 1, 1);
	size_t count = program->objects.items[object].count;

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (piece->object == object && piece->nr_bytes == 1)
			bytes[piece->offset] = (char)making->blob[piece->at];
	}
	*ret_length = strlen(bytes);
	*ret = true;
	for (size_t i = *ret_length; i < count; i++)
		*ret &= !bytes[i];
	return bytes;
}

static void add_pointer(struct making *making, struct strbuf *text,
			const struct program_piece *piece)
{
	const struct case_object *made;

	if (program_is_null(piece, making->blob)) {
		strbuf_adds(text, "NULL");
		return;
	}
	if (piece->kind == PIECE_CALLBACK) {
		strbuf_adds(text, making->text->callbacks.items[piece->target]);
		return;
	}
	made = &making->text->objects.items[piece->target];
	if (made->is_literal) {
		size_t length;
		bool is_whole;
		_cleanup_free_ char *bytes = find_string(making, piece->target, &length, &is_whole);

		literal_add_string(text, bytes, length);
		return;
	}
	strbuf_addf(text, "%s%s", made->is_single ? "&" : "", made->variable);
}

/* Adds the value of PIECE; false: it is 0, and nothing was added. */
static bool add_value(struct making *making, struct strbuf *text, const struct program_piece *piece)
{
	if (program_is_pointer(piece) || piece->kind == PIECE_NULL) {
		if (program_is_null(piece, making->blob))
			return false;
		add_pointer(making, text, piece);
		return true;
	}
	if (literal_is_zero(piece, making->blob))
		return false;
	if (!literal_add_piece(text, making->writer->entries, piece, making->blob))
		fail(making, piece->name);
	return true;
}

/* Adds the elements of an array of numbers up to the last one that is not 0. */
static void add_elements(struct making *making, struct strbuf *text, size_t object)
{
	const struct program *program = making->program;
	size_t last = 0;

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (piece->object == object && !literal_is_zero(piece, making->blob))
			last = i + 1;
	}
	for (size_t i = 0; i < last; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (piece->object != object)
			continue;
		strbuf_adds(text, text->length ? ", " : "");
		if (!add_value(making, text, piece))
			strbuf_adds(text, "0");
	}
}

/* Adds the parts of OBJECT that are not 0, with their names; of object 0 those that are named ARGUMENT. */
static void add_parts(struct making *making, struct strbuf *text, size_t object,
		      const char *argument)
{
	const struct program *program = making->program;
	const struct case_object *made = &making->text->objects.items[object];
	size_t length = argument ? strlen(argument) : 0;

	for (size_t i = 0; i < program->pieces.count && !making->err; i++) {
		const struct program_piece *piece = &program->pieces.items[i];
		_cleanup_strbuf_ struct strbuf value = { 0 };
		const char *rest;

		if (piece->object != object ||
		    (argument &&
		     (strncmp(piece->name, argument, length) != 0 ||
		      isalnum((unsigned char)piece->name[length]) || piece->name[length] == '_')))
			continue;
		if (!add_value(making, &value, piece))
			continue;
		rest = argument ? piece->name + length
				: rest_of(&program->objects.items[object], made, piece->name);
		strbuf_addf(text, "%s%s%s%s", text->length ? ", " : "", rest, *rest ? " = " : "",
			    strbuf_get(&value));
	}
}

/* ---- the setup */

/* Declares VARIABLE of the element type of OBJECT, with its values. */
static void declare(struct making *making, size_t number)
{
	const struct program_object *object = &making->program->objects.items[number];
	const struct case_object *made = &making->text->objects.items[number];
	const struct entry *type = object->pointer->type;
	_cleanup_free_ char *bytes = NULL, *declaration = NULL;
	_cleanup_strbuf_ struct strbuf value = { 0 };
	bool is_whole = false;
	size_t length = 0;

	if (case_is_string(object) || type_pointee(object->pointer) == POINTEE_BYTES)
		bytes = find_string(making, number, &length, &is_whole);
	if (bytes && is_whole && case_is_text(object, bytes, length)) {
		literal_add_string(&value, bytes, length);
	} else {
		_cleanup_strbuf_ struct strbuf parts = { 0 };

		if (case_is_numbers(object) || case_is_string(object))
			add_elements(making, &parts, number);
		else
			add_parts(making, &parts, number, NULL);
		if (made->is_single && type_kind(type_peel(type)) != TYPE_STRUCT &&
		    type_kind(type_peel(type)) != TYPE_UNION)
			strbuf_adds(&value, parts.length ? strbuf_get(&parts) : "0");
		else
			strbuf_addf(&value, "{ %s }", parts.length ? strbuf_get(&parts) : "0");
	}
	declaration = type_kind_of(object->pointer) == TYPE_VOID
			      ? xasprintf("unsigned char %s", made->variable)
			      : names_declare(making->writer, type, made->variable);
	strbuf_addf(&making->text->setup, "\t%s", declaration);
	if (!made->is_single)
		strbuf_addf(&making->text->setup, "[%" PRIu64 "]", object->count);
	strbuf_addf(&making->text->setup, " = %s;\n", strbuf_get(&value));
}

/* Has the variable OBJECT, a single value, what it had when the test ends, so that other tests find that. */
static void keep_value(struct making *making, const struct program_object *object)
{
	_cleanup_free_ char *name = xasprintf("%s_before", object->name),
			    *copy = make_variable(making, name),
			    *declaration =
				    names_declare(making->writer, object->global->type, copy);

	strbuf_addf(&making->text->setup, "\t%s = %s;\n", declaration, object->name);
	strbuf_addf(&making->text->ending, "\t%s = %s;\n", object->name, copy);
}

/* Sets the global variable NUMBER. */
static void set_global(struct making *making, size_t number)
{
	const struct program *program = making->program;
	const struct program_object *object = &program->objects.items[number];
	_cleanup_strbuf_ struct strbuf lines = { 0 };
	bool is_one = false;

	for (size_t i = 0; i < program->pieces.count && !making->err; i++) {
		const struct program_piece *piece = &program->pieces.items[i];
		_cleanup_strbuf_ struct strbuf value = { 0 };
		bool is_set;

		if (piece->object != number)
			continue;
		is_set = add_value(making, &value, piece);
		is_one |= strcmp(piece->name, object->name) == 0;
		if (!is_set && !is_one)
			continue;
		if (!is_set)
			strbuf_adds(&value,
				    piece->kind == PIECE_POINTER || piece->kind == PIECE_NULL
					    ? "NULL"
					    : "0");
		strbuf_addf(&lines, "\t%s = %s;\n", piece->name, strbuf_get(&value));
	}
	if (is_one)
		keep_value(making, object);
	else {
		strbuf_addf(&making->text->setup, "\tmemset(&%s, 0, sizeof(%s));\n", object->name,
			    object->name);
		making->text->uses_memory = true;
	}
	strbuf_adds(&making->text->setup, strbuf_get(&lines));
}

/* A text that the function can't write is a string in the call, unless the function may return a pointer to it. */
static void find_literals(struct making *making)
{
	const struct program *program = making->program;

	if (type_kind_of(making->writer->function) == TYPE_POINTER)
		return;
	for (size_t i = 1; i < program->objects.count; i++) {
		const struct program_object *object = &program->objects.items[i];
		size_t length;
		bool is_whole;
		_cleanup_free_ char *bytes = NULL;

		if (!making->text->objects.items[i].is_made || !case_is_string(object) ||
		    !literal_is_text(type_peel(object->pointer->type)) ||
		    !type_is_const(object->pointer->type))
			continue;
		bytes = find_string(making, i, &length, &is_whole);
		making->text->objects.items[i].is_literal = is_whole;
	}
}

static void add_setup(struct making *making)
{
	const struct program *program = making->program;

	for (size_t i = program->objects.count; i-- > 1 && !making->err;) {
		const struct case_object *made = &making->text->objects.items[i];

		if (made->is_made && !made->is_literal && program->objects.items[i].pointer)
			declare(making, i);
	}
	for (size_t i = 1; i < program->objects.count && !making->err; i++) {
		const struct program_object *object = &program->objects.items[i];

		if (!object->global || object->is_unused || program_is_kept(object, making->blob))
			continue;
		set_global(making, i);
		making->text->nr_set++;
	}
}

/* ---- the call */

static const struct program_piece *find_argument(const struct program *program, uint64_t index)
{
	for (size_t i = 0; i < program->pieces.count; i++) {
		if (!program->pieces.items[i].object && program->pieces.items[i].offset == index)
			return &program->pieces.items[i];
	}
	return NULL;
}

/* Adds the argument for PARAMETER, number INDEX. A structure by value is a variable. */
static void add_argument(struct making *making, const struct entry *parameter, uint64_t index,
			 struct strbuf *ret)
{
	const struct program_piece *piece = find_argument(making->program, index);
	enum type_kind kind = type_kind_of(parameter);
	_cleanup_free_ char *name = NULL, *declaration = NULL;
	_cleanup_strbuf_ struct strbuf parts = { 0 };

	if (kind == TYPE_STRUCT || kind == TYPE_UNION) {
		name = function_argument(making->writer->entries, making->writer->function,
					 parameter);
		add_parts(making, &parts, 0, name);
		declaration = names_declare(making->writer, parameter->type, name);
		strbuf_addf(&making->text->setup, "\t%s = { %s };\n", declaration,
			    parts.length ? strbuf_get(&parts) : "0");
		strbuf_adds(ret, name);
	} else if (kind == TYPE_POINTER && (!piece || program_is_null(piece, making->blob))) {
		strbuf_adds(ret, "NULL");
	} else if (!piece) {
		strbuf_adds(ret, "0");
	} else if (kind == TYPE_POINTER) {
		add_pointer(making, ret, piece);
	} else if (!add_value(making, ret, piece)) {
		literal_add_number(ret, piece->type, 0);
	}
}

static void add_call(struct making *making)
{
	const struct writer *writer = making->writer;
	const struct entry *part = NULL;
	struct strbuf call = { 0 };
	uint64_t index = 0;

	strbuf_addf(&call, "%s(",
		    function_is_main(writer->function) ? "main_of_program"
						       : writer->function->name);
	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		_cleanup_strbuf_ struct strbuf argument = { 0 };

		if (part->tag != DEBUG_PARAMETER)
			continue;
		add_argument(making, part, index, &argument);
		strbuf_addf(&call, "%s%s", index ? ", " : "", strbuf_get(&argument));
		strv_append(&making->text->arguments, strbuf_get(&argument));
		index++;
	}
	if (function_takes_more(writer->entries, writer->function))
		more_add_test(&making->text->setup, &call);
	strbuf_addc(&call, ')');
	making->text->call = strbuf_take(&call);
}

struct error *case_write(struct writer *writer, const unsigned char *blob, size_t number,
			 struct case_text *ret)
{
	struct making making = {
		.writer = writer, .program = writer->program, .blob = blob, .text = ret
	};

	*ret = (struct case_text){ 0 };
	find_objects(&making);
	find_callbacks(writer, blob, number, ret);
	find_literals(&making);
	if (!case_is_told(writer->program, blob))
		making.err = error_create(ERROR_UNUSABLE, "it fills what has no name of its own");
	add_setup(&making);
	add_call(&making);
	if (making.err)
		case_deinit(ret);
	return making.err;
}

void case_deinit(struct case_text *text)
{
	for (size_t i = 0; i < text->objects.count; i++)
		free(text->objects.items[i].variable);
	vec_deinit(&text->objects);
	for (size_t i = 0; i < text->callbacks.count; i++)
		free(text->callbacks.items[i]);
	vec_deinit(&text->callbacks);
	strbuf_deinit(&text->setup);
	strbuf_deinit(&text->ending);
	free(text->call);
	strv_destroy(text->arguments);
	*text = (struct case_text){ 0 };
}
