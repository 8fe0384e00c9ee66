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

/* True if SIZE bytes at AT are those of WANTED; the path decides it. */
static bool is_here(const struct frame *frame, const char *at, const char *wanted, size_t size)
{
	for (size_t i = 0; i < size && path_is_on(); i++) {
		bool is_same = at[i] == wanted[i];

		model_decide(frame,
			     term_binary(&path_terms, TERM_EQUAL, model_byte(at + i),
					 model_byte(wanted + i)),
			     is_same, 0);
		if (!is_same)
			return false;
	}
	return true;
}

uint32_t model_memmem(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	const char *wanted = model_pointer(frame, site, 2);
	uint64_t size = (uint64_t)model_integer(frame, site, 1);
	uint64_t wanted_size = (uint64_t)model_integer(frame, site, 3);

	for (; size >= wanted_size && path_is_on(); at++, size--) {
		if (is_here(frame, at, wanted, wanted_size))
			break;
	}
	return 0;
}

uint32_t model_memrchr(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	struct wanted wanted = wanted_by(frame, site, 1);
	uint64_t size = (uint64_t)model_integer(frame, site, 2);

	while (size-- > 0 && path_is_on() && !decide_wanted(frame, at + size, &wanted))
		continue;
	return 0;
}

uint32_t model_rawmemchr(struct frame *frame, const struct call_site *site)
{
	const char *at = model_pointer(frame, site, 0);
	struct wanted wanted = wanted_by(frame, site, 1);

	while (path_is_on() && !decide_wanted(frame, at, &wanted))
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

const char *model_skip(const struct frame *frame, const char *at, const char *set, bool is_in)
{
	while (path_is_on() && !model_decide_byte(frame, at, 0, 0) &&
	       is_in_set(frame, at, set) == is_in)
		at++;
	return at;
}

/* Goes through a text as long as its bytes are in the set, or as long as they are not. */
static void go_through(struct frame *frame, const struct call_site *site, bool is_in)
{
	const char *set = model_pointer(frame, site, 1);

	model_pin_text(frame, set);
	model_skip(frame, model_pointer(frame, site, 0), set, is_in);
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

/* Puts up to LIMIT bytes of a text behind another one, and a NUL. */
static void append(struct frame *frame, const struct call_site *site, uint64_t limit)
{
	const char *to = model_pointer(frame, site, 0);
	const char *from = model_pointer(frame, site, 1);
	size_t length = 0;

	while (path_is_on() && !model_decide_byte(frame, to, 0, 0))
		to++;
	while (length < limit && path_is_on() && !model_decide_byte(frame, from + length, 0, 1))
		length++;
	shadow_copy(to, from, length);
	shadow_clear(to + length, 1);
}

uint32_t model_strcat(struct frame *frame, const struct call_site *site)
{
	append(frame, site, UINT64_MAX);
	return 0;
}

uint32_t model_strncat(struct frame *frame, const struct call_site *site)
{
	append(frame, site, (uint64_t)model_integer(frame, site, 2));
	return 0;
}

/* The path decides where the byte is that ends the copy. */
uint32_t model_memccpy(struct frame *frame, const struct call_site *site)
{
	const char *to = model_pointer(frame, site, 0);
	const char *from = model_pointer(frame, site, 1);
	struct wanted wanted = wanted_by(frame, site, 2);
	uint64_t limit = (uint64_t)model_integer(frame, site, 3);
	size_t size = 0;

	while (size < limit && path_is_on() && !decide_wanted(frame, from + size++, &wanted))
		continue;
	shadow_copy(to, from, size);
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
