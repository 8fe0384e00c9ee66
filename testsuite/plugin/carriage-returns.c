/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that end in CR LF. */
#include <stdio.h>

static int f(int a, int b)
{
	return a + \
		b;
}

static int g(int a)
{
	if (a < 3) /* site: ORRN:<:<=@8 */
		return a;
	return a - 1;
}

int main(void)
{
	printf("%d %d %d\n", f(1, 2), g(2), g(3));
	return 0;
}
