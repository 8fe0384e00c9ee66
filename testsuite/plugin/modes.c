/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What modes.sh builds in every way: C of each standard, a bit of each family, the same output everywhere. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
	struct item *next;
	char name;
	int weight;
	unsigned flags : 5;
};

static struct item *items;
static unsigned long state = 7;

static int clamp(int x, int low, int high)
{
	if (x < low) /* site: ORRN:<:<= */
		return low;
	return x > high ? high : x; /* site: ORRN:>:>= */
}

static unsigned next(void)
{
	state ^= state << 13 & 0xfffffffful; /* site: OBBA OSSN */
	state ^= state >> 17;
	state ^= state << 5 & 0xfffffffful;
	return (unsigned)(state & 0xffff); /* site: CRCR */
}

static int sum(int count, ...)
{
	va_list list;
	int total = 0;

	va_start(list, count);
	while (count-- > 0) /* site: ORRN Oido */
		total += va_arg(list, int); /* site: OAAA */
	va_end(list);
	return total;
}

static int sum_of_four(int a, int b)
{
	return sum(4, a, b, -3, 8);
}

static void add(int name, int weight)
{
	struct item *it = calloc(1, sizeof(*it)), **at;

	if (!it) /* site: OODL */
		abort();
	it->name = (char)name;
	it->weight = clamp(weight, -50, 50);
	it->flags = weight & 1 ? 9u : 18u;
	for (at = &items; *at && (*at)->weight < it->weight; at = &(*at)->next) /* site: OLLN ORRN */
		;
	it->next = *at;
	*at = it; /* site: SSDL */
}

static const char *grade(int weight)
{
	switch (weight / 25) { /* site: OAAN */
	case -2:
	case -1: return "light";
	case 0:
		if (weight && weight != 3) /* site: OLLN */
			return "middle";
		/* fall through */
	case 1: return "fair";
	default: break;
	}
	return "heavy";
}

static double mean(void)
{
	const struct item *it;
	double total = 0;
	int count = 0;

	for (it = items; it; it = it->next) {
		total += it->weight; /* site: OAAA */
		count++; /* site: Oido */
	}
	return count ? total / count : 0.0; /* site: OAAN */
}

static int grow(int limit)
{
	int value = 1;

	while (limit-- > 0)
		value *= 3; /* site: OAAA */
	return value;
}

static int past(const char *text, int at)
{
	char *copy = malloc(strlen(text) + 1);
	int c;

	if (!copy)
		return -1;
	strcpy(copy, text);
	c = copy[at];
	free(copy);
	return c; /* site: SRSR */
}

int main(int argc, char **argv)
{
	const struct item *it;
	int i, n = argc > 1 ? atoi(argv[1]) : 12;

	for (i = 0; i < n; i++) /* site: ORRN */
		add('a' + i % 5, (int)(next() % 160u) - 80); /* site: OAAN */
	for (it = items; it; it = it->next)
		printf("%c %d %x %s\n", it->name, it->weight, it->flags, grade(it->weight)); /* site: SSDL */
	printf("%.3f %d %d\n", mean(), sum_of_four(n, i), clamp(grow(5), 0, 100));
	if (argc > 2)
		printf("%d\n", strcmp(argv[2], "bytes") ? grow(atoi(argv[2])) : past("four", n) != 0);
	fprintf(stderr, "%d items\n", n);
	return n & 1 ? 3 : 0;
}
