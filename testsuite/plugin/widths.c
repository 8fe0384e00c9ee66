/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations on types of other widths than int, and what is done to pointers. */
#include <stdio.h>
#include <stddef.h>

struct record {
	unsigned char *bytes;
	unsigned start, length;
	unsigned short counts[8];
};

static long divide_wide(int a)
{
	return (long)a / 2; /* site OAAN CRCR */
}

static long divide_narrow(int a)
{
	return (long)(a / 2); /* site OAAN CRCR */
}

static unsigned long shift_wide(unsigned a)
{
	return (unsigned long)a >> 3; /* site OSSN CRCR */
}

static int shift_byte(unsigned char a)
{
	return (a >> 3) | 0x80; /* site OSSN OBBN CRCR */
}

static int divide_bytes(unsigned char a, unsigned char b)
{
	return a / b + a % b; /* site OAAN */
}

static int compare_bytes(unsigned char a, signed char b)
{
	return a < 5 || b < 5; /* site ORRN OLLN CRCR */
}

static int compare_wide(unsigned u, int i)
{
	return ((unsigned long)u < 5) + ((long)i < 2147483647L); /* site ORRN CRCR */
}

static unsigned assign_narrow(unsigned short u, unsigned char c)
{
	u >>= 3; /* only: OSSA:>>=:<<= CRCR:constant:0 CRCR:constant:+1 CRCR:constant:-1 SSDL:assignment: */
	c /= 7; /* only: OAAA:/=:*= CRCR:constant:0 CRCR:constant:+1 CRCR:constant:-1 SSDL:assignment: */
	u <<= 1; /* only: OSSA:<<=:>>= CRCR:constant:+1 CRCR:constant:-1 SSDL:assignment: */
	u -= c + 3; /* site: OAAA:-=:+= OAAN:+:- CRCR SSDL */
	return u * 256u + c;
}

static unsigned char cast_byte(unsigned a, long b)
{
	unsigned char x = (unsigned char)(a & 0xff); /* site OBBN CRCR */
	short y = (short)((b >> 6) | 0x80); /* site OSSN OBBN */
	int z = (int)(1 << (a & 7)); /* site OSSN OBBN */

	return x + y - z; /* site OAAN */
}

static unsigned cast_first(unsigned long a, unsigned b)
{
	return (unsigned)a / b + (unsigned)(a * 3) % 7u; /* site OAAN CRCR */
}

static int chain(struct record *r, int k)
{
	unsigned char *scan = r->bytes + r->start - 1; /* site OAAN CRCR */
	int sum = *scan;

	scan = r->bytes + r->start + r->length - k; /* site OAAN */
	sum = sum * 31 + *scan;
	scan = r->bytes + (k - 2) + 3; /* site OAAN CRCR */
	return sum * 31 + *scan;
}

static int index_sums(int a, int *p, struct record *r)
{
	int left = p[a + 1]; /* site OAAN CRCR */

	p[a + 1] += 2; /* site OAAN OAAA CRCR */
	r->counts[a - 1] -= 3; /* site OAAN OAAA CRCR */
	r->counts[a + 2]--; /* site OAAN Oido CRCR */
	left -= p[3] + *(p + 2); /* site OAAN OAAA CRCR */
	left += (int)((unsigned)(&p[a] - p) * 2U); /* site OAAN CRCR */
	return left * p[a + 1] + r->counts[1] * 7 + r->counts[4];
}

static double mixed(float f, double d, int i)
{
	return f * i + d / 2 - (f < d && f > 1.0); /* site OAAN ORRN OLLN */
}

static int nested(int a, int b)
{
	int total = a;
	int add(int x)
	{
		if (x > b) /* site ORRN */
			total += x; /* site OAAA SSDL */
		return total - b; /* site OAAN */
	}
	int twice(int x)
	{
		int once(int y) { return add(y) + x; } /* site OAAN */
		return once(x) + once(x + 1); /* site OAAN */
	}

	return twice(3) * add(b + 1); /* site OAAN */
}

int main(void)
{
	unsigned char bytes[32];
	int numbers[12];
	struct record r = { bytes, 9, 5, { 1, 2, 3, 4, 5, 6, 7, 8 } };

	for (int i = 0; i < 32; i++)
		bytes[i] = (unsigned char)(i * 7);
	for (int i = 0; i < 12; i++)
		numbers[i] = i * i - 3;
	printf("%ld %ld %ld %ld\n", divide_wide(2000000000), divide_wide(-7), divide_narrow(2000000001), divide_narrow(-9));
	printf("%lu %lu\n", shift_wide(0xf0000000u), shift_wide(77));
	printf("%d %d %d %d\n", shift_byte(255), shift_byte(9), divide_bytes(200, 3), divide_bytes(7, 9));
	printf("%d %d %d\n", compare_bytes(3, 100), compare_bytes(200, -3), compare_bytes(5, 5));
	printf("%d %d %d\n", compare_wide(4, 3), compare_wide(4294967294u, 2147483647), compare_wide(5, 2147483646));
	printf("%u %u\n", assign_narrow(65535, 255), assign_narrow(9, 6));
	printf("%d %d\n", cast_byte(0x1234, 99999), cast_byte(511, -5));
	printf("%u %u\n", cast_first(0x100000005ul, 2), cast_first(77, 5));
	printf("%d %d\n", chain(&r, 3), chain(&r, 2));
	printf("%d\n", index_sums(2, numbers, &r));
	printf("%g %g\n", mixed(1.5f, 2.25, 3), mixed(0.5f, -1, 0));
	printf("%d %d\n", nested(5, 2), nested(-1, 9));
	return 0;
}
