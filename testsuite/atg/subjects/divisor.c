/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The greatest common divisor, by Euclid, of numbers that are small. */
int divisor(int a, int b)
{
	int rounds = 0;

	if (a < 0)
		a = -a;
	if (b < 0)
		b = -b;
	if (a > 50 || b > 50)
		return -1;
	if (a == 0 || b == 0)
		return a + b;
	while (b != 0) {
		int rest = a % b;

		a = b;
		b = rest;
		rounds++;
	}
	if (rounds > 6)
		return -2;
	return a;
}

int main(void)
{
	return divisor(12, 18) != 6;
}
