/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wno-pedantic */
/* Ranges, falling through, declarations before the first label, loops into a switch. */
#include <stdio.h>

enum kind { number, word, blank, other };

static enum kind classify(int c)
{
	switch (c) {
	case '0' ... '9': /* no-site */
		return number;
	case 'a' ... 'z':
	case 'A' ... 'Z':
	case '_':
		return word;
	case ' ':
	case '\t':
		return blank;
	default:
		return other;
	}
}

static int falling(int n)
{
	int total = 0;

	switch (n) {
	case 3:
		total += 300; /* site: OAAA:+=:-= */
		/* fall through */
	case 2:
		total += 20;
		__attribute__((fallthrough));
	case 1:
		total++; /* site: Oido */
		break;	 /* site: SSDL */
	case -5 ... -1:
		total = n * 2;
	}
	return total;
}

static void copy(char *to, const char *from, int count)
{
	int rounds = (count + 3) / 4; /* site: OAAN:+:-@22 OAAN:/:*@27 */

	switch (count % 4) {
	case 0:
		do {
			*to++ = *from++;
	case 3:
			*to++ = *from++;
	case 2:
			*to++ = *from++;
	case 1:
			*to++ = *from++;
		} while (--rounds > 0);
	}
}

static int hidden(unsigned long long n)
{
	switch (n & 0xffffffffffULL) {
		int kept;
	case 1ULL << 36:
		kept = 5;
		return kept + 1;
	case 7: {
		int doubled = 14;

		return doubled;
	}
	}
	return 0;
}

static int inner(int n)
{
	int steps = 0;

	for (;;) {
		switch (n) {
		case 0:
			return steps;
		case 5:
			n = 2;
			continue; /* site: SSDL */
		default:
			break;
		}
		n--;
		steps++;
	}
}

int main(void)
{
	char text[16] = "";

	for (const char *c = "a7 _?\t"; *c; c++)
		printf("%d", classify(*c));
	for (int i = -6; i < 5; i++)
		printf(" %d", falling(i));
	copy(text, "duff's device", 13);
	printf(" %s %d %d %d\n", text, hidden(1ULL << 36), hidden(7), inner(8));
	return 0;
}
