/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: -fplugin-arg-remt-operators=ORRN,OLLN,OAAN,OAAA,OBBN,OBBA,OSSN,OSSA,Oido,OODL,OCNG */
/*
 * Each line has exactly these mutants on each release of GCC: what releases fold, shorten and place
 * in different ways. Conversions to bool, ?:, casts, compound assignments and bit-fields.
 */
#include <stdbool.h>

typedef unsigned char Byte;
typedef unsigned int Word;
typedef unsigned long Long;

struct fields {
	unsigned a : 3;
	int b : 5;
	bool t : 1;
	Byte c;
	short h;
	Long sum;
	Byte *bytes;
	int n, level;
};

static bool is_less(int a, int b)
{
	return a < b; /* only: ORRN:<:!=@9 ORRN:<:false@9 ORRN:<:<=@11 */
}

static bool is_both(int a, int b)
{
	return a < b && b > 3; /* only: OCNG:condition:negated@9 OLLN:&&:left@9 OLLN:&&:right@9 OLLN:&&:||@9 ORRN:<:!=@9 ORRN:<:false@9 ORRN:<:<=@11 ORRN:>:!=@18 ORRN:>:false@18 ORRN:>:>=@20 */
}

static bool is_not(bool x)
{
	return !x; /* only: OODL:!:!!@9 */
}

static bool is_stored(int a, int b)
{
	bool x = a == b, y[2] = { a < b, b != 4 }; /* only: ORRN:==:<=@11 ORRN:==:>=@11 ORRN:==:false@11 ORRN:<:!=@28 ORRN:<:false@28 ORRN:<:<=@30 ORRN:!=:<@35 ORRN:!=:>@35 ORRN:!=:true@35 */

	x = a != b; /* only: ORRN:!=:<@6 ORRN:!=:>@6 ORRN:!=:true@6 */
	x |= a > 3; /* only: OBBA:|=:&=@4 ORRN:>:!=@7 ORRN:>:false@7 ORRN:>:>=@9 */
	x &= b < 2; /* only: OBBA:&=:|=@4 ORRN:<:!=@7 ORRN:<:false@7 ORRN:<:<=@9 */
	x ^= a; /* only: OBBA:^=:|=@4 */
	y[1] = a & b; /* only: OBBN:&:|@9 */
	x = x || y[0]; /* only: OLLN:||:&&@6 OLLN:||:left@6 OLLN:||:right@6 */
	x = !(a < b); /* only: OODL:!:!!@6 ORRN:<:!=@8 ORRN:<:false@8 ORRN:<:<=@10 */
	x = (a >= b) == y[1]; /* only: ORRN:==:<=@6 ORRN:==:>=@6 ORRN:==:false@6 ORRN:>=:==@7 ORRN:>=:true@7 ORRN:>=:>@9 */
	return is_not(a > b) || is_less(a, b) > x; /* only: OCNG:condition:negated@9 OLLN:||:&&@9 OLLN:||:left@9 OLLN:||:right@9 ORRN:>:!=@16 ORRN:>:false@16 ORRN:>:>=@18 ORRN:>:!=@26 ORRN:>:false@26 ORRN:>:>=@40 */
}

static int chosen(int a, int b)
{
	int r = a > b ? a : b; /* only: ORRN:>:!=@10 ORRN:>:false@10 ORRN:>:>=@12 */

	r += a ? 1 : 0; /* only: OCNG:condition:negated@7 */
	r -= a < 0 ? -a : a; /* only: ORRN:<:!=@7 ORRN:<:false@7 ORRN:<:<=@9 OODL:-:+@15 */
	r += a != 0 ? 3 : 4; /* only: ORRN:!=:<@7 ORRN:!=:>@7 ORRN:!=:true@7 */
	r += a < b ? b : a; /* only: ORRN:<:!=@7 ORRN:<:false@7 ORRN:<:<=@9 */
	r = b ? a == 1 : r; /* only: OCNG:condition:negated@6 ORRN:==:<=@10 ORRN:==:>=@10 ORRN:==:false@10 */
	r = (a > 2 ? 1 : 0) + (b ? 0 : 4); /* only: ORRN:>:!=@7 ORRN:>:false@7 ORRN:>:>=@9 OAAN:+:-@22 OCNG:condition:negated@25 */
	return a >= b ? r : r + 1; /* only: ORRN:>=:==@9 ORRN:>=:true@9 ORRN:>=:>@11 OAAN:+:-@24 */
}

