/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of so few inputs that all can be tried: see no-test-means-that-there-is-none.test. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct pair {
	signed char first, second;
};

/* Defined nowhere in this unit. */
void stop(int code, const char *text) __attribute__((noreturn));

int level;
static const char *names = "ab";

int branches(signed char a, signed char b)
{
	int ret = 0;

	if (a < 0)
		a = (signed char)-(a + 1);
	if (a >= 0 && b > a)
		ret += 1;
	if (a == b || a > 100)
		ret -= 2;
	if (a < 0)
		return 7;
	return ret;
}

int rounds(unsigned char n, signed char step)
{
	int sum = 0;

	if (n > 3)
		n = 3;
	for (unsigned i = 0; i < n; i++) {
		if (i != n)
			sum += step;
	}
	return sum > 200 ? 200 : sum;
}

/* A loop and one within it, both of which a switch leads into. */
int resumes(unsigned char state, signed char step)
{
	int i = 0, sum = 5;

	switch (state & 3) {
	case 0:
		while (i < 3) {
			sum += step;
			/* fall through */
		case 1:
			while (sum < 0 && i < 2) {
				sum += 3;
				/* fall through */
			case 2: i++;
			}
			if (i > 9)
				sum = 0;
			i++;
		}
	}
	return sum > 300 ? 300 : sum;
}

int table(unsigned char at, signed char value)
{
	signed char row[4] = { 1, 2, 3, 4 };
	int sum = 0;

	row[at & 3] = value;
	for (int i = 0; i < 4; i++)
		sum += row[i] * (i + 1);
	if ((at & 3) > 3)
		sum = 0;
	return sum;
}

static signed char larger(const struct pair *pair)
{
	return pair->first > pair->second ? pair->first : pair->second;
}

int calls(signed char a, signed char b)
{
	struct pair pair = { a, b };
	struct pair *last = a > b ? &pair : (struct pair *)0;
	int ret = larger(&pair);

	if (last)
		last->second = 3;
	if (ret < a)
		ret = -1000;
	return ret + pair.second;
}

int choices(unsigned char c, signed char d)
{
	switch (c & 7) {
	case 0:
	case 1: return d / 2;
	case 2: return d % 5;
	case 3: return d << 1;
	case 4: return names[d & 1];
	case 5: return d > 0 ? d : -d;
	case 6: return (c & 8) ? d : d + 0;
	default: return c > 255 ? 1 : 2;
	}
}

/* Cases keep the type of what is chosen by, which is promoted. */
int kinds(unsigned char c, signed char d)
{
	switch (d) {
	case -3: return c > 128 ? 7 : 9;
	case 48: return 0;
	case 97 ... 101: return d - 97 + 10;
	case 4: return c + 1;
	default: return 0;
	}
}

/* Calls that do not return, which differ in what they are given. */
int ends(unsigned char a, signed char b)
{
	if (a > 200)
		stop(1, "too large");
	if (a > 100 && b > 3)
		stop(1, "large");
	if (b == 7)
		stop(b & 6 ? 2 : 3, "seven");
	return a + b;
}

/* A variable that outlives the call; divisions, also by what may be 0. */
int divides(unsigned char a, signed char b)
{
	if (!b)
		return level = 0;
	level = a / b;
	if (level * b > a)
		level = 1;
	return a % b == 0 ? level : -level;
}

/* What nobody has set where a line is missing. */
int unset(unsigned char a, signed char b)
{
	int ret;

	if (a > b)
		ret = 1;
	else
		ret = 2;
	return ret + (a & 1);
}

/* Where things lie in memory. */
int places(unsigned char a, signed char b)
{
	if ((unsigned long)&level >> 4 & 1)
		return b;
	return a;
}

/* Two pointers to one variable. */
static void swap(signed char *x, signed char *y)
{
	signed char old = *x;

	*x = *y;
	*y = old;
}

int pointers(unsigned char a, signed char b)
{
	signed char row[3] = { 1, b, (signed char)a };
	signed char *at = row, *end = row + 3;
	int sum = 0;

	swap(&row[0], a & 1 ? &row[0] : &row[2]);
	while (at != end)
		sum = 2 * sum + *at++;
	return sum > 1000 ? sum - level : sum;
}

/* Functions of the C library that read and write memory. */
int texts(unsigned char a, signed char b)
{
	char text[3] = { (char)a, b, 0 }, other[3];
	const char *found;
	int ret;

	memcpy(other, text, sizeof(text));
	other[1] = 'b';
	ret = (int)strlen(text) + (strcmp(text, other) < 0 ? 10 : 20);
	if (strncmp(text, "ab", 2) == 0)
		ret += 100;
	found = strchr(text, 'c');
	if (found != NULL)
		ret += *found - 'a';
	if (strncmp(text, "xy", 3) == 0 && strlen(text) == 2)
		ret = 9;
	if (strlen(other) > 2)
		ret = 0;
	return ret;
}

/* The classes of <ctype.h>, by tables and by functions. */
int classes(unsigned char a, signed char b)
{
	int ret = 0;

	if (isdigit(a))
		ret += a - '0';
	else if ((isspace)(a))
		ret -= 1;
	if (isdigit(a) && isupper(a))
		ret = 1000;
	if (b >= 0 && isxdigit(b))
		ret += tolower(b);
	return memcmp(&a, &b, 1) == 0 ? -ret : ret;
}

/* Memory that is allocated. */
int blocks(unsigned char a, signed char b)
{
	signed char *row = calloc(4, 1);
	int ret;

	if (!row)
		return -1;
	row[a & 3] = b;
	row[1] = (signed char)(row[0] + 1);
	ret = row[0] + 2 * row[1] + 3 * row[2];
	free(row);
	return ret;
}

/* What two pointers lead to, which may be the same. */
static void mix(signed char *x, signed char *y, int times)
{
	*x = 1;
	*y = (signed char)(*y + times);
	level = *x == 1 ? level : 7;
	*x = (signed char)(*x + *y);
}

int both(unsigned char a, signed char b)
{
	signed char one = (signed char)a, two = b;

	mix(&one, a & 1 ? &one : &two, b & 3);
	return one * 256 + two;
}

static const short weights[256] = { 1, 4, 9, 16, -1, 0, 0, 7, [200] = 3, [255] = -300 };

int constants(unsigned char at, signed char value)
{
	int weight = weights[at];

	if (weight > 16)
		return 3;
	return weight == 9 ? value : weight == 3 || weight < -299;
}

typedef int (*operation)(int, int);

static int add(int a, int b)
{
	return a + b;
}

static int subtract(int a, int b)
{
	return a - b;
}

static int apply(operation operation, int a, int b)
{
	return operation ? operation(a, b) : 99;
}

int dispatches(signed char a, signed char b)
{
	operation chosen = a < b ? add : add;

	if (apply(add, a, b) > 300)
		return 1;
	return apply(subtract, apply(chosen, a, b), b) == a;
}

int main(void)
{
	return 0;
}
