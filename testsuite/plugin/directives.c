/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operands and conditions with directives in them, or beside them. */
#include <stdio.h>

#define HERE
struct state {
	int wrap, length;
};

static int value(int x)
{
	return x;
}

/* The replacement of the whole condition ends behind the line of the directive. */
static int at_the_end(int a, int b)
{
	if (a /* site: OCNG DCRT DCRF */
#ifdef HERE
	    && b
#endif
	)
		return 1;
	return 0;
}

static int at_the_beginning(int a, int b)
{
	int n = 0;

	while (
#ifdef HERE
		a-- > 7 ||
#endif
		b-- > 7) /* site: ORRN:>:>= */
		n++;
	return n;
}

static int one_of_two(int a, int b)
{
	if (a > 1 && /* site: OCNG DCRT */
#ifndef HERE
	    b > 1
#else
	    b > 2
#endif
	)
		return 2;
	return value(
#ifdef HERE
		a
#else
		b
#endif
	);
}

/* What would take a #if without its #endif, or the reverse, has no replacement. */
static int across(int a, int b)
{
	if (value(a) && /* no-site */
#ifdef HERE
	    value(b + 1)) /* site: OAAN:+:- */
#else
	    value(b))
#endif
		return 4;
	return a;
}

/* The other arm is written behind a directive: what is before it is understood. */
static int chosen(const struct state *s, int a)
{
	int first =
#ifdef HERE
		s->wrap == 2 ? 57 : /* site: ORRN:==:>= DCRT CRCR:constant:0@18 */
#endif
		42;

	return first +
#ifdef HERE
		(s->wrap == a ? value(s->length + 1) : /* site: ORRN:==:>= OAAN:+:- */
#endif
		value(a - 1)); /* site: OAAN:-:+ */
}

int main(void)
{
	for (int i = -3; i < 10; i++)
		for (int j = -3; j < 10; j++) {
			struct state s = { i, j };

			printf("%d %d %d ", at_the_end(i, j), at_the_beginning(i, j), one_of_two(i, j));
			printf("%d %d\n", across(i, j), chosen(&s, j));
		}
	return 0;
}
