/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trigraphs: what is written is not what is read, and nothing is replaced. */
/* flags: -trigraphs */
#include <stdio.h>

static int sum(const int *a, int n)
??<
	return a??(n + 1??) ??! a[n - 1]; /* no-site */
??>

int main(void)
{
	int a[] = { 1, 2, 4, 8 };

	printf("%d\n", sum(a, 2)); /* no-site */
	return 0;
}
