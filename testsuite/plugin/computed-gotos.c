/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wno-pedantic */
/* Labels as values: in static and automatic tables, as distances, in variables, passed from call to call. */
#include <stdio.h>

#define STACK 20

/* An interpreter, whose last label the compiler may put before any code. */
static int interpret(const char *code)
{
	static const void *const table[] = { &&halt, &&add, &&negate, &&number, &&bad };
	int stack[STACK] = { 0 }, top = 0;

#define NEXT goto *table[*code == 0 ? 0 : *code == '+' ? 1 : *code == '-' ? 2 : 3]
	NEXT;
add:
	code++;
	top--;
	stack[top - 1] += stack[top]; /* site: OAAA:+=:-= */
	NEXT;
negate:
	code++;
	stack[top - 1] = -stack[top - 1];
	NEXT;
number:
	stack[top++] = *code++ - '0';
	NEXT;
bad:
	__builtin_unreachable();
halt:
	return top ? stack[top - 1] : -1;
}

/* The goto has values that come from several of its labels. */
static int automatic(int n)
{
	void *next = n & 1 ? &&odd : &&even;
	int sum = 0, last = 1;

	if (n <= 0)
		next = &&end;
again:
	goto *next;
odd:
	sum += n * last;
	last = --n;
	next = n ? &&even : &&end;
	goto again;
even:
	sum ^= n - last;
	last = --n;
	next = n ? &&odd : &&end;
	goto again;
end:
	return sum + last;
}

static int distances(int n)
{
	static const int table[] = { &&first - &&first, &&second - &&first, &&third - &&first };

	goto *(&&first + table[n % 3]);
first:
	n--;
second:
	return n + 100;
third:
	return n * 3;
}

static void *kept[3];

static int through_memory(int n)
{
	if (n < 0) {
		kept[0] = &&a;
		kept[1] = &&b;
		kept[2] = &&c;
		return 0;
	}
	goto *kept[n % 3];
a:
	n += 7;
b:
	n *= 3;
c:
	return n;
}

/* A label to which nobody jumps has no code, and may lie where another one does. */
static int known(int n)
{
	void *table[] = { &&yes, &&no };

	goto *table[0];
no:
	return n - 1;
yes:
	return n + 1;
}

/* A label that leads to the next one, and two after which the same is done. */
static int alike(int n)
{
	static void *const table[] = { &&one, &&two, &&three, &&four };

	goto *table[n & 3];
one:
two:
	n += 2;
	goto out;
three:
	n += 5;
	goto out;
four:
	n += 5;
out:
	return n;
}

int main(void)
{
	static const char *const codes[] = { "", "7", "12+", "34-+5+", "9-8-+" };
	int i;

	through_memory(-1);
	for (i = 0; i < 9; i++)
		printf("%d %d %d %d %d\n", automatic(i), distances(i), through_memory(i), known(i),
		       alike(i));
	for (i = 0; i < 5; i++)
		printf("%d\n", interpret(codes[i]));
	return 0;
}
