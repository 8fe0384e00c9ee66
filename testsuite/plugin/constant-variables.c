/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that are constants stay names: with -O2 the front end would compute with their values. */
#include <stdio.h>

static const int width = 4;

static int reach(int n)
{
	const int low = 3, high = 5;
	int sum = n > low + high + low; /* site: ORRN:>:!= OAAN:+:-@20 OAAN:+:-@27 */

	if (n / low > width) /* site: OAAN:/:* ORRN:>:false */
		sum += width << low; /* site: OSSN:<<:>> */
	return sum + high * width; /* site: OAAN:*:/ */
}

int main(void)
{
	for (int n = 0; n < 20; n += 3)
		printf("%d ", reach(n));
	putchar('\n');
	return 0;
}
