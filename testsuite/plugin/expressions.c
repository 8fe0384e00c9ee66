/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wno-pedantic */
/* Statement expressions, _Generic, GNU ?:, commas, compound literals, designators, narrow types. */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)

struct point {
	int x, y;
	struct point *next;
};

static int variadic(const char *kinds, ...)
{
	va_list args, again;
	int total = 0;

	va_start(args, kinds);
	va_copy(again, args);
	for (; *kinds; kinds++)
		total += *kinds == 'i' ? va_arg(args, int) : (int)va_arg(args, double); /* site: ORRN:==:<= */
	va_end(args);
	total = total * 10 + va_arg(again, int);
	va_end(again);
	return total;
}

static int statement(int n)
{
	int a = ({ int s = n * n; s + 1; }); /* site: OAAN:*:/@23 OAAN:+:-@30 */

	if (({ a > 5; }))
		a -= ({ n; });
	return ({
		if (a < 3)
			a = 3;
		a;
	});
}

static int defaulted(int n, char *p)
{
	int value = n ?: 7;

	return value + (p ?: "none")[0]; /* site: OAAN:+:-@15 */
}

static int commas(int n)
{
	int i, j;

	for (i = 0, j = n; i < j; i++, j--) /* site: ORRN:<:<= */
		;
	return (n++, n *= 2, n + i);
}

static int literals(int n)
{
	struct point *p = &(struct point){ .y = n + 1, .x = n - 1 };
	int table[] = { [2] = n * 2, [0] = 4, n };

	return p->x * 100 + p->y * 10 + table[2] + ((int[]){ 1, n, 3 })[1] + (int)offsetof(struct point, y);
}

static int narrow(unsigned char c, short s, bool b, char k)
{
	c += 200;
	s = s * s;
	b = b + c;
	k = ~k >> 1;
	c >>= 1;
	s -= c < k;
	return c + s + b + k;
}

static long extremes(int n)
{
	unsigned u = n - 1;
	long l = INT_MAX + 1L;

	if (u > UINT_MAX - 1 && n >= 0)
		l++;
	if (-1 < (int)u)
		l = -l;
	return l % 1000 + (n == INT_MIN) + (u >= 0x80000000u); /* site: OAAN ORRN:==:<= */
}

static ptrdiff_t pointers(const int *from, int n)
{
	const int *p = from + n, *q = &from[n - 2];

	p--;
	p += 2;
	q -= 1;
	return (p - q) * 10 + (p > q) + (p && !*q) + !p;
}

static int logic(int a, int b, int c)
{
	if (a && (b || !c)) /* site: OLLN */
		return 1;
	if (!(a | b) || (a ^ c) == 0)
		return 2;
	return !a && !!b ? -a : +b;
}

static int chain(struct point *p)
{
	int n = 0;

	do
		n += p->x;
	while ((p = p->next) != NULL);
	return n;
}

int main(void)
{
	int values[9] = { 0 };
	struct point last = { 5, 6, NULL }, head = { 1, 2, &last };

	printf("%d %d %d %d\n", variadic("idi", 1, 2.5, 3), statement(2), statement(4), KIND("x"));
	printf("%d %d %d\n", defaulted(0, NULL), defaulted(3, "a"), commas(8));
	printf("%d %d %ld %ld\n", literals(6), narrow(100, 20, false, 'x'), extremes(0), extremes(INT_MIN + 1));
	printf("%td %d\n", pointers(values, 4), chain(&head));
	for (int i = 0; i < 8; i++)
		printf("%d", logic(i & 1, i & 2, i & 4));
	printf("\n");
	return KIND(1) - 1;
}
