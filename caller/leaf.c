/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/leaf.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "caller/case_kind.h"
#include "caller/function.h"
#include "caller/literal.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

enum {
	MAX_ELEMENTS = 32,  /* of an array in the result */
	MAX_TEXT = 60,	    /* bytes of the text that a result leads to */
	MAX_ARGUMENT = 200, /* bytes that are looked at of what a callback gets */
};

void leaves_deinit(struct leaves *leaves)
{
	for (size_t i = 0; i < leaves->items.count; i++)
		free(leaves->items.items[i].expression);
	vec_deinit(&leaves->items);
}

void condition_deinit(struct condition *condition)
{
	free(condition->left);
	free(condition->right);
	*condition = (struct condition){ 0 };
}

/* ---- what there is */

/* Finds how values of the peeled TYPE are told; false: they are not. */
static bool find_kind(const struct entry *type, enum leaf_kind *ret)
{
	if (!type) {
		*ret = LEAF_NUMBER;
		return true;
	}
	switch ((int)type_kind(type)) {
	case TYPE_NUMBER:
	case TYPE_CHAR:
	case TYPE_BOOL: *ret = LEAF_NUMBER; return true;
	case TYPE_ENUM: *ret = LEAF_ENUM; return true;
	case TYPE_POINTER: *ret = LEAF_POINTER; return true;
	case TYPE_BYTES: *ret = LEAF_FLOAT; return literal_is_float(type);
	default: return false;
	}
}

/* Takes EXPRESSION over. */
static void add_leaf(struct leaves *leaves, const struct entry *type, size_t object,
		     char *expression)
{
	struct leaf leaf = { .type = type, .object = object, .expression = expression };

	if (find_kind(type, &leaf.kind))
		vec_push(&leaves->items, leaf);
	else
		free(expression);
}

static void add_result(const struct writer *writer, struct leaves *leaves, const struct entry *type,
		       const char *expression, unsigned nesting);

static void add_members(const struct writer *writer, struct leaves *leaves,
			const struct entry *type, const char *expression, unsigned nesting)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(writer->entries, type, part))) {
		_cleanup_free_ char *inner = NULL;

		if (part->tag != DEBUG_MEMBER)
			continue;
		inner = part->name[0] ? xasprintf("%s.%s", expression, part->name)
				      : xstrdup(expression);
		if (part->name[0] || type_kind_of(part) == TYPE_STRUCT)
			add_result(writer, leaves, type_peel(part->type), inner, nesting + 1);
	}
}

/* The parts of the result: of unions and large arrays nothing is said. */
static void add_result(const struct writer *writer, struct leaves *leaves, const struct entry *type,
		       const char *expression, unsigned nesting)
{
	uint64_t dimensions[TYPE_MAX_DIMENSIONS];

	if (!type || nesting > TYPE_MAX_NESTING)
		return;
	if (type_kind(type) == TYPE_STRUCT) {
		add_members(writer, leaves, type, expression, nesting);
		return;
	}
	if (type_kind(type) != TYPE_ARRAY) {
		add_leaf(leaves, type, 0, xstrdup(expression));
		return;
	}
	if (type_dimensions(writer->entries, type, dimensions) != 1 || dimensions[0] > MAX_ELEMENTS)
		return;
	for (uint64_t i = 0; i < dimensions[0]; i++) {
		_cleanup_free_ char *element = xasprintf("%s[%" PRIu64 "]", expression, i);

		add_result(writer, leaves, type_peel(type->type), element, nesting + 1);
	}
}

static void add_pieces(const struct writer *writer, const struct case_text *text,
		       struct leaves *leaves, size_t object)
{
	const struct program *program = writer->program;

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (piece->object == object && piece->kind != PIECE_UNKNOWN)
			add_leaf(leaves, piece->type, object,
				 case_expression(program, text, piece));
	}
}

void leaves_find(struct writer *writer, const struct case_text *text, const char *result,
		 struct leaves *ret)
{
	const struct program *program = writer->program;

	*ret = (struct leaves){ 0 };
	if (function_returns(writer->function))
		add_result(writer, ret, type_peel(writer->function->type), result, 0);
	for (size_t i = 1; i < program->objects.count; i++) {
		const struct case_object *made = &text->objects.items[i];
		const struct program_object *object = &program->objects.items[i];
		struct leaf leaf = { .kind = LEAF_TEXT, .object = i, .size = object->count };

		if (!made->is_made || made->is_literal)
			continue;
		if (!case_is_string(object)) {
			add_pieces(writer, text, ret, i);
			continue;
		}
		leaf.type = type_peel(object->pointer->type);
		leaf.expression = xstrdup(made->variable);
		vec_push(&ret->items, leaf);
	}
}

/* ---- how it is printed */

/* True if LEAF is a result that may lead to a text which is no object of the test. */
static bool is_result_text(const struct leaf *leaf)
{
	return leaf->kind == LEAF_POINTER && !leaf->object && !leaf->callback &&
	       type_pointee(leaf->type) == POINTEE_TEXT;
}

