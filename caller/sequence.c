/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/sequence.h"

#include <ctype.h>
#include <string.h>

#include "caller/function.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/strbuf.h"

/* Small values first: tests get those. The first ones are lengths of texts. */
static const int64_t numbers[] = { 0, 1, 2, 3, -1, 4, 5, 7, 8, 10, 16, 100, 255, 1000 };
static const char *const texts[] = { "a", "b", "ab", "", "key", "1", "\xff", "a b", "{}" };

const int64_t *sequence_numbers(size_t *ret_count)
{
	*ret_count = sizeof(numbers) / sizeof(numbers[0]);
	return numbers;
}

const char *const *sequence_texts(size_t *ret_count)
{
	*ret_count = sizeof(texts) / sizeof(texts[0]);
	return texts;
}

unsigned sequence_blocks(unsigned char byte)
{
	byte %= SEQUENCE_BLOCKS;
	return byte < 2 ? 1000 : byte - 2u;
}

/* ---- values */

/* The kind of the function that POINTER leads to, if it is one of those that allocate memory; else SEQUENCE_NULL. */
static enum sequence_kind find_allocator(const struct entries *entries, const struct entry *pointer)
{
	const struct entry *type = type_peel(pointer->type), *part = NULL;
	_cleanup_strbuf_ struct strbuf signature = { 0 };
	static const struct {
		const char *signature;
		enum sequence_kind kind;
	} known[] = { { "pn", SEQUENCE_MALLOC },
		      { "ppn", SEQUENCE_REALLOC },
		      { "vp", SEQUENCE_FREE } };

	do {
		const struct entry *of = part ? part : type;
		enum type_kind kind = type_kind_of(of);
		bool is_memory =
			     kind == TYPE_POINTER && type_kind_of(type_peel(of->type)) == TYPE_VOID,
		     is_size = kind == TYPE_NUMBER && type_peel(of->type)->size == 8;

		strbuf_addc(&signature, is_memory	    ? 'p'
					: is_size	    ? 'n'
					: kind == TYPE_VOID ? 'v'
							    : '?');
		part = entries_next_part(entries, type, part);
	} while (part);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].signature, strbuf_get(&signature)) == 0)
			return known[i].kind;
	}
	return SEQUENCE_NULL;
}

static void find_pointer(const struct entries *entries, const struct entry *entry,
			 struct sequence_value *ret)
{
	const struct entry *pointer = type_peel(entry->type);

	switch ((int)type_kind_of(pointer)) {
	case TYPE_CHAR:
		ret->kind = type_is_const(pointer->type) || entry->tag == DEBUG_FUNCTION
				    ? SEQUENCE_TEXT
				    : SEQUENCE_POINTER;
		ret->target = type_is_const(pointer->type) ? NULL : type_peel(pointer->type);
		break;
	case TYPE_VOID:
	case TYPE_STRUCT:
	case TYPE_UNION:
	case TYPE_OPAQUE:
		ret->kind = SEQUENCE_POINTER;
		ret->target = type_peel(pointer->type);
		break;
	case TYPE_FUNCTION: ret->kind = find_allocator(entries, pointer); break;
	default: ret->kind = SEQUENCE_NULL;
	}
}

/* False: what ENTRY, a function or parameter, is of can't be part of a sequence. */
static bool find_value(const struct entries *entries, const struct entry *entry,
		       struct sequence_value *ret)
{
	uint64_t size = entry->type ? type_peel(entry->type)->size : 0;

	*ret = (struct sequence_value){ .kind = SEQUENCE_NOTHING, .type = entry->type };
	switch ((int)type_kind_of(entry)) {
	case TYPE_VOID: return entry->tag == DEBUG_FUNCTION;
	case TYPE_NUMBER:
	case TYPE_CHAR:
	case TYPE_BOOL:
	case TYPE_ENUM: ret->kind = SEQUENCE_NUMBER; return size <= 8;
	case TYPE_BYTES:
		ret->kind = SEQUENCE_FLOAT;
		return type_peel(entry->type)->encoding == DEBUG_FLOAT && (size == 4 || size == 8);
	case TYPE_POINTER: find_pointer(entries, entry, ret); return true;
	default: return false;
	}
}

