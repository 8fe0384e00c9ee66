/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wall -Wextra -Werror */
/* plugin: -fplugin-arg-remt-operators=SBRC,SCRB,SSDL */
/* break for continue and continue for break, where both are legal. */
#include <stdio.h>
#include <stdlib.h>

static int loops(const char *s)
{
	int n = 0;

	for (; *s; s++) {
		if (*s == ' ')
			continue; /* only: SSDL:continue: SCRB:continue:break */
		if (*s == '.')
			break; /* only: SSDL:break: SBRC:break:continue */
		n++;
	}
	while (n > 3) {
		n--;
		if (n == 7)
			continue; /* site: SCRB */
		n--;
		continue; /* only: SCRB:continue:break */
	}
	do {
		if (n++ == 2)
			break; /* site: SBRC */
	} while (n < 5);
	return n;
}

static int choose(int c)
{
	int n = 0;

	switch (c) {
	case 1:
		n = 1;
		break; /* only: SSDL:break: */
	case 2:
		for (int i = 0; i < c; i++) {
			switch (i) {
			case 0:
				continue; /* site: SCRB */
			case 1:
				n += 5;
				break; /* site: SBRC */
			default:
				n++;
			}
			n += 100;
		}
		break; /* only: SSDL:break: */
	default:
		n = 7;
	}
	return n;
}

static int endless(int n)
{
	for (;;) {
		if (n++ % 5)
			continue; /* site: SCRB SSDL */
		return n;
	}
}

static void __attribute__((noreturn)) never(int n)
{
	for (;;) {
		if (n-- > 0)
			continue; /* only: SSDL:continue: */
		exit(0);
	}
}

int main(void)
{
	printf("%d %d %d\n", loops("a b c d e f.g h"), loops("abcdefghij k"), loops(""));
	for (int i = 0; i < 4; i++)
		printf("%d %d\n", choose(i), endless(i));
	never(3);
}
