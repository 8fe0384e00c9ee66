/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/model.h"

#include <stdlib.h>
#include <string.h>

#include "explore/path.h"
#include "explore/shadow.h"
#include "explore/shadow_memory.h"

/* Digits that a number of 64 bits has at least. */
#define MAX_DIGITS 18

/* Arguments as they are in this run, which the path says. */
static const char *pointer(const struct frame *frame, const struct call_site *site, uint32_t i)
{
	if (i >= site->nr_arguments)
		return NULL;
	shadow_pin(frame, site->arguments[i].slot);
	return slot_of(frame, site->arguments[i].slot)->p;
}

static int64_t integer(const struct frame *frame, const struct call_site *site, uint32_t i)
{
	if (i >= site->nr_arguments)
		return 0;
	shadow_pin(frame, site->arguments[i].slot);
	return slot_of(frame, site->arguments[i].slot)->i;
}

static uint32_t constant(uint64_t number, unsigned width)
{
	return term_constant(&path_terms, number, width);
}

/* The term of the byte at AT; of one without, its value. */
static uint32_t byte_term(const char *at)
{
	uint32_t term = shadow_load(at, 1);

	return term ? term : constant((unsigned char)*at, 8);
}

/* Notes which way CONDITION goes, which is HOLDS in this run. WAY tells such conditions of one call apart. */
static void decide(const struct frame *frame, uint32_t condition, bool holds, uint32_t way)
{
	if (path_is_on())
		shadow_decide(frame, holds ? condition : term_not(&path_terms, condition),
			      2 * way + holds);
}

/* LOW <= the byte <= HIGH */
static bool decide_range(const struct frame *frame, const char *at, unsigned char low,
			 unsigned char high, uint32_t way)
{
	unsigned char byte = (unsigned char)*at;
	uint32_t moved = term_binary(&path_terms, TERM_ADD, byte_term(at), constant(0u - low, 8));
	bool holds = byte >= low && byte <= high;

	decide(frame,
	       term_binary(&path_terms, TERM_LESS_UNSIGNED, moved,
			   constant((uint64_t)(high - low) + 1, 8)),
	       holds, way);
	return holds;
}

static bool decide_byte(const struct frame *frame, const char *at, char wanted, uint32_t way)
{
	bool holds = *at == wanted;

	decide(frame,
	       term_binary(&path_terms, TERM_EQUAL, byte_term(at),
			   constant((unsigned char)wanted, 8)),
	       holds, way);
	return holds;
}

/* ---- numbers in text */

/* In the C locale, where white space is ' ' and \t to \r. */
static const char *skip_space(const struct frame *frame, const char *at)
{
	while (path_is_on() &&
	       (decide_byte(frame, at, ' ', 0) || decide_range(frame, at, '\t', '\r', 1)))
		at++;
	return at;
}

/* Returns the term, of 64 bits, of the decimal number that begins at TEXT; 0: it is too long. */
static uint32_t decimal_term(const struct frame *frame, const char *text)
{
	const char *at = skip_space(frame, text);
	uint32_t value = constant(0, 64);
	bool is_negative = decide_byte(frame, at, '-', 2);
	unsigned nr_digits = 0;

	if (is_negative || decide_byte(frame, at, '+', 3))
		at++;
	for (; path_is_on() && decide_range(frame, at, '0', '9', 4); at++) {
		uint32_t digit = term_extend(
			&path_terms,
			term_binary(&path_terms, TERM_ADD, byte_term(at), constant(0u - '0', 8)),
			64, false);

		value = term_binary(&path_terms, TERM_MULTIPLY, value, constant(10, 64));
		value = term_binary(&path_terms, TERM_ADD, value, digit);
		if (++nr_digits > MAX_DIGITS) {
			path_concretise();
			return 0;
		}
	}
	return is_negative ? term_negate(&path_terms, value) : value;
}

/* The number as strtol() returns it, cut to an int. */
static uint32_t model_atoi(struct frame *frame, const struct call_site *site)
{
	uint32_t value = decimal_term(frame, pointer(frame, site, 0));

	return value ? term_extend(&path_terms, term_extract(&path_terms, value, 0, 32), 64, true)
		     : 0;
}

static uint32_t model_atol(struct frame *frame, const struct call_site *site)
{
	return decimal_term(frame, pointer(frame, site, 0));
}

