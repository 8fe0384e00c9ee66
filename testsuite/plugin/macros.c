/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a macro's argument is used for twice is one site, or none; bodies of macros have none. */
#include <stdio.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b)) /* no-site */
#define TWICE(x) ((x) + (x))		  /* no-site */
#define SWAP(type, a, b)                                                                           \
	do {                                                                                       \
		type kept = a;                                                                     \
		a = b;                                                                             \
		b = kept;                                                                          \
	} while (0)
#define TEXT(x) #x
#define PASTE(a, b) a##b
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define CALL(function, ...) function(__VA_ARGS__)
#define EMPTY

static int larger(int a, int b)
{
	return MAX(a + 1, b * 2);
}

static int twice(int n)
{
	return TWICE(n - 3) EMPTY; /* site: OAAN:-:+@17 */
}

static int nested(int n)
{
	return MAX(TWICE(n + 1), MAX(n * 3, 4)) - 1;
}

static int side(int *n)
{
	int first = TWICE(++*n);

	return first * 100 + *n;
}

static const char *named(int n)
{
	return n > 1 ? TEXT(n > 1) : TEXT(a + b); /* site: ORRN:>:>=@11 */
}

static int difference(int a, int b)
{
	return a - b;
}

/* What a connector joins can't be told from the text across a directive. */
static int across(int a)
{
	return a != 1 &&
#ifndef NOTHING
	       a != 2 &&
#endif
	       a != 3 && /* only ORRN CRCR */
	       a != 4;
}

int main(void)
{
	int n = 4, PASTE(v, 1) = 6, sum = 0;

	SWAP(int, n, v1);
	FOR(i, n + 1)
		sum += i & 2 ? CALL(difference, i * 2, n) : TWICE(i);
	printf("%d %d %d %d\n", larger(3, 4), larger(9, 2), twice(8), nested(2));
	printf("%d %s %s %d %d %d\n", side(&n), named(1), named(2), n, v1, sum);
	printf("%d %d\n", across(3), across(5));
	return 0;
}
