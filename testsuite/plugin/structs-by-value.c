/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structures as parameters and results pass through the clone as they are. */
#include <stdio.h>

struct small {
	char c;
};

struct pair {
	int a, b;
};

struct large {
	long values[9];
	int nr;
};

struct floats {
	float x, y;
};

struct mixed {
	double d;
	long l;
};

static struct small next(struct small s)
{
	s.c += 1; /* site: OAAA:+=:-=@6 */
	return s;
}

static struct pair swap(struct pair p)
{
	return (struct pair){ p.b + 1, p.a - 1 }; /* site: OAAN:+:-@28 OAAN:-:+@37 */
}

static struct large grow(struct large l, int by)
{
	for (int i = 0; i < 9; i++)
		l.values[i] += by * i;
	l.nr++;
	return l;
}

static struct floats scale(struct floats f, float by)
{
	f.x *= by;
	f.y /= by;
	return f;
}

static struct mixed both(struct mixed m, struct floats f, struct large l)
{
	m.d += f.x - f.y;
	m.l = m.l * 2 + l.values[8];
	return m;
}

static _Complex double turn(_Complex double z)
{
	return z * 1i + 1.0;
}

static long double wide(long double x)
{
	return x / 3 + 1;
}

static __int128 huge(__int128 x)
{
	return x * x - 1;
}

int main(void)
{
	struct large l = { { 1, 2, 3 }, 4 };
	struct floats f = scale((struct floats){ 1.5f, 3.0f }, 2.0f);
	struct pair p = swap(swap((struct pair){ 3, 4 }));
	struct mixed m;
	_Complex double z = turn(2.0 + 1i);

	l = grow(grow(l, 2), 3);
	m = both((struct mixed){ 0.5, 7 }, f, l);
	printf("%c %d %d %ld %d\n", next((struct small){ 'a' }).c, p.a, p.b, l.values[8], l.nr);
	printf("%g %g %g %ld\n", (double)f.x, (double)f.y, m.d, m.l);
	printf("%g %g %.6Lf %d\n", __real__ z, __imag__ z, wide(5), (int)huge(9));
	return 0;
}
