/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atomic operations of the compiler's on 1 to 8 bytes, as if no other thread did anything. */
#include <stdio.h>
#include <string.h>

#include "explore/model_state.h"
#include "explore/operate.h"
#include "explore/shadow_memory.h"
#include "explore/unit.h"

/* The object that is operated on. */
struct object {
	const char *at;
	unsigned size;
	uint32_t term;	/* of its bytes; 0: no input made them */
	uint64_t value; /* in this run */
};

static struct object object_of(const struct frame *frame, const struct call_site *site, uint32_t i,
			       unsigned size)
{
	struct object ret = { model_pointer(frame, site, i), size, 0, 0 };

	ret.term = shadow_load(ret.at, size);
	memcpy(&ret.value, ret.at, size);
	return ret;
}

/* The term of the lowest bytes of the argument number I, as many as OBJECT has; 0: no input made them. */
static uint32_t argument_of(const struct frame *frame, const struct call_site *site, uint32_t i,
			    const struct object *object)
{
	uint32_t term = shadow_of(frame, site->arguments[i].slot);

	return term ? term_extract(&path_terms, term, 0, 8 * object->size) : 0;
}

static uint64_t value_of(const struct frame *frame, const struct call_site *site, uint32_t i)
{
	return slot_of(frame, site->arguments[i].slot)->u;
}

/* TERM as the result, whose type may have a sign. */
static uint32_t result_of(const struct call_site *site, uint32_t term)
{
	struct form form = form_of(&site->unit->ir->types[site->result_type]);

	return term && site->has_result ? term_extend(&path_terms, term, 64, form.is_signed) : 0;
}

static uint32_t load(struct frame *frame, const struct call_site *site, unsigned size)
{
	return result_of(site, object_of(frame, site, 0, size).term);
}

static uint32_t store(struct frame *frame, const struct call_site *site, unsigned size)
{
	struct object object = object_of(frame, site, 0, size);

	shadow_store(object.at, size, argument_of(frame, site, 1, &object),
		     value_of(frame, site, 1));
	return 0;
}

static uint32_t exchange(struct frame *frame, const struct call_site *site, unsigned size)
{
	struct object object = object_of(frame, site, 0, size);

	shadow_store(object.at, size, argument_of(frame, site, 1, &object),
		     value_of(frame, site, 1));
	return result_of(site, object.term);
}

/* Whether the object is as expected is decided by the path. */
static uint32_t compare_exchange(struct frame *frame, const struct call_site *site, unsigned size)
{
	struct object object = object_of(frame, site, 0, size);
	struct object expected = object_of(frame, site, 1, size);
	bool is_same = object.value == expected.value;
	uint32_t a = object.term ? object.term : model_constant(object.value, 8 * size);
	uint32_t b = expected.term ? expected.term : model_constant(expected.value, 8 * size);

	model_decide(frame, term_binary(&path_terms, TERM_EQUAL, a, b), is_same, 0);
	if (is_same)
		shadow_store(object.at, size, argument_of(frame, site, 2, &object),
			     value_of(frame, site, 2));
	else
		shadow_store(expected.at, size, object.term, object.value);
	return 0;
}

/* Adds the argument, or takes it away; IS_OLD: the result is what was there before. */
static uint32_t change(struct frame *frame, const struct call_site *site, unsigned size, bool adds,
		       bool is_old)
{
	struct object object = object_of(frame, site, 0, size);
	uint32_t argument = argument_of(frame, site, 1, &object);
	uint64_t number = value_of(frame, site, 1);
	uint64_t sum = adds ? object.value + number : object.value - number;
	uint32_t a, b, term;

	if (!object.term && !argument) {
		shadow_clear(object.at, size);
		return 0;
	}
	a = object.term ? object.term : model_constant(object.value, 8 * size);
	b = argument ? argument : model_constant(number, 8 * size);
	term = adds ? term_binary(&path_terms, TERM_ADD, a, b) : term_subtract(&path_terms, a, b);
	shadow_store(object.at, size, term, sum);
	return result_of(site, is_old ? object.term : term);
}

