/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of texts and blocks of memory. */
#include "explore/model_state.h"

#include <ctype.h>
#include <string.h>

/* The difference that a comparison found, for model_check_difference(). */
static int64_t difference;

/* Which bytes are the same. */
enum equality {
	BYTES,
	LETTERS_OF_ANY_CASE, /* in the C locale */
};

/* What the library's functions make of a byte before they compare it. */
static unsigned char fold(char byte, enum equality equality)
{
	bool is_upper = byte >= 'A' && byte <= 'Z';

	return (unsigned char)(equality == LETTERS_OF_ANY_CASE && is_upper ? byte + 'a' - 'A'
									   : byte);
}

static uint32_t fold_term(const char *at, enum equality equality)
{
	uint32_t byte = model_byte(at);
	uint32_t moved;

	if (equality == BYTES)
		return byte;
	moved = term_subtract(&path_terms, byte, model_constant('A', 8));
	return term_choose(&path_terms,
			   term_binary(&path_terms, TERM_LESS_UNSIGNED, moved,
				       model_constant('Z' - 'A' + 1, 8)),
			   term_binary(&path_terms, TERM_ADD, byte, model_constant('a' - 'A', 8)),
			   byte);
}

/* The bytes that are compared. */
struct blocks {
	const char *a, *b;
	uint64_t number; /* up to so many */
	bool is_text;	 /* to the first NUL */
	enum equality equality;
};

/*
 * Compares BLOCKS. Returns the term of the difference of the first bytes that differ; the path decides
 * which these are.
 */
static uint32_t compare(const struct frame *frame, const struct blocks *blocks)
{
	difference = 0;
	for (uint64_t i = 0; i < blocks->number && path_is_on(); i++) {
		uint32_t x = fold_term(blocks->a + i, blocks->equality);
		uint32_t y = fold_term(blocks->b + i, blocks->equality);
		int64_t distance =
			fold(blocks->a[i], blocks->equality) - fold(blocks->b[i], blocks->equality);

		model_decide(frame, term_binary(&path_terms, TERM_EQUAL, x, y), !distance, 0);
		if (distance) {
			difference = distance;
			return term_subtract(&path_terms, term_extend(&path_terms, x, 64, false),
					     term_extend(&path_terms, y, 64, false));
		}
		if (blocks->is_text && model_decide_byte(frame, blocks->a + i, 0, 1))
			return 0;
	}
	return 0;
}

/*
 * The sign is the standard's; that the result is the difference, is glibc's, mostly. Else only the sign
 * is known for other inputs.
 */
void model_check_difference(struct frame *frame, const struct call_site *site,
			    const union word *result)
{
	uint32_t term = site->has_result ? shadow_of(frame, site->result) : 0;

	if (!term || result->i == difference)
		return;
	path_concretise();
	term = term_binary(&path_terms, TERM_LESS_SIGNED, term, model_constant(0, 64));
	shadow_set(frame, site->result,
		   (result->i < 0) == (difference < 0) && (result->i == 1 || result->i == -1)
			   ? term_choose(&path_terms, term, model_constant(UINT64_MAX, 64),
					 model_constant(1, 64))
			   : 0);
}

/* Some of glibc's memcmp() return the difference, some the sign: how this one does it is tried at many sizes. */
static bool memcmp_subtracts(void)
{
	static const size_t sizes[] = { 1,  2,	3,  4,	5,  7,	8,  9,	 15,  16,  17,	31,
					32, 33, 63, 64, 65, 96, 97, 128, 129, 256, 300, 513 };
	static char zeros[513], others[513];
	static int known; /* 1: it subtracts, -1: it does not */
	int (*volatile function)(const void *, const void *, size_t) = memcmp;

	for (size_t i = 0; !known && i < sizeof(sizes) / sizeof(*sizes); i++) {
		const size_t places[] = { 0, sizes[i] / 2, sizes[i] - 1 };

		for (size_t k = 0; !known && k < sizeof(places) / sizeof(*places); k++) {
			others[places[k]] = 7;
			if (function(zeros, others, sizes[i]) != -7 ||
			    function(others, zeros, sizes[i]) != 7)
				known = -1;
			others[places[k]] = 0;
		}
	}
	if (!known)
		known = 1;
	return known > 0;
}

/* Where it is the sign that is returned, a difference of one tells nothing. */
void model_check_sign(struct frame *frame, const struct call_site *site, const union word *result)
{
	if (site->has_result && (difference == 1 || difference == -1) &&
	    shadow_of(frame, site->result) && !memcmp_subtracts())
		path_concretise();
	model_check_difference(frame, site, result);
}

static uint32_t compare_arguments(struct frame *frame, const struct call_site *site,
				  uint64_t number, bool is_text, enum equality equality)
{
	return compare(frame, &(struct blocks){ .a = model_pointer(frame, site, 0),
						.b = model_pointer(frame, site, 1),
						.number = number,
						.is_text = is_text,
						.equality = equality });
}

uint32_t model_strcmp(struct frame *frame, const struct call_site *site)
{
	return compare_arguments(frame, site, UINT64_MAX, true, BYTES);
}

uint32_t model_strncmp(struct frame *frame, const struct call_site *site)
{
	return compare_arguments(frame, site, (uint64_t)model_integer(frame, site, 2), true, BYTES);
}

uint32_t model_memcmp(struct frame *frame, const struct call_site *site)
{
	return compare_arguments(frame, site, (uint64_t)model_integer(frame, site, 2), false,
				 BYTES);
}

/* True if the locale's letters are those of the C locale, as they are in UTF-8. */
static bool folds_as_c(void)
{
	for (int i = 0; i < 256; i++) {
		if (tolower(i) != fold((char)i, LETTERS_OF_ANY_CASE))
			return false;
	}
	return true;
}

static uint32_t compare_letters(struct frame *frame, const struct call_site *site, uint64_t number)
{
	if (folds_as_c())
		return compare_arguments(frame, site, number, true, LETTERS_OF_ANY_CASE);
	return model_unknown(frame, site);
}

uint32_t model_strcasecmp(struct frame *frame, const struct call_site *site)
{
	return compare_letters(frame, site, UINT64_MAX);
}

uint32_t model_strncasecmp(struct frame *frame, const struct call_site *site)
{
	return compare_letters(frame, site, (uint64_t)model_integer(frame, site, 2));
}
