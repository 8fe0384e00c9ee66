/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/names.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "caller/function.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

/* Returns TEXT with one _ in place of all that no name has. */
static char *make_ident(const char *text)
{
	struct strbuf ident = { 0 };

	for (; *text; text++) {
		if (isalnum((unsigned char)*text) || *text == '_')
			strbuf_addc(&ident, *text);
		else if (ident.length && ident.data[ident.length - 1] != '_')
			strbuf_addc(&ident, '_');
	}
	return strbuf_take(&ident);
}

static const struct writer_name *find_name(const struct writer *writer, const struct entry *type)
{
	for (size_t i = 0; i < writer->names.count; i++) {
		if (writer->names.items[i].type == type)
			return &writer->names.items[i];
	}
	return NULL;
}

/* True if IDENT is that of a type, or harnesses have a function harness_print_IDENT() for other things. */
static bool has_ident(const struct writer *writer, const char *ident)
{
	static const char *const own[] = { "bytes", "elements", "objects", "pointer", "string" };

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		if (strcmp(own[i], ident) == 0)
			return true;
	}
	for (size_t i = 0; i < writer->names.count; i++) {
		if (strcmp(writer->names.items[i].ident, ident) == 0)
			return true;
	}
	return false;
}

/* Two types may have one name: that of a structure, and that of a typedef. */
static char *unique_ident(const struct writer *writer, const char *text)
{
	char *ident = make_ident(text);

	while (has_ident(writer, ident)) {
		char *longer = xasprintf("%s_", ident);

		free(ident);
		ident = longer;
	}
	return ident;
}

static const char *word_of(const struct entry *type)
{
	return type->tag == DEBUG_UNION ? "union" : type->tag == DEBUG_ENUM ? "enum" : "struct";
}

static void add_name(struct writer *writer, const struct entry *type, const char *expression,
		     const char *hint)
{
	const char *defined = type->name[0] ? NULL : type_typedef(writer->entries, type);
	struct writer_name name = { .type = type };

	if (type->name[0]) {
		name.spelling = xasprintf("%s %s", word_of(type), type->name);
		name.ident = unique_ident(writer, type->name);
	} else if (defined) {
		name.spelling = xstrdup(defined);
		name.ident = unique_ident(writer, defined);
	} else {
		name.ident = unique_ident(writer, hint);
		name.spelling = xasprintf("harness_%s", name.ident);
		if (expression)
			strbuf_addf(&writer->types, "typedef __typeof__(%s) %s;\n", expression,
				    name.spelling);
		else if (!writer->err)
			writer->err = function_error(writer->function,
						     "%s has a type without a name", hint);
	}
	vec_push(&writer->names, name);
}

/* Adds the members of TYPE, and of structures without a name in it. */
static void add_members(struct writer *writer, const struct entry *type,
			const struct writer_name *name, unsigned nesting)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(writer->entries, type, part))) {
		_cleanup_free_ char *expression = NULL, *hint = NULL;
		const struct entry *inner = type_peel(part->type);

		if (part->tag != DEBUG_MEMBER)
			continue;
		if (part->name[0]) {
			expression = xasprintf("((%s *)0)->%s", name->spelling, part->name);
			hint = xasprintf("%s_%s", name->ident, part->name);
			names_add(writer, part->type, expression, hint);
		} else if (inner && inner != type && nesting < TYPE_MAX_NESTING) {
			add_members(writer, inner, name, nesting + 1);
		}
	}
}

static void add_array(struct writer *writer, const struct entry *type, const char *expression,
		      const char *hint)
{
	_cleanup_strbuf_ struct strbuf element = { 0 };
	uint64_t dimensions[TYPE_MAX_DIMENSIONS];

	strbuf_adds(&element, expression ? expression : "");
	for (size_t i = type_dimensions(writer->entries, type, dimensions); i > 0; i--)
		strbuf_adds(&element, "[0]");
	names_add(writer, type->type, expression ? strbuf_get(&element) : NULL, hint);
}

void names_add(struct writer *writer, const struct entry *type, const char *expression,
	       const char *hint)
{
	_cleanup_free_ char *target = NULL;
	struct writer_name name;

	type = type_peel(type);
	if (!type)
		return;
	if (type->tag == DEBUG_POINTER) {
		target = expression ? xasprintf("(*%s)", expression) : NULL;
		names_add(writer, type->type, target, hint);
		return;
	}
	if (type->tag == DEBUG_ARRAY) {
		add_array(writer, type, expression, hint);
		return;
	}
	if ((type->tag != DEBUG_STRUCT && type->tag != DEBUG_UNION && type->tag != DEBUG_ENUM) ||
	    find_name(writer, type))
		return;
	add_name(writer, type, expression, hint);
	if (type->tag == DEBUG_ENUM || type_kind(type) == TYPE_OPAQUE)
		return;
	name = *find_name(writer, type); /* the list may move */
	add_members(writer, type, &name, 0);
}

/* Defines a type for an array, and returns its name. */
static char *spell_array(struct writer *writer, const struct entry *array)
{
	_cleanup_free_ char *element = names_spell(writer, array->type),
			    *ident = names_ident(writer, array);
	char *spelling = xasprintf("harness_%s", ident);
	uint64_t dimensions[TYPE_MAX_DIMENSIONS];
	size_t count = type_dimensions(writer->entries, array, dimensions);
	_cleanup_strbuf_ struct strbuf line = { 0 };

	strbuf_addf(&line, "typedef %s %s", element, spelling);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&line, "[%" PRIu64 "]", dimensions[i]);
	strbuf_adds(&line, ";\n");
	if (!strstr(strbuf_get(&writer->types), strbuf_get(&line)))
		strbuf_adds(&writer->types, strbuf_get(&line));
	return spelling;
}