static int mixed(int a, unsigned b, bool c)
{
	bool k = a ? true : false;
	double d = a ? 1 : 2;

	k = c ? a > 3 : b < 4; /* only: ORRN:>:!=@10 ORRN:>:false@10 ORRN:>:>=@12 ORRN:<:!=@18 ORRN:<:false@18 ORRN:<:<=@20 */
	d += k ? 1 : a; /* only: OAAA:+=:-=@4 */
	b = c ? a : b; /* only: OCNG:condition:negated@6 */
	return (c ? a : -1) + (k ? (int)(b & 255) : 7) + (c ?: a) + (d > 2); /* only: OCNG:condition:negated@10 OAAN:+:-@22 OCNG:condition:negated@25 OBBN:&:|@35 OAAN:+:-@49 OAAN:+:-@60 ORRN:>:!=@63 ORRN:>:false@63 ORRN:>:>=@65 */
}

static Byte narrow(Word a, Long l)
{
	Byte c = (Byte)(a & 0xff); /* only: OBBN:&:|@18 */

	c = (Byte)(l >> 8); /* only: OSSN:>>:<<@15 */
	c += a * 3; /* only: OAAA:+=:-=@4 OAAN:*:/@9 */
	c = (Byte)(a ? a & 1 : l | 2); /* only: OCNG:condition:negated@13 OBBN:&:|@17 OBBN:|:&@25 */
	return (Byte)(c + 1); /* only: OAAN:+:-@18 */
}

static Word widened(const struct fields *s)
{
	return (unsigned)(s->sum & 0xffff); /* only: OBBN:&:|@20 */
}

static void put(struct fields *s, Word w)
{
	s->bytes[s->n++] = (Byte)(w & 0xff); /* only: Oido:++:--@15 OBBN:&:|@28 */
	s->bytes[s->n++] = (unsigned char)((Word)w >> 8); /* only: Oido:++:--@15 OSSN:>>:<<@45 */
	s->bytes[s->n++] = (Byte)(s->level == 9 ? 2 : (s->level < 2 || w ? 4 : 0)); /* only: Oido:++:--@15 ORRN:==:<=@28 ORRN:==:>=@28 ORRN:==:false@28 OCNG:condition:negated@49 OLLN:||:&&@49 OLLN:||:left@49 OLLN:||:right@49 ORRN:<:!=@49 ORRN:<:false@49 ORRN:<:<=@58 */
	s->bytes[s->n++] = (s->level ? 1 : 0) + (s->sum == 0 ? 0 : 4); /* only: Oido:++:--@15 OCNG:condition:negated@22 OAAN:+:-@40 ORRN:==:<=@43 ORRN:==:>=@43 ORRN:==:false@43 */
}

static void set(struct fields *s, int n)
{
	s->a = n & 7; /* only: OBBN:&:|@9 */
	s->a += 2; /* only: OAAA:+=:-=@7 */
	s->b -= n; /* only: OAAA:-=:+=@7 */
	s->t = n > 4; /* only: ORRN:>:!=@9 ORRN:>:false@9 ORRN:>:>=@11 */
	s->t |= n < 2; /* only: OBBA:|=:&=@7 ORRN:<:!=@10 ORRN:<:false@10 ORRN:<:<=@12 */
	s->c <<= 1; /* only: OSSA:<<=:>>=@7 */
	s->h |= n ^ 3; /* only: OBBA:|=:&=@7 OBBN:^:|@10 */
	s->b++; /* only: Oido:++:--@6 */
	--s->a; /* only: Oido:--:++@2 */
	s->h = (short)(s->h * n); /* only: OAAN:*:/@22 */
	s->sum %= n + 7; /* only: OAAA:%=:*=@9 OAAN:+:-@14 */
	s->sum = (Long)n / 2; /* only: OAAN:/:*@19 */
}

static float real(float f, double d)
{
	f += d; /* only: OAAA:+=:-=@4 */
	f = (float)(d * 2.0); /* only: OAAN:*:/@16 */
	f = d < f ? d : f; /* only: ORRN:<:!=@6 ORRN:<:false@6 ORRN:<:<=@8 */
	return f > d ? f : (float)d; /* only: ORRN:>:!=@9 ORRN:>:false@9 ORRN:>:>=@11 */
}

