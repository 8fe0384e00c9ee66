/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -std=gnu89 -Wno-pedantic */
/* Definitions with parameter lists, implicit int, promoted parameters. */
int printf();

static int add(a, b)
int a;
int b;
{
	return a + b; /* site: OAAN:+:-@11 */
}

static mean(f, g, c)
float f, g;
char c;
{
	if (f < g) /* site: ORRN:<:<=@8 */
		return c;
	return (f + g) / 2;
}

static short narrow(s, u)
short s;
unsigned char u;
{
	s += u;
	return s << 1; /* site: OSSN:<<:>>@11 */
}

static char *pick(names, n)
char *names[];
int n;
{
	register int i;

	for (i = 0; i < n; i++)
		;
	return names[i];
}

main(argc, argv)
int argc;
char **argv;
{
	static char *names[] = { "zero", "one", "two" };

	printf("%d %d %d\n", add(2, 3), mean(1.5, 4.5, 'x'), mean(5.0, 4.0, 'y'));
	printf("%d %s\n", narrow(3, 200), pick(names, 2));
	return argc > 5;
}
