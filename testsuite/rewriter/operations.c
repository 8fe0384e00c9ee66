/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations whose variants do not fit in their places. */
#include <stdio.h>
#include <stdlib.h>

/* Not only noinline: GCC 14 tells callers which value none() always returns. */
#define ALONE __attribute__((noipa))

int table[3];

ALONE int add(int a, int b)
{
	return a + b;
}
ALONE int add_last(int a, int b, int c)
{
	(void)a;
	return c + b;
}
ALONE int product(int a)
{
	return a * 1234;
}
ALONE int none(int a)
{
	table[2] += a;
	return 0;
}
ALONE int limit(int a)
{
	return a > 127 ? 11 : 22;
}
ALONE int global(int a)
{
	return table[1] == 127 ? a : 5;
}
ALONE int is_five(int a)
{
	return a == 5;
}
ALONE int number(int a)
{
	table[0]++;
	return a + 3;
}

int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;

	table[1] = 128;
	printf("add %d add_last %d product %d ", add(a, b), add_last(0, a, b), product(a));
	printf("none %d limit %d global %d ", none(1), limit(a), global(a));
	printf("is_five %d number %d\n", is_five(a), number(a));
	return 0;
}
