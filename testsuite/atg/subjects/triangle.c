/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kind of triangle three sides make. */
enum { NO_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

int triangle(int a, int b, int c)
{
	int equal = 0;

	if (a <= 0 || b <= 0 || c <= 0 || a > 1000 || b > 1000 || c > 1000)
		return NO_TRIANGLE;
	if (a == b)
		equal += 1;
	if (a == c)
		equal += 2;
	if (b == c)
		equal += 3;
	if (equal == 0) {
		if (a + b <= c || b + c <= a || a + c <= b)
			return NO_TRIANGLE;
		return SCALENE;
	}
	if (equal > 3)
		return EQUILATERAL;
	if (equal == 1 && a + b > c)
		return ISOSCELES;
	if (equal == 2 && a + c > b)
		return ISOSCELES;
	if (equal == 3 && b + c > a)
		return ISOSCELES;
	return NO_TRIANGLE;
}

int main(void)
{
	return triangle(3, 4, 5) != SCALENE;
}
