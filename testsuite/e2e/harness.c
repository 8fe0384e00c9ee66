/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What harness-*.test call: a function for each kind of type that C has. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum color { RED, GREEN = 5, BLUE = -1 };
typedef struct {
	int x, y;
} point;
struct opaque;
struct node {
	int value;
	unsigned flags : 3, : 2, high : 4;
	_Bool bit : 1;
	enum color color;
	bool is_set;
	double weight;
	long double wide;
	char name[8];
	point points[2][3];
	union {
		int i;
		float f;
		unsigned char raw[6];
	} either;
	union {
		void *p;
		long n;
	} mixed;
	struct {
		short a;
		enum { ONE, TWO } b;
	} inner;
	struct {
		int deep;
		union {
			int u;
			char c[12];
		};
	};
	struct node *next;
	const char *text;
	const int *numbers;
	char **words;
	void (*call)(int);
	point (*whole)(int);
	struct opaque *hidden;
	void *data;
	point *place;
	struct {
		int q;
		struct node *back;
	} * nameless;
	const uint8_t id[4];
	volatile int changing;
	int (*rows)[3];
	char tail[];
};

static int counter;
int shared[3] = { 1, 2, 3 };
static const int fixed = 3;
static struct {
	int a;
	const char *b;
} state = { 3, "x" };

static int sum(const struct node *n, int depth)
{
	unsigned s = 0;

	for (; n; n = n->next) {
		s += (unsigned)n->value + n->flags + n->is_set + n->bit;
		s += n->text ? (unsigned)strlen(n->text) : 0;
		s += n->inner.b == TWO && n->color == BLUE;
		s += n->rows ? (unsigned)n->rows[3][2] : 0;
		s += n->nameless && n->nameless->back ? 1 : 0;
	}
	counter += depth & 3;
	return (int)s + fixed;
}

point move(point p, struct node *n, enum color c)
{
	if (n) {
		n->next = NULL;
		n->color = c;
		n->name[0] = 'q';
		n->inner.a = 7;
		n->points[1][2].y = 9;
	}
	p.x ^= 1;
	state.a++;
	return p;
}

struct node *reverse(struct node *list)
{
	struct node *last = NULL, *next;

	for (; list; list = next) {
		next = list->next;
		list->next = last;
		last = list;
	}
	return last;
}

static void discard(struct node *n)
{
	if (n)
		free(n->next);
	free(n);
}

static int total(const int *values, size_t n)
{
	unsigned s = 0;

	for (size_t i = 0; i < n; i++)
		s += (unsigned)values[i];
	return (int)s;
}

size_t put(unsigned char *out, unsigned long *len)
{
	if (!out || !len)
		return 0;
	memset(out, 'p', *len);
	return *len;
}

int *longer(int *numbers)
{
	int *moved = realloc(numbers, 3 * sizeof(*numbers));

	moved[0] = 1;
	moved[1] = 2;
	return moved;
}

char *copy(const char *text)
{
	return text ? strdup(text) : NULL;
}

struct node *twice(int value)
{
	struct node *first = calloc(1, sizeof(*first));

	first->next = calloc(1, sizeof(*first));
	first->next->text = strdup("second");
	first->value = value;
	return first;
}

static bool both(bool a, bool b, float f, uint16_t h, int64_t l)
{
	return a && b && f > 0 && h + l % 3;
}

int words(char **argv, int n)
{
	int count = 0;

	for (int i = 0; argv && i < n; i++)
		count += argv[i] && argv[i][0] == 'w';
	return count;
}

int made(point (*f)(int), int x)
{
	return f ? f(x).x : -x;
}
int call(int (*f)(int), int x)
{
	return f ? f(x) : x ^ 1;
}

int nothing(void)
{
	return counter++;
}

int hidden(struct opaque *o)
{
	return o != NULL;
}

int any(const char *format, ...)
{
	return format != NULL;
}

int stream(FILE *file)
{
	return file != NULL;
}

int main(int argc, char **argv)
{
	struct node *n = calloc(1, sizeof(*n));
	int all = sum(n, argc) + total(&argc, 1) + both(argc, argv[0] != NULL, 2, 3, 4);

	discard(n);
	return all;
}
