/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons with NaN, signed zeros, and the three kinds of floating numbers. */
#include <math.h>
#include <stdio.h>

#define COMPARE(type)                                                                              \
	static int compare_##type(type a, type b)                                                  \
	{                                                                                          \
		return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b);        \
	}

typedef long double extended;

COMPARE(float)
COMPARE(double)
COMPARE(extended)

static int order(double a, double b)
{
	if (a < b) /* site: ORRN:<:<=@8 ORRN:<:!=@6 ORRN:<:false@6 */
		return -1;
	if (!(a <= b)) /* site: ORRN:<=:<@10 */
		return 1;
	return a == b ? 0 : 9;
}

static float mixed(float f, double d, long double l)
{
	f += d;
	f -= 0.5f;
	d *= l;
	return f / (float)d + -f; /* site: OAAN:/:*@11 */
}

static int truth(double d)
{
	if (d)
		return 1;
	if (!d)
		return 2;
	return 3;
}

static int unordered(float f)
{
	return isnan(f) + 2 * !!isgreater(f, 1.0f);
}

int main(void)
{
	static const double values[] = { 0.0, -0.0, 1.5, -2.25, INFINITY, NAN };
	int nr = sizeof(values) / sizeof(values[0]);

	for (int i = 0; i < nr; i++) {
		for (int j = 0; j < nr; j++)
			printf("%d %d %d %d ", order(values[i], values[j]), compare_float(values[i], values[j]),
			       compare_double(values[i], values[j]), compare_extended(values[i], values[j]));
		printf("\n%d %d\n", truth(values[i]), unordered(values[i]));
	}
	printf("%.6f\n", (double)mixed(1.25f, 2.5, 0.125L));
	return 0;
}
