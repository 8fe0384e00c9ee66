/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wall -Wextra -Werror */
/* Constants written as formulas: the parser folds them, what C wants to be constant stays so. */
#include <stdio.h>

enum { TWO = 1 + 1 };		   /* no-site */
static const int table[3 + 2] = { 1 + 1, 2 * 3 }; /* no-site */
#define PAGE (4 * 1024)		   /* no-site */

struct bits {
	unsigned low : 1 + 2; /* no-site */
};

static int assign(int x)
{
	int a = 3 + 2;	       /* only: OAAN:+:-@12 CRCR:constant:0@10 CRCR:constant:+1@10 CRCR:constant:-1@10 CRCR:constant:negated@10 CRCR:constant:0@14 CRCR:constant:+1@14 CRCR:constant:-1@14 CRCR:constant:negated@14 */
	unsigned short b = 1 << 2; /* site: OSSN:<<:>>@23 CRCR:constant:+1@21 CRCR:constant:+1@26 */
	long c;
	char text[4 * 16];     /* no-site */

	c = 4 * 1024L;	       /* site: OAAN:*:/@8 CRCR:constant:0@10 */
	c += sizeof(text) + 2; /* only: OAAA:+=:-= SSDL:assignment: */
	a += x + 2 * (7 - 3);  /* site: OAAN:+:-@9 OAAN:*:/@13 OAAN:-:+@18 CRCR:constant:+1@20 */
	a -= 5 / 2 + x;	       /* site: OAAN:/:*@9 OAAN:+:-@13 */
	return a + b + (int)c; /* site: OAAN */
}

static int classify(int x)
{
	switch (x & ~(16 | 1)) { /* site: OBBN:&:|@10 OBBN:|:&@16 */
	case 2 + 4: /* no-site */
		return 1 - 2; /* site: OAAN:-:+@12 CRCR:constant:0@14 */
	case TWO: /* no-site */
		return table[2 - 1]; /* site: OAAN:-:+@18 CRCR:constant:+1@16 CRCR:constant:0@20 */
	default:
		return x > 3 * 8 ? 0x10 | 1 : 'a' + 1; /* site: ORRN OAAN:*:/@16 OBBN:|:&@22 OAAN:+:-@37 */
	}
}

static unsigned long wide(unsigned u)
{
	unsigned long big = 1UL << 40; /* site: OSSN:<<:>>@26 CRCR:constant:+1@22 */

	if (u == 10u - 11u) /* site: OAAN:-:+@15 */
		return 7 % 4; /* site: OAAN:%:*@12 */
	return big / (2 + 6) + (u >> (1 + 1)) + PAGE; /* site: OAAN:/:*@13 CRCR:constant:+1@20 OAAN:+:-@34 CRCR:constant:+1@32 */
}

static int named(int x)
{
	int a = TWO + 1; /* no-site */
	_Static_assert(2 * 3 == 6, "constant"); /* no-site */

	return __builtin_constant_p(3 + 4) ? x + a : 0; /* site: OAAN:+:-@41 */
}

int main(void)
{
	struct bits b = { 5 };

	for (int i = -1; i < 9; i++)
		printf("%d %d %d %lu\n", assign(i), classify(i * 5), named(i), wide((unsigned)i));
	printf("%d %u\n", classify(6), b.low);
	return 0;
}
