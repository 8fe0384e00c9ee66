/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which order inputs come. */
#include "unit.h"

#include <stdlib.h>

#include "paths/agenda.h"

/* Adds inputs that are one byte, NAME. */
static void add(struct agenda *agenda, unsigned kind, uint32_t distance, uint64_t branch, char name)
{
	struct agenda_reason reason = { kind, distance, branch };
	struct agenda_task task = { .inputs = malloc(1) };

	*task.inputs = (unsigned char)name;
	agenda_add(agenda, &reason, &task);
}

static char take(struct agenda *agenda)
{
	struct agenda_task task;
	char ret;

	if (!agenda_take(agenda, &task))
		return 0;
	ret = (char)*task.inputs;
	free(task.inputs);
	return ret;
}

/* Takes all that there is; the text is valid until the next call. */
static const char *take_all(struct agenda *agenda)
{
	static char text[64];
	size_t length = 0;

	for (char name; (name = take(agenda)) && length + 1 < sizeof(text);)
		text[length++] = name;
	text[length] = 0;
	return text;
}

static void add_some(struct agenda *agenda)
{
	add(agenda, 1, 5, 1, 'a');
	add(agenda, 1, 2, 2, 'b');
	add(agenda, 0, 9, 3, 'c');
	add(agenda, 1, 2, 2, 'd');
	add(agenda, 1, 2, 2, 'e');
	add(agenda, 1, 3, 4, 'f');
	add(agenda, 1, UINT32_MAX, 5, 'g');
}

TEST(the_nearest_comes_first_and_each_try_counts_as_an_edge)
{
	struct agenda agenda = { 0 };

	add_some(&agenda);
	CHECK_INT(agenda.nr_open, ==, 7);
	/* b and d lie 2 and 3 away; f, at 3, came behind d. */
	CHECK_STR(take_all(&agenda), "cbdfeag");
	CHECK_INT(agenda.nr_open, ==, 0);
	/* What was tried counts later, too. */
	add(&agenda, 1, 2, 2, 'h');
	add(&agenda, 1, 4, 6, 'i');
	CHECK_STR(take_all(&agenda), "ih");
	agenda_deinit(&agenda);
}

TEST(the_first_or_the_last_comes_first_within_a_kind)
{
	struct agenda first = { .order = AGENDA_FIRST }, last = { .order = AGENDA_LAST };

	add_some(&first);
	add_some(&last);
	CHECK_STR(take_all(&first), "cabdefg");
	CHECK_INT(take(&last), ==, 'c');
	CHECK_INT(take(&last), ==, 'g');
	add(&last, 1, 0, 2, 'x');
	CHECK_STR(take_all(&last), "xfedba");
	agenda_deinit(&first);
	agenda_deinit(&last);
}

TEST(one_branch_of_two_kinds_is_two)
{
	struct agenda agenda = { 0 };

	add(&agenda, 2, 0, 1, 'a');
	add(&agenda, 1, 0, 1, 'b');
	CHECK_STR(take_all(&agenda), "ba");
	agenda_deinit(&agenda);
}

TEST(what_was_not_taken_is_freed)
{
	struct agenda agenda = { 0 };

	add_some(&agenda);
	CHECK_INT(take(&agenda), ==, 'c');
	agenda_deinit(&agenda);
}
