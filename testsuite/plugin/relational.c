/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relational operators have their three subsuming replacements, at the operator. */
#include <stdio.h>

static int less(int a, int b)
{
	return a < b; /* site: ORRN:<:<=@11 ORRN:<:!= ORRN:<:false */
}

static int same(unsigned a, unsigned b)
{
	if (a == b) /* site: ORRN:==:<= ORRN:==:>= ORRN:==:false DCRT */
		return 2; /* site: CRCR */
	return 0;
}

int main(void)
{
	enum { four = 2 + 2 };				  /* no-site */
	static const int table[] = { 1, 2 * 3, sizeof(int) }; /* no-site */

	printf("%d %d %d %d\n", less(1, 2), less(2, 2), same(four, 4), table[1]);
	return 0;
}
