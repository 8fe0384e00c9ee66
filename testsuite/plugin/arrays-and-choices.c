/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operators that had no site: comparisons with arrays and functions, whose addresses the front end places at the operator;
 * products by macros; a minimum that is converted; what stands in an argument of a macro that chooses.
 */
#include <stdio.h>

#define BLOCK 5
#define WORD 8
#define MINIMUM(a, b) ((a) < (b) ? (a) : (b))

struct text {
	int length;
	char name[4];
};

static int compared(const char *p, const struct text *t)
{
	static char here[3];

	if (p != here) /* site: ORRN:!=:== */
		return t->name == p; /* site: ORRN:==:!= */
	return 2;
}

static int called(int (*f)(const char *, const struct text *))
{
	return f == compared; /* site: ORRN:==:!= */
}

static int beyond(const char *p)
{
	char all[4] = "abc";

	return p > all + 1 && p != all; /* site: OAAN:+:-@17 */
}

static unsigned long product(unsigned long blocks)
{
	return blocks * BLOCK * WORD; /* site: OAAN:*:/@16 OAAN:*:/@24 */
}

static unsigned long shortest(const struct text *a, const struct text *b)
{
	const unsigned long least = a->length < b->length ? a->length + 1 : b->length - 2; /* site: ORRN:<:<= DCRT OAAN:+:- OAAN:-:+ */
	long size = a->length < 0 ? -a->length : a->length; /* site: ORRN:<:<= OODL:-:+ */

	return least * size;
}

static int chosen(int a, int b)
{
	return MINIMUM(a + 1, b * 2); /* site: OAAN:+:-@19 OAAN:*:/@26 */
}

int main(void)
{
	for (int i = -3; i < 5; i++)
		for (int j = -3; j < 5; j++) {
			struct text a = { i, "a" }, b = { j, "b" };

			printf("%d %d %lu ", compared(a.name, &a), compared(b.name, &a), shortest(&a, &b));
			printf("%lu %d %d\n", product(i + 3), chosen(i, j), called(compared));
			beyond(a.name);
		}
	return 0;
}