/* Prints which object a pointer leads into, as "object N OFFSET", or "elsewhere" and what text it leads to. */
static void print_pointer(struct strbuf *ret, const struct writer *writer,
			  const struct case_text *text, const struct leaf *leaf)
{
	strbuf_addf(ret,
		    "\t{\n\t\tconst char *to = (const char *)(uintptr_t)%s;\n"
		    "\t\tint is_in = 0;\n\n\t\t(void)is_in;\n",
		    leaf->expression);
	strbuf_adds(ret, "\t\tif (!to)\n\t\t\tprintf(\"null\\n\");\n");
	for (size_t i = 1; i < writer->program->objects.count; i++) {
		const struct case_object *made = &text->objects.items[i];

		if (!made->is_made || made->is_literal)
			continue;
		strbuf_addf(
			ret,
			"\t\telse if ((uintptr_t)to - (uintptr_t)&%s <= sizeof(%s))\n"
			"\t\t\tis_in = printf(\"object %zu %%llu\\n\", (unsigned long long)((uintptr_t)to - (uintptr_t)&%s));\n",
			made->variable, made->variable, i, made->variable);
	}
	strbuf_addf(ret, "\t\telse\n\t\t\tprintf(\"elsewhere%s\");\n",
		    is_result_text(leaf) ? "" : "\\n");
	if (is_result_text(leaf))
		strbuf_adds(ret, "\t\tif (to && !is_in)\n\t\t\tharness_print_string(to, -1);\n");
	strbuf_adds(ret, "\t}\n");
}

static void print_enum(struct strbuf *ret, const struct writer *writer, const struct leaf *leaf)
{
	const struct entry *part = NULL;

	strbuf_adds(ret, "\t");
	while ((part = entries_next_part(writer->entries, leaf->type, part))) {
		if (part->tag == DEBUG_ENUMERATOR)
			strbuf_addf(ret, "if (%s == %s)\n\t\tprintf(\"%s\\n\");\n\telse ",
				    leaf->expression, part->name, part->name);
	}
	strbuf_addf(ret, "\n\t\tprintf(\"%%lld\\n\", (long long)%s);\n", leaf->expression);
}

/* Prints what a callback gets: its bytes, up to the 0 of a string. */
static void print_argument(struct strbuf *ret, const struct leaf *leaf)
{
	_cleanup_free_ char *end = leaf->kind == LEAF_STRING
					   ? xasprintf("((const char *)%s)[i]", leaf->expression)
					   : xasprintf("i < (int)arg%" PRIu64, leaf->size + 1);

	strbuf_addf(ret,
		    "\tif (!%s)\n\t\tprintf(\"null\");\n"
		    "\tfor (int i = 0; %s && i < %d && %s; i++)\n"
		    "\t\tprintf(\"%%02x\", ((const unsigned char *)%s)[i]);\n\tputchar('\\n');\n",
		    leaf->expression, leaf->expression, MAX_ARGUMENT, end, leaf->expression);
}

void leaf_write_print(struct strbuf *ret, const struct writer *writer, const struct case_text *text,
		      const struct leaf *leaf, size_t index, char stage)
{
	bool is_signed = literal_is_signed(leaf->type);

	strbuf_addf(ret, "\tprintf(\"%zu %c \");\n", index, stage);
	switch (leaf->kind) {
	case LEAF_NUMBER:
		strbuf_addf(ret, "\tprintf(\"%%ll%c\\n\", (%slong long)%s);\n",
			    is_signed ? 'd' : 'u', is_signed ? "" : "unsigned ", leaf->expression);
		break;
	case LEAF_FLOAT:
		strbuf_addf(ret, "\tprintf(\"%%a\\n\", (double)%s);\n", leaf->expression);
		break;
	case LEAF_ENUM: print_enum(ret, writer, leaf); break;
	case LEAF_STRING:
	case LEAF_DATA: print_argument(ret, leaf); break;
	case LEAF_POINTER: print_pointer(ret, writer, text, leaf); break;
	case LEAF_TEXT:
		strbuf_addf(ret,
			    "\tfor (int i = 0; i < %" PRIu64 "; i++)\n"
			    "\t\tprintf(\"%%02x\", (unsigned)%s[i] & 0xff);\n\tputchar('\\n');\n",
			    leaf->size, leaf->expression);
		break;
	}
}

/* ---- what is said of it */

/* Returns the bytes that TEXT tells in hexadecimal digits, SIZE of them; the caller frees. */
static char *read_bytes(const char *text, uint64_t size)
{
	char *ret = xcalloc(size + 1, 1);

	for (uint64_t i = 0; i < size; i++) {
		const char digits[3] = { text[2 * i], text[2 * i + 1], 0 };

		ret[i] = (char)strtoul(digits, NULL, 16);
		if (!digits[0] || !digits[1])
			break;
	}
	return ret;
}

static bool find_text(const struct leaf *leaf, const char *before, const char *value,
		      struct condition *ret)
{
	_cleanup_free_ char *now = read_bytes(value, leaf->size),
			    *old = read_bytes(before, leaf->size);
	size_t length = strlen(now);
	struct strbuf text = { 0 };
	bool is_string = length < leaf->size;