/* False: no sequence can call FUNCTION. */
static bool find_call(const struct entries *entries, const struct entry *function,
		      struct sequence_call *ret)
{
	const struct entry *part = NULL;

	unsigned nr_allocators = 0;

	*ret = (struct sequence_call){ .function = function };
	if (!find_value(entries, function, &ret->result))
		return false;
	while ((part = entries_next_part(entries, function, part))) {
		struct sequence_value *value = &ret->arguments[ret->nr_arguments];

		if (part->tag != DEBUG_PARAMETER || part->depth != function->depth + 1)
			continue;
		if (ret->nr_arguments == SEQUENCE_MOST_ARGUMENTS ||
		    !find_value(entries, part, value))
			return false;
		value->may_be_length = ret->nr_arguments && value[-1].kind == SEQUENCE_TEXT &&
				       value->kind == SEQUENCE_NUMBER;
		nr_allocators += value->kind >= SEQUENCE_MALLOC;
		ret->nr_arguments++;
	}
	ret->is_hook = nr_allocators;
	return ret->result.kind < SEQUENCE_MALLOC &&
	       (!nr_allocators ||
		(nr_allocators == ret->nr_arguments && ret->arguments[0].kind == SEQUENCE_MALLOC));
}

/* ---- the API */

/* True if ENTRY is a function that tests of the unit of FUNCTION can call: a public one, or one of a header. */
static bool is_public(const struct entry *function, const struct entry *entry)
{
	size_t length = entry->file ? strlen(entry->file) : 0;
	bool is_of_header = length > 2 && strcmp(entry->file + length - 2, ".h") == 0,
	     is_own = entry->unit == function->unit;

	return entry->tag == DEBUG_FUNCTION && entry->depth == 0 && entry->name[0] &&
	       !(entry->flags & (DEBUG_IS_DECLARED | DEBUG_IS_COPY)) && !function_is_main(entry) &&
	       (entry->flags & DEBUG_IS_EXTERNAL || (is_own && is_of_header));
}

/* True if TEXT has the word NAME. */
static bool has_word(const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *c = text; (c = strstr(c, name)); c += length) {
		if ((c == text || !(isalnum((unsigned char)c[-1]) || c[-1] == '_')) &&
		    !isalnum((unsigned char)c[length]) && c[length] != '_')
			return true;
	}
	return false;
}

/* Returns what the unit of FUNCTION has for TARGET, a type of another one. */
static const struct entry *find_own(const struct entries *entries, const struct entry *function,
				    const struct entry *target)
{
	const char *defined = target->name[0] ? NULL : type_typedef(entries, target);

	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i], *own = entry;

		if (entry->unit != function->unit)
			continue;
		if (defined && entry->tag == DEBUG_TYPEDEF && strcmp(entry->name, defined) == 0)
			own = type_peel(entry);
		else if (defined || entry->tag != target->tag ||
			 strcmp(entry->name, target->name) != 0)
			continue;
		if (own && own->tag == target->tag)
			return own;
	}
	return target;
}

/* True if VALUE is a pointer to what calls of API have. Its target becomes that of the unit. */
static bool is_shared(const struct sequence_api *api, struct sequence_value *value)
{
	if (value->kind != SEQUENCE_POINTER || !value->target)
		return false;
	value->target = find_own(api->entries, api->function, value->target);
	for (size_t i = 0; i < api->calls.count; i++) {
		const struct sequence_call *call = &api->calls.items[i];

		if (call->result.kind == SEQUENCE_POINTER && call->result.target == value->target)
			return true;
		for (unsigned k = 0; k < call->nr_arguments; k++) {
			if (call->arguments[k].kind == SEQUENCE_POINTER &&
			    call->arguments[k].target == value->target)
				return true;
		}
	}
	return false;
}