#define SIZE(n)                                                                                    \
	static uint32_t load_##n(struct frame *frame, const struct call_site *site)                \
	{                                                                                          \
		return load(frame, site, n);                                                       \
	}                                                                                          \
	static uint32_t store_##n(struct frame *frame, const struct call_site *site)               \
	{                                                                                          \
		return store(frame, site, n);                                                      \
	}                                                                                          \
	static uint32_t exchange_##n(struct frame *frame, const struct call_site *site)            \
	{                                                                                          \
		return exchange(frame, site, n);                                                   \
	}                                                                                          \
	static uint32_t compare_##n(struct frame *frame, const struct call_site *site)             \
	{                                                                                          \
		return compare_exchange(frame, site, n);                                           \
	}                                                                                          \
	static uint32_t fetch_add_##n(struct frame *frame, const struct call_site *site)           \
	{                                                                                          \
		return change(frame, site, n, true, true);                                         \
	}                                                                                          \
	static uint32_t add_fetch_##n(struct frame *frame, const struct call_site *site)           \
	{                                                                                          \
		return change(frame, site, n, true, false);                                        \
	}                                                                                          \
	static uint32_t fetch_sub_##n(struct frame *frame, const struct call_site *site)           \
	{                                                                                          \
		return change(frame, site, n, false, true);                                        \
	}                                                                                          \
	static uint32_t sub_fetch_##n(struct frame *frame, const struct call_site *site)           \
	{                                                                                          \
		return change(frame, site, n, false, false);                                       \
	}

SIZE(1)
SIZE(2)
SIZE(4)
SIZE(8)

/* The flag becomes a number that is not 0, whatever it was. */
static uint32_t test_and_set(struct frame *frame, const struct call_site *site)
{
	struct object object = object_of(frame, site, 0, 1);

	if (object.term)
		shadow_take_value(frame, object.term, object.value);
	shadow_clear(object.at, 1);
	return 0;
}

static uint32_t clear(struct frame *frame, const struct call_site *site)
{
	shadow_clear(model_pointer(frame, site, 0), 1);
	return 0;
}

#define ROWS(n)                                                                                    \
	{ "__atomic_load_" #n, 1, load_##n, NULL }, { "__atomic_store_" #n, 2, store_##n, NULL },  \
		{ "__atomic_exchange_" #n, 2, exchange_##n, NULL },                                \
		{ "__atomic_compare_exchange_" #n, 3, compare_##n, NULL },                         \
		{ "__atomic_fetch_add_" #n, 2, fetch_add_##n, NULL },                              \
		{ "__sync_fetch_and_add_" #n, 2, fetch_add_##n, NULL },                            \
		{ "__atomic_add_fetch_" #n, 2, add_fetch_##n, NULL },                              \
		{ "__sync_add_and_fetch_" #n, 2, add_fetch_##n, NULL },                            \
		{ "__atomic_fetch_sub_" #n, 2, fetch_sub_##n, NULL },                              \
		{ "__sync_fetch_and_sub_" #n, 2, fetch_sub_##n, NULL },                            \
		{ "__atomic_sub_fetch_" #n, 2, sub_fetch_##n, NULL },                              \
	{                                                                                          \
		"__sync_sub_and_fetch_" #n, 2, sub_fetch_##n, NULL                                 \
	}

const struct model *model_of_atomic(const char *name)
{
	static const struct model rows[] = { ROWS(1),
					     ROWS(2),
					     ROWS(4),
					     ROWS(8),
					     { "__atomic_test_and_set", 1, test_and_set, NULL },
					     { "__atomic_clear", 1, clear, NULL } };

	if (strncmp(name, "__atomic_", 9) != 0 && strncmp(name, "__sync_", 7) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	}
	return NULL;
}