	for (uint64_t i = length + 1; i < leaf->size && is_string; i++)
		is_string = now[i] == old[i] || !now[i];
	ret->kind = is_string ? CONDITION_TEXT : CONDITION_MEMORY;
	ret->size = leaf->size;
	if (is_string && !literal_is_text(leaf->type)) {
		free(ret->left);
		ret->left = xasprintf("(char *)%s", leaf->expression);
	}
	literal_add_string(&text, now, is_string ? length : leaf->size);
	ret->right = strbuf_take(&text);
	return true;
}

/* Finds the text of a pointer that leads elsewhere, as VALUE tells it; false: people can't read it. */
static bool find_elsewhere(const char *value, struct condition *ret)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct strbuf literal = { 0 };
	const char *at = value + strlen("elsewhere");
	unsigned byte;
	int length;

	for (; sscanf(at, " %2x%n", &byte, &length) == 1 && byte; at += length) {
		if (text.length >= MAX_TEXT || (!isprint((int)byte) && !strchr("\n\t", (int)byte)))
			return false;
		strbuf_addc(&text, (char)byte);
	}
	if (strcmp(at, " 00") != 0)
		return false;
	ret->kind = CONDITION_TEXT;
	literal_add_string(&literal, strbuf_get(&text), text.length);
	ret->right = strbuf_take(&literal);
	return true;
}

static bool find_pointer(const struct writer *writer, const struct case_text *text,
			 const struct leaf *leaf, const char *value, struct condition *ret)
{
	size_t object;
	uint64_t offset, element;
	const struct case_object *made;

	if (strcmp(value, "null") == 0) {
		ret->kind = CONDITION_NULL;
		return true;
	}
	if (strncmp(value, "elsewhere", strlen("elsewhere")) == 0) {
		if (find_elsewhere(value, ret))
			return true;
		ret->kind = CONDITION_NOT_NULL;
		return !leaf->object;
	}
	if (sscanf(value, "object %zu %" SCNu64, &object, &offset) != 2 ||
	    object >= text->objects.count)
		return false;
	made = &text->objects.items[object];
	element = writer->program->objects.items[object].count
			  ? writer->program->objects.items[object].size /
				    writer->program->objects.items[object].count
			  : 0;
	if (!element || offset % element || (made->is_single && offset))
		return false;
	ret->kind = CONDITION_POINTER;
	ret->right = made->is_single ? xasprintf("&%s", made->variable)
		     : offset	     ? xasprintf("%s + %" PRIu64, made->variable, offset / element)
				     : xstrdup(made->variable);
	return true;
}

static bool find_number(const struct leaf *leaf, const char *value, struct condition *ret)
{
	bool is_signed = literal_is_signed(leaf->type);
	struct strbuf text = { 0 };

	ret->kind = is_signed ? CONDITION_INT : CONDITION_UNSIGNED;
	if (leaf->kind == LEAF_ENUM && value[0] != '-' && (value[0] < '0' || value[0] > '9'))
		strbuf_adds(&text, value);
	else
		literal_add_number(&text, leaf->type,
				   is_signed ? strtoll(value, NULL, 10)
					     : (int64_t)strtoull(value, NULL, 10));
	ret->right = strbuf_take(&text);
	return true;
}

static bool find_argument(const struct leaf *leaf, const char *value, struct condition *ret)
{
	_cleanup_free_ char *bytes = NULL;
	struct strbuf text = { 0 };

	if (strcmp(value, "null") == 0) {
		ret->kind = CONDITION_NULL;
		return true;
	}
	ret->size = strlen(value) / 2;
	if (ret->size >= MAX_ARGUMENT || (!ret->size && leaf->kind == LEAF_DATA))
		return false;
	bytes = read_bytes(value, ret->size);
	ret->kind = leaf->kind == LEAF_STRING ? CONDITION_TEXT : CONDITION_MEMORY;
	literal_add_string(&text, bytes, ret->size);
	ret->right = strbuf_take(&text);
	return true;
}

bool leaf_find_condition(const struct writer *writer, const struct case_text *text,
			 const struct leaf *leaf, const char *before, const char *value,
			 struct condition *ret)
{
	struct strbuf number = { 0 };
	bool is_told = false;

	*ret = (struct condition){ .left = xstrdup(leaf->expression) };
	switch (leaf->kind) {
	case LEAF_NUMBER:
	case LEAF_ENUM: is_told = find_number(leaf, value, ret); break;
	case LEAF_TEXT: is_told = find_text(leaf, before ? before : "", value, ret); break;
	case LEAF_STRING:
	case LEAF_DATA: is_told = find_argument(leaf, value, ret); break;
	case LEAF_POINTER: is_told = find_pointer(writer, text, leaf, value, ret); break;
	case LEAF_FLOAT:
		ret->kind = CONDITION_FLOAT;
		is_told = literal_add_float(&number, strtod(value, NULL), leaf->type->size);
		ret->right = strbuf_take(&number);
		break;
	}
	if (!is_told)
		condition_deinit(ret);
	return is_told;
}