/* Adds functions of other units that VISIBLE speaks of, and that have to do with the unit's types. */
static void add_others(struct sequence_api *api, const char *visible)
{
	size_t count = api->calls.count;

	for (size_t i = 0; i < api->entries->items.count; i++) {
		const struct entry *entry = &api->entries->items.items[i];
		struct sequence_api own = *api;
		struct sequence_call call;
		bool is_related;

		if (entry->unit == api->function->unit || !is_public(api->function, entry) ||
		    api->calls.count == SEQUENCE_MOST_CALLS || !has_word(visible, entry->name) ||
		    !find_call(api->entries, entry, &call))
			continue;
		own.calls.count = count;
		is_related = is_shared(&own, &call.result) || call.is_hook;
		for (unsigned k = 0; k < call.nr_arguments; k++)
			is_related |= is_shared(&own, &call.arguments[k]);
		if (is_related)
			vec_push(&api->calls, call);
	}
}

static bool is_given(const struct sequence_api *api, const struct sequence_value *value)
{
	for (size_t i = 0; i < api->calls.count; i++) {
		if (sequence_gives(&api->calls.items[i], value))
			return true;
	}
	return false;
}

/* Objects that no function makes are those of the caller: an object of zeros stands for what it gives to be initialised. */
static void add_objects(struct sequence_api *api)
{
	size_t count = api->calls.count;

	for (size_t i = 0; i < count; i++) {
		for (unsigned k = 0; k < api->calls.items[i].nr_arguments; k++) {
			struct sequence_call object = { .result =
								api->calls.items[i].arguments[k] };
			const struct entry *target = object.result.target;

			if (object.result.kind != SEQUENCE_POINTER || !target || !target->size ||
			    (target->tag != DEBUG_STRUCT && target->tag != DEBUG_UNION) ||
			    type_kind(target) == TYPE_OPAQUE || is_given(api, &object.result) ||
			    api->calls.count == SEQUENCE_MOST_CALLS)
				continue;
			vec_push(&api->calls, object);
		}
	}
}

void sequence_api_find(const struct entries *entries, const struct entry *function,
		       const char *visible, struct sequence_api *ret)
{
	*ret = (struct sequence_api){ .entries = entries, .function = function };
	for (size_t i = 0; i < entries->items.count; i++) {
		struct sequence_call call;

		if (entries->items.items[i].unit == function->unit &&
		    is_public(function, &entries->items.items[i]) &&
		    ret->calls.count < SEQUENCE_MOST_CALLS &&
		    find_call(entries, &entries->items.items[i], &call))
			vec_push(&ret->calls, call);
	}
	add_others(ret, visible);
	add_objects(ret);
}

bool sequence_api_has_values(const struct sequence_api *api)
{
	for (size_t i = 0; i < api->calls.count; i++) {
		const struct sequence_call *maker = &api->calls.items[i];

		for (size_t k = 0; k < api->calls.count && maker->function; k++) {
			const struct sequence_call *call = &api->calls.items[k];

			for (unsigned n = 0; n < call->nr_arguments; n++) {
				if (call->arguments[n].kind == SEQUENCE_POINTER &&
				    sequence_gives(maker, &call->arguments[n]))
					return true;
			}
		}
	}
	return false;
}

void sequence_api_deinit(struct sequence_api *api)
{
	vec_deinit(&api->calls);
}

const struct sequence_call *sequence_call(const struct sequence_api *api,
					  const unsigned char *sequence, size_t index)
{
	unsigned number = index < SEQUENCE_MOST_STEPS ? sequence[index * SEQUENCE_STEP] : 0;

	return number && number <= api->calls.count ? &api->calls.items[number - 1] : NULL;
}