/* To base 10 alone; where the end is, is decided by the path. */
static uint32_t model_strtol(struct frame *frame, const struct call_site *site)
{
	if (integer(frame, site, 2) == 10)
		return decimal_term(frame, pointer(frame, site, 0));
	path_concretise();
	return 0;
}

/* ---- text */

static uint32_t model_strlen(struct frame *frame, const struct call_site *site)
{
	for (const char *at = pointer(frame, site, 0);
	     path_is_on() && !decide_byte(frame, at, 0, 0);)
		at++;
	return 0; /* the path decides it */
}

/* Compares up to NUMBER bytes, to the first NUL if IS_TEXT. The path decides the result's sign. */
static uint32_t compare(const struct frame *frame, const char *a, const char *b, uint64_t number,
			bool is_text)
{
	for (uint64_t i = 0; i < number && path_is_on(); i++) {
		uint32_t x = byte_term(a + i);
		uint32_t y = byte_term(b + i);
		bool is_same = a[i] == b[i];

		decide(frame, term_binary(&path_terms, TERM_EQUAL, x, y), is_same, 0);
		if (!is_same) {
			/* The sign is decided; how large the result is, is the library's. */
			decide(frame, term_binary(&path_terms, TERM_LESS_UNSIGNED, x, y),
			       (unsigned char)a[i] < (unsigned char)b[i], 1);
			return 0;
		}
		if (is_text && decide_byte(frame, a + i, 0, 2))
			return 0;
	}
	return 0;
}

static uint32_t model_strcmp(struct frame *frame, const struct call_site *site)
{
	return compare(frame, pointer(frame, site, 0), pointer(frame, site, 1), UINT64_MAX, true);
}

static uint32_t model_strncmp(struct frame *frame, const struct call_site *site)
{
	return compare(frame, pointer(frame, site, 0), pointer(frame, site, 1),
		       (uint64_t)integer(frame, site, 2), true);
}

static uint32_t model_memcmp(struct frame *frame, const struct call_site *site)
{
	return compare(frame, pointer(frame, site, 0), pointer(frame, site, 1),
		       (uint64_t)integer(frame, site, 2), false);
}

/* ---- copies */

static uint32_t model_memcpy(struct frame *frame, const struct call_site *site)
{
	shadow_copy(pointer(frame, site, 0), pointer(frame, site, 1),
		    (size_t)integer(frame, site, 2));
	return 0;
}

static uint32_t model_strcpy(struct frame *frame, const struct call_site *site)
{
	model_strlen(frame,
		     &(struct call_site){ .nr_arguments = 1, .arguments = site->arguments + 1 });
	shadow_copy(pointer(frame, site, 0), pointer(frame, site, 1),
		    strlen(pointer(frame, site, 1)) + 1);
	return 0;
}

static uint32_t model_memset(struct frame *frame, const struct call_site *site)
{
	uint32_t term = shadow_of(frame, site->arguments[1].slot);
	const char *at = pointer(frame, site, 0);
	int64_t size = integer(frame, site, 2);

	for (int64_t i = 0; i < size && path_is_on(); i++)
		shadow_store(at + i, 1, term, slot_of(frame, site->arguments[1].slot)->u);
	return 0;
}

/* __builtin_expect() and its like return their first argument. */
static uint32_t model_first(struct frame *frame, const struct call_site *site)
{
	return shadow_of(frame, site->arguments[0].slot);
}

model_fn *model_find(const char *name)
{
	static const struct {
		const char *name;
		model_fn *model;
	} models[] = {
		{ "atoi", model_atoi },
		{ "atol", model_atol },
		{ "strtol", model_strtol },
		{ "__isoc23_strtol", model_strtol },
		{ "strlen", model_strlen },
		{ "strcmp", model_strcmp },
		{ "strncmp", model_strncmp },
		{ "memcmp", model_memcmp },
		{ "memcpy", model_memcpy },
		{ "memmove", model_memcpy },
		{ "strcpy", model_strcpy },
		{ "memset", model_memset },
		{ "__builtin_expect", model_first },
		{ "__builtin_expect_with_probability", model_first },
	};

	for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++) {
		if (strcmp(models[i].name, name) == 0)
			return models[i].model;
	}
	return NULL;
}
