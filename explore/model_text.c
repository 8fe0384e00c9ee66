/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts and blocks of memory. */
#include "explore/model_state.h"

#include <string.h>

#include "explore/shadow_memory.h"

/* ---- text */

uint32_t model_strlen(struct frame *frame, const struct call_site *site)
{
	for (const char *at = model_pointer(frame, site, 0);
	     path_is_on() && !model_decide_byte(frame, at, 0, 0);)
		at++;
	return 0; /* the path decides it */
}

uint32_t model_strnlen(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	uint64_t limit = (uint64_t)model_integer(frame, site, 1);

	for (uint64_t i = 0; i < limit && path_is_on() && !model_decide_byte(frame, at + i, 0, 0);)
		i++;
	return 0;
}

/* The difference that a comparison found, for model_check_difference(). */
static int64_t difference;

/*
 * Compares up to NUMBER bytes, to the first NUL if IS_TEXT. Returns the term of the difference of the
 * first bytes that differ; the path decides which these are.
 */
static uint32_t compare(const struct frame *frame, const char *a, const char *b, uint64_t number,
			bool is_text)
{
	difference = 0;
	for (uint64_t i = 0; i < number && path_is_on(); i++) {
		uint32_t x = model_byte(a + i);
		uint32_t y = model_byte(b + i);
		bool is_same = a[i] == b[i];

		model_decide(frame, term_binary(&path_terms, TERM_EQUAL, x, y), is_same, 0);
		if (!is_same) {
			difference = (unsigned char)a[i] - (unsigned char)b[i];
			return term_subtract(&path_terms, term_extend(&path_terms, x, 64, false),
					     term_extend(&path_terms, y, 64, false));
		}
		if (is_text && model_decide_byte(frame, a + i, 0, 1))
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

uint32_t model_strcmp(struct frame *frame, const struct call_site *site)
{
	return compare(frame, model_pointer(frame, site, 0), model_pointer(frame, site, 1),
		       UINT64_MAX, true);
}

uint32_t model_strncmp(struct frame *frame, const struct call_site *site)
{
	return compare(frame, model_pointer(frame, site, 0), model_pointer(frame, site, 1),
		       (uint64_t)model_integer(frame, site, 2), true);
}

uint32_t model_memcmp(struct frame *frame, const struct call_site *site)
{
	return compare(frame, model_pointer(frame, site, 0), model_pointer(frame, site, 1),
		       (uint64_t)model_integer(frame, site, 2), false);
}

/* A character that is looked for, which inputs may have made. */
struct wanted {
	uint32_t term; /* of 8 bits */
	char value;    /* in this run */
};

static struct wanted wanted_by(const struct frame *frame, const struct call_site *site, uint32_t i)
{
	uint32_t slot = site->arguments[i].slot, term = shadow_of(frame, slot);
	char value = (char)slot_of(frame, slot)->i;

	return (struct wanted){ term ? term_extract(&path_terms, term, 0, 8)
				     : model_constant((unsigned char)value, 8),
				value };
}

static bool decide_wanted(const struct frame *frame, const char *at, const struct wanted *wanted)
{
	bool holds = *at == wanted->value;

	model_decide(frame, term_binary(&path_terms, TERM_EQUAL, model_byte(at), wanted->term),
		     holds, 0);
	return holds;
}

/* The path decides which byte it is. */
uint32_t model_strchr(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	struct wanted wanted = wanted_by(frame, site, 1);

	while (path_is_on() && !decide_wanted(frame, at, &wanted) &&
	       !model_decide_byte(frame, at, 0, 1))
		at++;
	return 0;
}

uint32_t model_strrchr(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	struct wanted wanted = wanted_by(frame, site, 1);

	for (; path_is_on() && !model_decide_byte(frame, at, 0, 1); at++)
		decide_wanted(frame, at, &wanted);
	/* The end itself may be what is looked for. */
	if (path_is_on())
		decide_wanted(frame, at, &wanted);
	return 0;
}

/* True if the text WANTED begins at AT; the path decides it. */
static bool begins_here(const struct frame *frame, const char *at, const char *wanted)
{
	for (; !model_decide_byte(frame, wanted, 0, 2); at++, wanted++) {
		bool is_same = *at == *wanted;

		model_decide(
			frame,
			term_binary(&path_terms, TERM_EQUAL, model_byte(at), model_byte(wanted)),
			is_same, 3);
		if (!is_same)
			return false;
	}
	return true;
}

uint32_t model_strstr(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	const char *wanted = model_pointer(frame, site, 1);

	while (path_is_on() && !begins_here(frame, at, wanted) &&
	       !model_decide_byte(frame, at, 0, 4))
		at++;
	return 0;
}

uint32_t model_memchr(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	struct wanted wanted = wanted_by(frame, site, 1);
	uint64_t size = (uint64_t)model_integer(frame, site, 2);

	for (uint64_t i = 0; i < size && path_is_on(); i++) {
		if (decide_wanted(frame, at + i, &wanted))
			break;
	}
	return 0;
}

/* True if the byte AT is in SET; the path decides it. */
static bool is_in_set(const struct frame *frame, const char *at, const char *set)
{
	for (; *set; set++) {
		if (model_decide_byte(frame, at, *set, 1))
			return true;
	}
	return false;
}

/* Goes through a text as long as its bytes are in the set, or as long as they are not. */
static void go_through(struct frame *frame, const struct call_site *site, bool is_in)
{
	const char *at = model_pointer(frame, site, 0);
	const char *set = model_pointer(frame, site, 1);

	model_pin_text(frame, set);
	while (path_is_on() && !model_decide_byte(frame, at, 0, 0) &&
	       is_in_set(frame, at, set) == is_in)
		at++;
}

uint32_t model_strspn(struct frame *frame, const struct call_site *site)
{
	go_through(frame, site, true);
	return 0;
}

uint32_t model_strcspn(struct frame *frame, const struct call_site *site)
{
	go_through(frame, site, false);
	return 0;
}

/* ---- copies */

uint32_t model_memcpy(struct frame *frame, const struct call_site *site)
{
	shadow_copy(model_pointer(frame, site, 0), model_pointer(frame, site, 1),
		    (size_t)model_integer(frame, site, 2));
	return 0;
}

uint32_t model_strcpy(struct frame *frame, const struct call_site *site)
{
	model_strlen(frame,
		     &(struct call_site){ .nr_arguments = 1, .arguments = site->arguments + 1 });
	shadow_copy(model_pointer(frame, site, 0), model_pointer(frame, site, 1),
		    strlen(model_pointer(frame, site, 1)) + 1);
	return 0;
}

uint32_t model_strncpy(struct frame *frame, const struct call_site *site)
{
	const char *to = model_pointer(frame, site, 0);
	const char *from = model_pointer(frame, site, 1);
	size_t size = (size_t)model_integer(frame, site, 2);
	size_t length = 0;

	while (length < size && path_is_on() && !model_decide_byte(frame, from + length, 0, 0))
		length++;
	shadow_copy(to, from, length);
	shadow_clear(to + length, size - length);
	return 0;
}

uint32_t model_strcat(struct frame *frame, const struct call_site *site)
{
	const char *to = model_pointer(frame, site, 0);
	const char *from = model_pointer(frame, site, 1);
	size_t length = 0;

	while (path_is_on() && !model_decide_byte(frame, to, 0, 0))
		to++;
	while (path_is_on() && !model_decide_byte(frame, from + length, 0, 1))
		length++;
	shadow_copy(to, from, length);
	shadow_clear(to + length, 1);
	return 0;
}

uint32_t model_memset(struct frame *frame, const struct call_site *site)
{
	uint32_t term = shadow_of(frame, site->arguments[1].slot);
	const char *at = model_pointer(frame, site, 0);
	int64_t size = model_integer(frame, site, 2);

	for (int64_t i = 0; i < size && path_is_on(); i++)
		shadow_store(at + i, 1, term, slot_of(frame, site->arguments[1].slot)->u);
	return 0;
}
