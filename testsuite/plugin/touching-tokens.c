/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replacements that touch a token of the source: all-replacements-compile.test puts each of them in.  Of some that would compile
 * and mean something else the text is what tells.
 */
#include <stdio.h>

static int value(int x) { return(x); } /* site: SRSR:value:0 */
static int truth(int x) { return(!x); } /* site: DCRF */
static int joined(int x)
{
	return\
(x); /* site: SRSR:value:1@1 */
}

static int signs(int a, int b) { return a+-b; } /* site: OAAN:+:-@42 OODL:-:+@43 */
static int complement(int a, int b) { return a*2-~b+~a; } /* site: OODL:~:+@50 OODL:~:+@53 */
static int step(int a, int b) { a = a-++b; return a * b; } /* site: OAAN:-:+@38 Oido:++:--@39 */
static int address(int *p, int a) { return a**p; } /* site: OAAN:*:/@45 */
static int comment(int a, int b) { return a*/* a comment */b; } /* site: OAAN:*:/@44 */
static int hexadecimal(int a) { return 0xe*a; } /* site: OAAN:*:/@43 */

static int chosen(int a, int b)
{
	switch (a) {
	case(1):return(b); /* site: SRSR:value:0 */
	case 2:return-b; /* site: OODL:-:+ SRSR:value:0 */
	default:return!b; /* site: DCRT */
	}
}

static int looped(int a)
{
	int n = 0;

	do(n++);while(n<a); /* site: SSDL:step Oido */
	if(a>3)(n++);else(n--); /* site: SSDL:step */
	return(a?(n):(2)); /* site: CRCR */
}

static void *pointer(void *p) { return(p); } /* only: SRSR:value:0 */

int main(void)
{
	for (int i = -9; i < 10; i++) {
		int a = i ? i : 1;

		printf("%d %d %d %d %d ", value(i), truth(i), joined(i), signs(i, 3), complement(i, 3));
		printf("%d %d %d %d ", step(i, 4), address(&a, i), comment(i, 5), hexadecimal(i));
		printf("%d %d %d\n", chosen(i, 2), looped(i), pointer(&a) == &a);
	}
	return 0;
}
