/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of a few switches. */
#include <stdlib.h>

int pick(int a, int b);
int walk(const unsigned char *text);

int pick(int a, int b)
{
	switch (a) {
	case 0: return b + 3;
	case 1: return b * 7;
	case 2: return b - 9;
	case 3: return b ^ 5;
	case 4: return -b;
	case 6: return b / 3;
	default: return a;
	}
}

int walk(const unsigned char *text)
{
	int sum = 0;

	for (; *text; text++) {
		switch (*text) {
		case 'a': sum += 1; break;
		case 'b': sum *= 3; break;
		case 'c': sum -= 5; break;
		case 'd': sum ^= 9; break;
		case 'e': sum = pick(sum & 7, sum); break;
		case 'g': return sum;
		default: sum++;
		}
	}
	return sum;
}

int main(int argc, char **argv)
{
	return argc < 2 ? 2 : walk((const unsigned char *)argv[1]) & 63;
}