static int pointed(const char *p, const char *q, int n)
{
	if (p < q && p + n > q && *(p + (n + 1)) == 'x') /* only: OCNG:condition:negated@6 OLLN:&&:left@6 OLLN:&&:right@6 OLLN:&&:||@6 ORRN:<:!=@6 ORRN:<:false@6 ORRN:<:<=@8 ORRN:>:!=@15 ORRN:>:false@15 OAAN:+:-@17 ORRN:>:>=@21 ORRN:==:<=@28 ORRN:==:>=@28 ORRN:==:false@28 OAAN:+:-@32 OAAN:+:-@37 */
		return p[n - 1] != q[2 * n]; /* only: ORRN:!=:<@10 ORRN:!=:>@10 ORRN:!=:true@10 OAAN:-:+@14 OAAN:*:/@26 */
	return !p || !*q; /* only: OCNG:condition:negated@9 OLLN:||:&&@9 OLLN:||:left@9 OLLN:||:right@9 OODL:!:!!@9 OODL:!:!!@15 */
}

static int looped(int n)
{
	int s = 0;

	for (int i = 0; i < n && s < 100; i++) { /* only: OCNG:condition:negated@18 OLLN:&&:left@18 OLLN:&&:right@18 OLLN:&&:||@18 ORRN:<:!=@18 ORRN:<:false@18 ORRN:<:<=@20 ORRN:<:!=@27 ORRN:<:false@27 ORRN:<:<=@29 Oido:++:--@37 */
		if (i % 3 == 0) /* only: ORRN:==:<=@7 ORRN:==:>=@7 ORRN:==:false@7 OAAN:%:*@9 */
			continue;
		if (s > 50 || i == 7) /* only: OCNG:condition:negated@7 OLLN:||:&&@7 OLLN:||:left@7 OLLN:||:right@7 ORRN:>:!=@7 ORRN:>:false@7 ORRN:>:>=@9 ORRN:==:<=@17 ORRN:==:>=@17 ORRN:==:false@17 */
			break;
		s += i ? i : 2; /* only: OCNG:condition:negated@8 */
	}
	while (n-- > 0) /* only: ORRN:>:!=@9 ORRN:>:false@9 Oido:--:++@10 ORRN:>:>=@13 */
		s ^= n; /* only: OBBA:^=:|=@5 */
	do
		s--; /* only: Oido:--:++@4 */
	while (s > 10 && !(s < 0 ? n : s == 3)); /* only: OCNG:condition:negated@9 OLLN:&&:left@9 OLLN:&&:right@9 OLLN:&&:||@9 ORRN:>:!=@9 ORRN:>:false@9 ORRN:>:>=@11 OODL:!:!!@19 ORRN:<:!=@21 ORRN:<:false@21 ORRN:<:<=@23 ORRN:==:<=@33 ORRN:==:>=@33 ORRN:==:false@33 */
	return s;
}

static int quotient(int a, int b)
{
	__attribute__((assume(a > 3 && b != 0))); /* no-site */
	return a / b; /* only: OAAN:/:*@11 */
}

int main(void)
{
	Byte bytes[8];
	struct fields s = { 1, 2, true, 3, 4, 5, bytes, 0, 9 };
	int sum = is_stored(1, 2) + is_both(2, 5) + chosen(3, -2) + mixed(2, 7, true); /* only: OAAN:+:-@28 OAAN:+:-@44 OAAN:+:-@60 */

	put(&s, 0x123);
	set(&s, 6);
	sum += narrow(300, 5000) + widened(&s) + pointed("abc", "abx", 1) + looped(9) + quotient(8, 2); /* only: OAAA:+=:-=@6 OAAN:+:-@27 OAAN:+:-@41 OAAN:+:-@68 OAAN:+:-@80 */
	return sum == 0 || real(1.5F, 2.5) > 9; /* only: OCNG:condition:negated@9 OLLN:||:&&@9 OLLN:||:left@9 OLLN:||:right@9 ORRN:==:<=@9 ORRN:==:>=@9 ORRN:==:false@9 ORRN:>:!=@21 ORRN:>:false@21 ORRN:>:>=@37 */
}
