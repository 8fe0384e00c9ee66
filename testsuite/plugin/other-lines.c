/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What #line says is not where the text is: nothing there has a site. */
#include <stdio.h>

static int before(int n)
{
	return n + 1; /* site: OAAN:+:-@11 */
}

#line 3
static int renumbered(int n)
{
	return n * 2;
}

#line 5 "other.y"
static int elsewhere(int n)
{
	return n - 3;
}

int main(void)
{
	printf("%d %d %d\n", before(1), renumbered(2), elsewhere(3));
	return 0;
}
