/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_reached.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/print.h"

#define MAX_LINES 8 /* are named at a time */

/* Prints those of LINES of which a run came to them or not; returns how many these are. */
static size_t name_lines(const struct change_line *lines, size_t number, bool is_reached)
{
	size_t nr_printed = 0;

	for (size_t i = 0; i < number; i++) {
		if (lines[i].is_reached != is_reached)
			continue;
		if (nr_printed < MAX_LINES)
			print("%s%s:%u", nr_printed ? ", " : "", lines[i].file, lines[i].line);
		nr_printed++;
	}
	if (nr_printed > MAX_LINES)
		print(" and %zu more", nr_printed - MAX_LINES);
	return nr_printed;
}

static size_t count_reached(const struct change_line *lines, size_t number)
{
	size_t ret = 0;

	for (size_t i = 0; i < number; i++)
		ret += lines[i].is_reached;
	return ret;
}

void gen_print_executed(const struct change *change, const struct difference *difference)
{
	static const char *const names[] = { "old", "new" };

	if (!change || (!difference->reached[0] && !difference->reached[1]))
		return;
	print("   changed lines that run:\n");
	for (unsigned version = 0; version < 2; version++) {
		size_t number;
		_cleanup_free_ struct change_line *lines =
			change_lines(change, version, difference->reached[version], &number);

		if (!difference->reached[version] || !count_reached(lines, number))
			continue;
		print("      %s: ", names[version]);
		name_lines(lines, number, true);
		print("\n");
	}
}

static void print_side(const struct change *change, unsigned version, const char *title)
{
	size_t number, nr_reached;
	_cleanup_free_ struct change_line *lines = change_lines(change, version, NULL, &number);

	nr_reached = count_reached(lines, number);
	if (!number)
		return;
	print("# %zu of %zu changed lines of the %s version were reached%s", nr_reached, number,
	      title, nr_reached < number ? ", not " : "");
	if (nr_reached < number)
		name_lines(lines, number, false);
	print("\n");
}

void gen_print_reached(const struct change *change)
{
	if (!change)
		return;
	print_side(change, 0, "old");
	print_side(change, 1, "new");
}
