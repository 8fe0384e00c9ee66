/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/model_sink.h"

#include "explore/shadow_memory.h"

static bool is_as_told(const struct written *written, const char *at, size_t size)
{
	if (size > written->bytes.count)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (at[i] != written->bytes.items[i].value)
			return false;
	}
	return true;
}

void written_note(const struct written *written, const char *at, size_t size)
{
	shadow_clear(at, size);
	if (!is_as_told(written, at, size)) {
		path_concretise();
		return;
	}
	for (size_t i = 0; i < size; i++) {
		const struct written_byte *byte = &written->bytes.items[i];

		if (byte->term)
			shadow_store(at + i, 1, byte->term, (unsigned char)byte->value);
	}
}

/* Ways of the conditions on a number, apart from others of the call. */
enum { WAY_NEGATIVE = 20, WAY_ZERO, WAY_DIGITS };

/* Returns the digit of the value MAGNITUDE / UNIT, whose term is TERM. */
static uint32_t digit_term(const struct number *number, uint32_t term, uint64_t unit)
{
	uint32_t ret = term_binary(&path_terms, TERM_DIVIDE_UNSIGNED, term,
				   model_constant(unit, number->bits));
	uint32_t letter;

	ret = term_binary(&path_terms, TERM_REMAINDER_UNSIGNED, ret,
			  model_constant(number->base, number->bits));
	ret = term_extract(&path_terms, ret, 0, 8);
	letter = term_binary(&path_terms, TERM_ADD, ret,
			     model_constant((number->is_upper ? 'A' : 'a') - 10u, 8));
	return term_choose(&path_terms,
			   term_binary(&path_terms, TERM_LESS_UNSIGNED, ret, model_constant(10, 8)),
			   term_binary(&path_terms, TERM_ADD, ret, model_constant('0', 8)), letter);
}

/* Returns the term of the absolute value, whose sign the path decides; *VALUE gets it. */
static uint32_t decide_sign(const struct sink *sink, const struct number *number, uint64_t *value)
{
	bool is_negative = number->is_signed && number->value >> (number->bits - 1);

	*value = is_negative ? term_mask(0 - number->value, number->bits) : number->value;
	if (number->is_signed)
		model_decide(sink->frame,
			     term_binary(&path_terms, TERM_LESS_SIGNED, number->term,
					 model_constant(0, number->bits)),
			     is_negative, WAY_NEGATIVE);
	return is_negative ? term_negate(&path_terms, number->term) : number->term;
}

/* Returns how many digits VALUE has, whose term is TERM; the path decides it. */
static unsigned decide_digits(const struct sink *sink, const struct number *number, uint32_t term,
			      uint64_t value)
{
	uint64_t greatest = term_mask(UINT64_MAX, number->bits);
	uint64_t unit = number->base;
	unsigned ret = 1;

	for (; path_is_on(); ret++, unit *= number->base) {
		model_decide(sink->frame,
			     term_binary(&path_terms, TERM_LESS_UNSIGNED, term,
					 model_constant(unit, number->bits)),
			     value < unit, WAY_DIGITS + ret);
		if (value < unit || unit > greatest / number->base)
			return value < unit ? ret : ret + 1;
	}
	return ret;
}

void written_number(struct sink *sink, const struct number *number, const char *text, size_t size)
{
	uint64_t value;
	uint64_t unit = 1;
	uint32_t term = decide_sign(sink, number, &value);
	unsigned nr_digits;

	if (number->has_zero)
		model_decide(
			sink->frame,
			term_binary(&path_terms, TERM_EQUAL, term, model_constant(0, number->bits)),
			value == 0, WAY_ZERO);
	if (number->has_zero && value == 0) {
		sink_text(sink, text, size);
		return;
	}
	nr_digits = decide_digits(sink, number, term, value);
	for (unsigned i = 1; i < nr_digits; i++)
		unit *= number->base;
	sink_text(sink, text, size - nr_digits);
	for (unsigned i = nr_digits; i > 0 && path_is_on(); i--, unit /= number->base)
		sink_byte(sink, text[size - i], digit_term(number, term, unit));
}
