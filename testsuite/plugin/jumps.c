/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wno-pedantic */
/* Computed goto, nested functions that leave by goto, setjmp, asm goto, labels in statement expressions. */
#include <setjmp.h>
#include <stdio.h>

static int automatic_table(int n)
{
	void *table[] = { &&zero, &&one, &&many };

	goto *table[n > 2 ? 2 : n];
zero:
	return 10;
one:
	n += 5;
	return n;
many:
	return n * 2;
}

static int offsets(int n)
{
	static const int table[] = { &&first - &&first, &&second - &&first };

	goto *(&&first + table[n & 1]);
first:
	return n - 1;
second:
	return n + 100; /* site: OAAN:+:-@11 */
}

static int leave(int limit)
{
	__label__ out;
	int count = 0;

	void visit(int depth)
	{
		count += depth;
		if (depth > limit)
			goto out;
		visit(depth + 1);
	}
	visit(1);
out:
	return count;
}

static int apply(int (*function)(int), int n)
{
	int total = 0;

	while (n-- > 0)
		total += function(n);
	return total;
}

static int captured(int base)
{
	int calls = 0;
	int scaled(int x)
	{
		calls++;
		return x * base + calls;
	}

	return apply(scaled, 4) * 10 + calls;
}

static sigjmp_buf mark;

static int retry(int times)
{
	volatile int tries = 0;
	int answer = sigsetjmp(mark, 0);

	tries++;
	if (answer < times) /* site: ORRN:<:<=@13 */
		siglongjmp(mark, answer + 1);
	return tries * 10 + answer;
}

static int assembler_jump(int x)
{
#if defined(__x86_64__)
	__asm__ goto("testl %0, %0\n\tjs %l1" : : "r"(x) : "cc" : negative);
	return x + 1;
negative:
	return -x;
#else
	return x < 0 ? -x : x + 1;
#endif
}

static int in_expression(int n)
{
	int found = ({
		int i = 0;

		while (i * i < n) /* site: ORRN:<:<=@16 */
			i++;
		i;
	});

	return found + ({ n > 3; });
}

int main(void)
{
	int i;

	for (i = 0; i < 5; i++)
		printf("%d %d %d\n", automatic_table(i), offsets(i), in_expression(i * 7));
	printf("%d %d %d\n", leave(3), captured(5), retry(2));
	printf("%d %d\n", assembler_jump(4), assembler_jump(-4));
	return 0;
}
