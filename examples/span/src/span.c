/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "span.h"

#include <stdio.h>

struct unit {
	char letter;
	long seconds;
};

/* From the largest to the smallest: the order in which they may stand. */
static const struct unit units[] = {
	{ 'd', 86400 },
	{ 'h', 3600 },
	{ 'm', 60 },
	{ 's', 1 },
};

enum { nr_units = sizeof(units) / sizeof(units[0]) };

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads a number at *text and steps over it. */
static int parse_number(const char **text, long *number)
{
	long value = 0;

	if (!is_digit(**text))
		return -1;
	while (is_digit(**text)) {
		value = value * 10 + (**text - '0');
		(*text)++;
	}
	*number = value;
	return 0;
}

int span_parse(const char *text, long *seconds)
{
	long total = 0;
	int next_unit = 0;

	if (*text == '\0')
		return -1;
	while (*text != '\0') {
		long number;
		int unit;

		if (parse_number(&text, &number) < 0)
			return -1;
		for (unit = next_unit; unit < nr_units; unit++) {
			if (units[unit].letter == *text)
				break;
		}
		if (unit == nr_units)
			return -1;
		total += number * units[unit].seconds;
		next_unit = unit + 1;
		text++;
	}
	*seconds = total;
	return 0;
}

int span_format(long seconds, char *buffer, size_t size)
{
	size_t length = 0;

	for (int unit = 0; unit < nr_units; unit++) {
		long number = seconds / units[unit].seconds;
		int written;

		seconds %= units[unit].seconds;
		if (number == 0 && !(unit == nr_units - 1 && length == 0))
			continue;
		written = snprintf(buffer + length, size - length, "%ld%c", number,
				   units[unit].letter);
		if (written < 0 || (size_t)written >= size - length)
			return -1;
		length += (size_t)written;
	}
	return (int)length;
}
