/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the library that call a comparison of the program: qsort(), bsearch(). */
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "explore/model_state.h"
#include "explore/shadow_memory.h"

/* More elements than these are not followed. */
#define MAX_ELEMENTS 4096

/* The call that is running. */
static struct {
	const struct frame *frame; /* that called; NULL: none */
	/* what qsort() moves, as it was before */
	unsigned char *bytes;
	uint32_t *terms; /* by byte */
	bool *is_used;	 /* by element: its new place was found */
	size_t number, size;
	bool has_terms;
} running;

/* The sign of a comparison decides where the function goes. */
static void take_sign(uint32_t term, const union word *result)
{
	int32_t number = (int32_t)result->i;
	uint32_t sign = term_extract(&path_terms, term, 0, 32);

	model_decide(running.frame,
		     term_binary(&path_terms, TERM_LESS_SIGNED, sign, model_constant(0, 32)),
		     number < 0, 10);
	model_decide(running.frame,
		     term_binary(&path_terms, TERM_EQUAL, sign, model_constant(0, 32)), number == 0,
		     11);
}

/* Begins a call; one within another one is not followed. */
static void begin(const struct frame *frame)
{
	if (running.frame)
		path_concretise();
	running.frame = frame;
	shadow_result_taker = take_sign;
}

static void end(void)
{
	memset(&running, 0, sizeof(running));
	shadow_result_taker = NULL;
}

/* ---- qsort() */

static void save(const char *base, size_t number, size_t size)
{
	running.number = number;
	running.size = size;
	running.bytes = xcalloc(number * size + 1, 1);
	running.terms = xcalloc(number * size + 1, sizeof(*running.terms));
	running.is_used = xcalloc(number + 1, sizeof(*running.is_used));
	memcpy(running.bytes, base, number * size);
	for (size_t i = 0; i < number * size; i++) {
		running.terms[i] = shadow_load(base + i, 1);
		running.has_terms |= running.terms[i] != 0;
	}
}

uint32_t model_qsort(struct frame *frame, const struct call_site *site)
{
	const char *base = model_pointer(frame, site, 0);
	size_t number = (size_t)model_integer(frame, site, 1);
	size_t size = (size_t)model_integer(frame, site, 2);

	shadow_pin(frame, site->arguments[3].slot);
	begin(frame);
	running.has_terms = false;
	if (number > MAX_ELEMENTS || size > MAX_ELEMENTS)
		path_concretise();
	else
		save(base, number, size);
	return 0;
}

/* Returns an old element that was as AT is and has no new place yet; SIZE_MAX: there is none. */
static size_t find_old(const char *at)
{
	for (size_t i = 0; i < running.number; i++) {
		if (!running.is_used[i] &&
		    memcmp(running.bytes + i * running.size, at, running.size) == 0)
			return i;
	}
	return SIZE_MAX;
}

/* True if another element has the bytes of the old one, but not its terms: which came where? */
static bool is_ambiguous(size_t old)
{
	size_t size = running.size;

	for (size_t i = 0; i < running.number; i++) {
		if (i != old &&
		    memcmp(running.bytes + i * size, running.bytes + old * size, size) == 0 &&
		    memcmp(running.terms + i * size, running.terms + old * size,
			   size * sizeof(*running.terms)) != 0)
			return true;
	}
	return false;
}

static void move_terms(const char *base)
{
	for (size_t i = 0; i < running.number; i++) {
		const char *at = base + i * running.size;
		size_t old = find_old(at);

		if (old == SIZE_MAX || is_ambiguous(old)) {
			path_concretise();
			shadow_clear(base, running.number * running.size);
			return;
		}
		running.is_used[old] = true;
		for (size_t k = 0; k < running.size; k++)
			shadow_store(at + k, 1, running.terms[old * running.size + k],
				     (unsigned char)at[k]);
	}
}

void model_after_qsort(struct frame *frame, const struct call_site *site, const union word *result)
{
	(void)result;
	if (running.has_terms)
		move_terms(model_pointer(frame, site, 0));
	free(running.bytes);
	free(running.terms);
	free(running.is_used);
	end();
}

/* ---- bsearch() */

uint32_t model_bsearch(struct frame *frame, const struct call_site *site)
{
	begin(frame);
	return model_nothing(frame, site);
}

void model_after_bsearch(struct frame *frame, const struct call_site *site,
			 const union word *result)
{
	(void)frame;
	(void)site;
	(void)result;
	end();
}
