/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -Wno-psabi */
/* Vectors and complex numbers keep what they compute; what is scalar beside them is mutated. */
#include <stdio.h>

typedef int int4 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));
typedef unsigned char byte16 __attribute__((vector_size(16)));

static int4 larger(int4 a, int4 b)
{
	int4 mask = a > b;

	return (a & mask) | (b & ~mask);
}

static int total(int4 v)
{
	int sum = 0;

	for (int i = 0; i < 4; i++) /* site: ORRN:<:!=@18 */
		sum += v[i];
	return sum;
}

static float4 blend(float4 a, float b, int n)
{
	a *= b + n;
	a[n & 3] -= 1;
	return -a;
}

static int count(byte16 v, int limit)
{
	v = __builtin_shuffle(v, v << 1);
	return v[0] + v[15] + limit; /* site: OAAN */
}

static double length(_Complex double z, _Complex float y)
{
	z += y;
	z = ~z * z;
	if (z == y || __imag__ z != 0)
		return -1;
	return __real__ z + 1; /* site: OAAN:+:-@20 */
}

int main(void)
{
	int4 a = { 1, 7, -3, 4 }, b = { 2, 5, -9, 4 };
	float4 f = blend((float4){ 1, 2, 3, 4 }, 0.5f, 1);
	byte16 bytes = { 1, 2, 3 };

	printf("%d %d\n", total(larger(a, b)), total(a << 1));
	printf("%g %g %g %g\n", (double)f[0], (double)f[1], (double)f[2], (double)f[3]);
	printf("%d %g\n", count(bytes, 3), length(3.0 + 4.0i, 1.0f));
	return 0;
}
