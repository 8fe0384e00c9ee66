/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wall -Wextra -Werror */
/* plugin: -fplugin-arg-remt-operators=VTWD */
/* Variables that are read, plus and minus 1: in the type that C adds in. */
#include <stdbool.h>
#include <stdio.h>

#define TWICE(x) ((x) + (x)) /* no-site */

enum colour { red, green, blue };

static long widths(signed char c, unsigned char b, unsigned u, int i)
{
	long wide = u;		/* only: VTWD:variable:+1@14 VTWD:variable:-1@14 */
	unsigned long bits = c; /* only: VTWD:variable:+1@23 VTWD:variable:-1@23 */
	double real = u;	/* only: VTWD:variable:+1@16 VTWD:variable:-1@16 */
	short narrow = b;	/* only: VTWD:variable:+1@17 VTWD:variable:-1@17 */

	c = b;			      /* only: VTWD:variable:+1@6 VTWD:variable:-1@6 */
	wide += i;		      /* only: VTWD:variable:+1@10 VTWD:variable:-1@10 */
	wide = wide * 3 - (b);	      /* only: VTWD:variable:+1@9 VTWD:variable:-1@9 VTWD:variable:+1@21 VTWD:variable:-1@21 */
	if (b > 254 || c < i)	      /* site: VTWD:variable:+1@6 VTWD:variable:+1@17 VTWD:variable:-1@21 */
		wide++;		      /* no-site */
	return wide + (long)(bits % 1000) + narrow + (long)real; /* site: VTWD:variable:+1@23 VTWD:variable:+1@38 */
}

static int places(int *p, int i, const int n, enum colour e)
{
	int a[6] = { 1, 2, 3, 4, 5, 6 };
	bool flag = i > 2; /* only: VTWD:variable:+1@14 VTWD:variable:-1@14 */

	a[i & 3] = p[i];   /* site: VTWD:variable:+1@4 VTWD:variable:+1@15 */
	a[i] = *(p + i);   /* only: VTWD:variable:+1@4 VTWD:variable:-1@4 VTWD:variable:+1@15 VTWD:variable:-1@15 */
	a[2] += e == blue ? i : n; /* only: VTWD:variable:+1@10 VTWD:variable:-1@10 VTWD:variable:+1@22 VTWD:variable:-1@22 */
	printf("%d %d", TWICE(i), i); /* site: VTWD:variable:+1@28 */
	p = a;		   /* no-site */
	if (flag)	   /* no-site */
		return i;  /* only: VTWD:variable:+1@10 VTWD:variable:-1@10 */
	return a[1] + a[2] + p[i]; /* only: VTWD:variable:+1@25 VTWD:variable:-1@25 */
}

static float reals(float f, double d)
{
	return f * 2 + d; /* only: VTWD:variable:+1@9 VTWD:variable:-1@9 VTWD:variable:+1@17 VTWD:variable:-1@17 */
}

int main(void)
{
	int numbers[8] = { 0, 9, 8, 7, 6, 5, 4, 3 };

	for (int i = 1; i < 4; i++) {
		printf("%ld ", widths((signed char)(i - 2), (unsigned char)(253 + i), (unsigned)i - 2, i));
		printf("%d %g\n", places(numbers + 1, i, 7, (enum colour)(i % 3)), (double)reals(i, 0.5));
	}
	return 0;
}
