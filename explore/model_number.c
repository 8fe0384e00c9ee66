/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decimal numbers in text, in the C locale. A short text is one term for all texts of its length, so
 * that its spaces, its sign and its digits are no branches; where the end of a long number lies, or of
 * one whose end the program asks for, is decided by the path.
 */
#include "explore/model_state.h"

#include <ctype.h>
#include <string.h>

#include "explore/input.h"
#include "explore/shadow_memory.h"

/* Digits that a number of 64 bits has at least. */
#define MAX_DIGITS 18

/* ---- of this run */

/* Bytes of numbers, in all of their forms: of a sign, of digits to any base, of "0x1p-3", "infinity", "nan(1_a)". */
static bool is_of_number(const char *at)
{
	return *at && (isalnum((unsigned char)*at) || strchr("+-._()", *at));
}

static void pin_byte(const struct frame *frame, const char *at)
{
	if (shadow_load(at, 1))
		shadow_take_value(frame, model_byte(at), (unsigned char)*at);
}

/*
 * Takes the number at TEXT to be that of this run: spaces, all bytes that may be of it, whether they are or not, and
 * the one behind. So is what becomes of them: where the number ends, and whether it is too great.
 */
static uint32_t pin_number(const struct frame *frame, const char *text)
{
	for (; path_is_on() && (*text == ' ' || (*text >= '\t' && *text <= '\r')); text++)
		pin_byte(frame, text);
	for (; path_is_on() && is_of_number(text); text++)
		pin_byte(frame, text);
	pin_byte(frame, text);
	return 0;
}

/* ---- decided by the path */

/* White space is ' ' and \t to \r. */
static const char *skip_space(const struct frame *frame, const char *at)
{
	while (path_is_on() && (model_decide_byte(frame, at, ' ', 0) ||
				model_decide_range(frame, at, '\t', '\r', 1)))
		at++;
	return at;
}

/* Returns the term, of 64 bits, of the decimal number that begins at TEXT; 0: it is too long. */
static uint32_t decided_number(const struct frame *frame, const char *text)
{
	const char *at = skip_space(frame, text);
	uint32_t value = model_constant(0, 64);
	bool is_negative = model_decide_byte(frame, at, '-', 2);
	unsigned nr_digits = 0;

	if (is_negative || model_decide_byte(frame, at, '+', 3))
		at++;
	for (; path_is_on() && model_decide_range(frame, at, '0', '9', 4); at++) {
		uint32_t digit = term_extend(&path_terms,
					     term_binary(&path_terms, TERM_ADD, model_byte(at),
							 model_constant(0u - '0', 8)),
					     64, false);

		value = term_binary(&path_terms, TERM_MULTIPLY, value, model_constant(10, 64));
		value = term_binary(&path_terms, TERM_ADD, value, digit);
		if (++nr_digits > MAX_DIGITS)
			return pin_number(frame, text);
	}
	return is_negative ? term_negate(&path_terms, value) : value;
}

/* ---- in one term */

/* How far a number has been read, each as a term. */
struct reading {
	uint32_t is_before;   /* of one bit: nothing but white space was read */
	uint32_t is_within;   /* the sign or a digit was read, and nothing else behind it */
	uint32_t is_negative; /* the sign was '-' */
	uint32_t value;	      /* of 64 bits */
};

static uint32_t both(uint32_t a, uint32_t b)
{
	return term_binary(&path_terms, TERM_AND, a, b);
}

static uint32_t either(uint32_t a, uint32_t b)
{
	return term_binary(&path_terms, TERM_OR, a, b);
}

static uint32_t is_byte(uint32_t byte, char wanted)
{
	return term_binary(&path_terms, TERM_EQUAL, byte, model_constant((unsigned char)wanted, 8));
}

static uint32_t is_within(uint32_t byte, char low, char high)
{
	uint32_t moved = term_subtract(&path_terms, byte, model_constant((unsigned char)low, 8));

	return term_binary(&path_terms, TERM_LESS_UNSIGNED, moved,
			   model_constant((unsigned char)(high - low + 1), 8));
}

static void read_byte(struct reading *reading, uint32_t byte)
{
	uint32_t is_digit = is_within(byte, '0', '9');
	uint32_t is_minus = both(reading->is_before, is_byte(byte, '-'));
	uint32_t is_sign = either(is_minus, both(reading->is_before, is_byte(byte, '+')));
	uint32_t is_read = both(either(reading->is_before, reading->is_within), is_digit);
	uint32_t digit = term_subtract(&path_terms, byte, model_constant('0', 8));
	uint32_t next = term_binary(
		&path_terms, TERM_ADD,
		term_binary(&path_terms, TERM_MULTIPLY, reading->value, model_constant(10, 64)),
		term_extend(&path_terms, digit, 64, false));

	reading->value = term_choose(&path_terms, is_read, next, reading->value);
	reading->is_negative = either(reading->is_negative, is_minus);
	reading->is_within = either(is_sign, is_read);
	reading->is_before =
		both(reading->is_before, either(is_byte(byte, ' '), is_within(byte, '\t', '\r')));
}

/* Returns the term, of 64 bits, of the number that begins at TEXT; 0: the text is too long. */
static uint32_t whole_number(const struct frame *frame, const char *text)
{
	struct reading reading = { model_constant(1, 1), model_constant(0, 1), model_constant(0, 1),
				   model_constant(0, 64) };

	for (unsigned i = 0; i < MAX_DIGITS; i++) {
		uint32_t byte = shadow_load(text + i, 1);

		if (!input_is_of_text(byte) && model_decide_byte(frame, text + i, 0, 5))
			return term_choose(&path_terms, reading.is_negative,
					   term_negate(&path_terms, reading.value), reading.value);
		read_byte(&reading, model_byte(text + i));
	}
	return 0;
}

static uint32_t number_at(const struct frame *frame, const char *text)
{
	uint32_t value = whole_number(frame, text);

	return value ? value : decided_number(frame, text);
}

/* ---- functions */

/* The number as strtol() returns it, cut to an int. */
uint32_t model_atoi(struct frame *frame, const struct call_site *site)
{
	uint32_t value = number_at(frame, model_pointer(frame, site, 0));

	return value ? term_extend(&path_terms, term_extract(&path_terms, value, 0, 32), 64, true)
		     : 0;
}

uint32_t model_atol(struct frame *frame, const struct call_site *site)
{
	return number_at(frame, model_pointer(frame, site, 0));
}

/* The library may leave what the second argument points to as it is: where it refuses the base. */
static void pin_end(const struct frame *frame, const struct call_site *site)
{
	model_pin_memory(frame, model_pointer(frame, site, 1), sizeof(char *));
}

/* To another base than 10 it is that of this run. */
uint32_t model_strtol(struct frame *frame, const struct call_site *site)
{
	const char *text = model_pointer(frame, site, 0);

	pin_end(frame, site);
	if (model_integer(frame, site, 2) != 10)
		return pin_number(frame, text);
	return model_pointer(frame, site, 1) ? decided_number(frame, text) : number_at(frame, text);
}

/* Where the number ends was written behind the second argument. */
void model_after_strtol(struct frame *frame, const struct call_site *site, const union word *result)
{
	const char *end = model_pointer(frame, site, 1);

	(void)result;
	if (end)
		shadow_clear(end, sizeof(char *));
}

/* A number in floating point has no term. */
uint32_t model_strtod(struct frame *frame, const struct call_site *site)
{
	pin_end(frame, site);
	return pin_number(frame, model_pointer(frame, site, 0));
}
