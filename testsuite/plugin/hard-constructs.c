/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -std=gnu11 -Wno-pedantic */
/* What can't be cloned or rewritten keeps its behaviour, mutated or not. */
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

struct bits {
	unsigned low : 3, high : 5;
	int sign : 4;
};

typedef int vec4 __attribute__((vector_size(16)));

static jmp_buf out;
static int order;

__attribute__((constructor)) static void early(void)
{
	order = order * 10 + 1;
}

static int sum(int count, ...)
{
	va_list args;
	int total = 0;

	va_start(args, count);
	for (int i = 0; i < count; i++) /* site: ORRN */
		total += va_arg(args, int);
	va_end(args);
	return total;
}

static int dispatch(const unsigned char *code)
{
	static const void *const table[] = { &&op_end, &&op_inc, &&op_dbl };
	int value = 1;

	goto *table[*code++];
op_inc:
	value++;
	goto *table[*code++];
op_dbl:
	value *= 2;
	goto *table[*code++];
op_end:
	return value;
}

static int nested(int base)
{
	int add(int x) { return x + base; }
	int (*function)(int) = add;

	return function(1) + function(2);
}

static int jump(int depth)
{
	if (depth == 0)
		longjmp(out, 7);
	return jump(depth - 1) + 1;
}

static int vla(int n)
{
	int row[n + 1];

	for (int i = 0; i <= n; i++)
		row[i] = ({ int square = i * i; square + 1; });
	return row[n];
}

static int fields(struct bits b)
{
	b.low += 6;
	b.high = b.high << 1 | (b.low & 1);
	b.sign--;
	return b.low * 100 + b.high * 10 + b.sign;
}

#define KIND(x) _Generic((x), int: 1, double: 2, default: 3)

static int assembly(int x)
{
	__asm__ volatile("addl $5, %0" : "+r"(x) : : "cc");
	return x - 5;
}

static int evaluated_once(void)
{
	int i = 0, a[3] = { 0 };

	a[i++] += 2;
	a[i++] |= i > 1 ? 4 : 8;
	return a[0] * 100 + a[1] * 10 + i;
}

int main(void)
{
	static const unsigned char code[] = { 1, 2, 1, 0 };
	double complex z = 1.0 + 2.0 * I;
	vec4 v = { 1, 2, 3, 4 }, w = v + v * 2;
	volatile int zero = 0;

	printf("%d %d\n", order, sum(3, 1, 2, 3));
	printf("%d %d %d\n", dispatch(code), nested(10), vla(4));
	z = z * z - 1.0;
	printf("%g %g %d\n", creal(z), cimag(z), w[3]);
	if (setjmp(out) == 0)
		jump(3);
	else
		printf("back\n");
	printf("%d %d %d\n", fields((struct bits){ 5, 9, -8 }), KIND(1.0), assembly(3));
	printf("%d %g\n", evaluated_once(), -(double)zero);
	switch (order) {
	case 1 ... 5: printf("early\n"); break;
	default: printf("late\n");
	}
	return 0;
}
