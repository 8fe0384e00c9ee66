/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wno-pedantic -Wno-attributes */
/* Attributes that say how a function is called, linked or inlined. */
#include <stdio.h>
#include <stdlib.h>

static char order[16];
static int nr;

static void note(char c)
{
	order[nr++] = c; /* site: Oido */
}

__attribute__((constructor(200))) static void first(void)
{
	note('a' + nr);
}

__attribute__((constructor)) static void second(void)
{
	note('c' - nr); /* site: OAAN:-:+@11 */
}

__attribute__((destructor)) static void last(void)
{
	printf("end %d\n", nr + 1);
}

__attribute__((weak)) int overridden(int n)
{
	return n * 2; /* site: OAAN:*:/@11 */
}

int original(int n)
{
	return n + 5;
}

int aliased(int n) __attribute__((alias("original")));

static int fast(int n)
{
	return n - 1;
}

static int (*resolve(void))(int)
{
	return fast;
}

int chosen(int n) __attribute__((ifunc("resolve")));

__attribute__((section(".text.special"), noinline)) static int placed(int n)
{
	return n << 2; /* site: OSSN:<<:>>@11 */
}

static inline __attribute__((always_inline)) int inlined(int n)
{
	return n % 7;
}

extern inline __attribute__((gnu_inline)) int elsewhere(int n)
{
	return n + 1000;
}

int elsewhere(int n)
{
	return n + 1000;
}

__attribute__((noreturn)) static void leave(int code)
{
	if (code > 3) /* site: ORRN:>:>= */
		exit(code - 4);
	exit(9);
}

__attribute__((pure)) static int pure(const int *p)
{
	return *p + 1;
}

__attribute__((const)) static int constant(int n)
{
	return n * n;
}

__attribute__((optimize("O3"))) static int optimized(int n)
{
	int total = 0;

	for (int i = 0; i < n; i++)
		total += i;
	return total;
}

__attribute__((returns_nonnull, malloc)) static char *fresh(int size)
{
	char *p = malloc(size + 1);

	if (!p)
		abort();
	p[0] = 'f';
	p[1] = 0;
	return p;
}

#if defined(__x86_64__)
__attribute__((naked)) static int bare(int n __attribute__((unused)))
{
	__asm__("leal 1(%rdi), %eax\n\tret");
}

__attribute__((target("avx2"))) static int wide(int n)
{
	return n + 2;
}

__attribute__((ms_abi)) static int foreign(int a, int b, int c, int d, int e)
{
	return a + b * c - d + e;
}
#else
#define bare(n) ((n) + 1)
#define wide(n) ((n) + 2)
#define foreign(a, b, c, d, e) ((a) + (b) * (c) - (d) + (e))
#endif

static void release(char **p)
{
	note('r');
	free(*p);
}

static int cleaned(int n)
{
	__attribute__((cleanup(release))) char *p = fresh(n);

	if (n > 1)
		return p[0];
	return p[1] + 1;
}

int main(int argc, char **argv)
{
	static int depth;

	if (depth++ < 3) /* site: ORRN:<:<=@14 */
		return main(argc, argv);
	printf("%d %d %d %d\n", overridden(4), aliased(4), chosen(4), placed(4));
	printf("%d %d %d %d\n", inlined(9), elsewhere(1), pure(&depth), constant(5));
	printf("%d %d %d %d\n", optimized(10), bare(2), wide(2), foreign(1, 2, 3, 4, 5));
	printf("%d %d %s\n", cleaned(1), cleaned(2), order);
	leave(4);
}