/* Returns the name of a type of numbers as people write it: compilers have all words, in an order of their own. */
static const char *number_name(const char *name)
{
	static const char *const names[][2] = {
		{ "long unsigned int", "unsigned long" },
		{ "long long unsigned int", "unsigned long long" },
		{ "short unsigned int", "unsigned short" },
		{ "long int", "long" },
		{ "long long int", "long long" },
		{ "short int", "short" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(names[i][0], name) == 0)
			return names[i][1];
	}
	return name;
}

char *names_spell(struct writer *writer, const struct entry *type)
{
	const struct writer_name *name;
	_cleanup_free_ char *target = NULL;

	type = type_peel(type);
	if (!type)
		return xstrdup("void");
	switch ((int)type->tag) {
	case DEBUG_STRUCT:
	case DEBUG_UNION:
	case DEBUG_ENUM:
		name = find_name(writer, type);
		return xstrdup(name ? name->spelling : "void");
	case DEBUG_POINTER:
		if (type_kind_of(type) == TYPE_FUNCTION || type_kind_of(type) == TYPE_UNKNOWN)
			return xstrdup("void *");
		target = names_spell(writer, type->type);
		return xasprintf("%s%s*", target, strchr(target, '*') ? "" : " ");
	case DEBUG_ARRAY: return spell_array(writer, type);
	case DEBUG_NUMBER: return xstrdup(number_name(type->name));
	default: return xstrdup("void");
	}
}

char *names_ident(struct writer *writer, const struct entry *type)
{
	const struct writer_name *name;
	_cleanup_free_ char *target = NULL;
	uint64_t dimensions[TYPE_MAX_DIMENSIONS];
	struct strbuf ident = { 0 };
	size_t count;

	type = type_peel(type);
	if (!type)
		return xstrdup("void");
	switch ((int)type->tag) {
	case DEBUG_STRUCT:
	case DEBUG_UNION:
	case DEBUG_ENUM:
		name = find_name(writer, type);
		return xstrdup(name ? name->ident : "void");
	case DEBUG_POINTER:
		target = names_ident(writer, type->type);
		return xasprintf("%s_pointer", target);
	case DEBUG_ARRAY:
		target = names_ident(writer, type->type);
		count = type_dimensions(writer->entries, type, dimensions);
		strbuf_adds(&ident, target);
		for (size_t i = 0; i < count; i++)
			strbuf_addf(&ident, "_%" PRIu64, dimensions[i]);
		return strbuf_take(&ident);
	default: return make_ident(type->name[0] ? type->name : "function");
	}
}

/* The name that the source has for TYPE, with the qualifiers of what it points to. */
static char *spell_declared(struct writer *writer, const struct entry *type)
{
	_cleanup_free_ char *target = NULL;
	bool is_const = false, is_volatile = false;

	while (type && (type->tag == DEBUG_CONST || type->tag == DEBUG_QUALIFIER)) {
		is_const |= type->tag == DEBUG_CONST;
		is_volatile |= type->tag == DEBUG_QUALIFIER;
		type = type->type;
	}
	if (!type)
		return xstrdup(is_const ? "const void" : "void");
	if (type->tag == DEBUG_TYPEDEF)
		return xasprintf("%s%s", is_const ? "const " : "", type->name);
	if (type->tag != DEBUG_POINTER || is_volatile) {
		target = names_spell(writer, type);
		return xasprintf("%s%s", is_const ? "const " : "", target);
	}
	if (type_kind_of(type) == TYPE_FUNCTION || type_kind_of(type) == TYPE_ARRAY)
		return xstrdup("void *");
	target = spell_declared(writer, type->type);
	return xasprintf("%s%s*%s", target, target[strlen(target) - 1] == '*' ? "" : " ",
			 is_const ? "const " : "");
}

char *names_declare(struct writer *writer, const struct entry *type, const char *name)
{
	_cleanup_free_ char *spelling = NULL;

	while (type && (type->tag == DEBUG_CONST || type->tag == DEBUG_QUALIFIER))
		type = type->type;
	spelling = spell_declared(writer, type);
	return xasprintf("%s%s%s", spelling, spelling[strlen(spelling) - 1] == '*' ? "" : " ",
			 name);
}

char *names_element(const struct entries *entries, const struct entry *array, const char *whole,
		    uint64_t index)
{
	uint64_t dimensions[TYPE_MAX_DIMENSIONS], below = 1;
	size_t count = type_dimensions(entries, array, dimensions);
	struct strbuf ret = { 0 };

	strbuf_adds(&ret, whole ? whole : "");
	for (size_t i = 1; i < count; i++)
		below *= dimensions[i] ? dimensions[i] : 1;
	for (size_t i = 0; i < count; i++) {
		strbuf_addf(&ret, "[%" PRIu64 "]", index / below);
		index %= below;
		if (i + 1 < count && dimensions[i + 1])
			below /= dimensions[i + 1];
	}
	return strbuf_take(&ret);
}

void names_deinit(struct writer *writer)
{
	for (size_t i = 0; i < writer->names.count; i++) {
		free(writer->names.items[i].spelling);
		free(writer->names.items[i].ident);
	}
	vec_deinit(&writer->names);
}
