/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments for parameters that are narrower than int: each value arrives as C converts it, and any number is one bool. */
#include <stdbool.h>
#include <stdio.h>

struct flags {
	bool whole, bit : 1;
	char c;
};

static unsigned char table[600];

/* Shows every byte that can arrive as a bool. */
static int at(bool w)
{
	unsigned char raw = *(unsigned char *)&w;

	return table[raw + 1] * 3 + raw;
}

__attribute__((noinline, noclone)) int narrow(bool w, char c, unsigned char u, short h)
{
	return at(w) + c * 7 + u * 11 + h;
}

__attribute__((noinline)) static int inner(bool w, signed char c)
{
	return at(w) * 5 + c;
}

static inline int small(bool w, unsigned short u)
{
	return at(w) + u;
}

typedef int function(bool, char, unsigned char, short);

static function *const pointer = narrow;

/* Literals for parameters that are bool. */
static void print_truths(char c)
{
	printf("%d\n", narrow(1, c, c, c)); /* site: CRCR:constant:0@24 CRCR:constant:+1@24 CRCR:constant:negated@24 */
	printf("%d\n", narrow(0, c, c, c)); /* site: CRCR:constant:+1@24 CRCR:constant:-1@24 */
	printf("%d\n", pointer(1, c, c, c)); /* site: CRCR:constant:+1@25 */
	printf("%d %d\n", inner(1, c), small(0, c)); /* site: CRCR:constant:+1@26 CRCR:constant:-1@39 */
}

int main(int argc, char **argv)
{
	bool b = argc > 0;
	int n = argc + 1;
	char c = (char)(argc + 99);
	struct flags s = { 1, 0, 5 };

	(void)argv;
	for (int i = 0; i < 600; i++)
		table[i] = (unsigned char)(i * 37);
	print_truths(c);
	printf("%d\n", narrow(b, 2, 200, 300)); /* site: CRCR:constant:+1@27 CRCR:constant:+1@30 CRCR:constant:+1@35 */
	printf("%d\n", narrow(true, 'a', -3, 0)); /* site: CRCR:constant:+1@30 CRCR:constant:+1@39 */
	printf("%d\n", narrow(n, 127, 255, 32767));
	printf("%d\n", narrow(n > 1, 1, 0, 0));
	printf("%d\n", narrow(!b, 'z', 1, 1));
	printf("%d\n", narrow(s.whole, s.c, s.bit, 1));
	printf("%d %d\n", inner(b, 127), inner(!b, 0));
	printf("%d %d\n", small(b, 65535), small(!b, 0));
	return 0;
}
