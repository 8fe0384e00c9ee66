/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of a few conditions. */
#include <stdio.h>
#include <stdlib.h>

int weigh(int a, int b, unsigned bits);

int weigh(int a, int b, unsigned bits)
{
	int sum = 0;

	if (a > b)
		sum += 100;
	for (int i = 0; i < a; i++)
		sum += i * b - 3;
	if (bits & 4)
		sum ^= (int)(bits << 3);
	return a == 7 ? -sum : sum;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	printf("%d\n", weigh(atoi(argv[1]), atoi(argv[2]), (unsigned)atoi(argv[3])));
	return 0;
}
