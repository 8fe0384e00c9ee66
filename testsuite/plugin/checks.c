/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: -fplugin-arg-remt-preset=iso */
/* Conditions that lead to failures, of all kinds: without the run-time they do what they did. */
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static jmp_buf back;
static volatile int seen;

struct result {
	unsigned flag : 3;
	signed char small;
	long double wide;
	__int128 huge;
	_Complex double pair;
	char text[8];
	int nr_failed;
};

static void give_up(const char *why)
{
	puts(why);
	exit(1);
}

__attribute__((noreturn)) static void leave(void)
{
	longjmp(back, 1);
}

static void expect(int is_so)
{
	if (!is_so) {
		failures++;
		return;
	}
	printf("%d so\n", is_so);
}

static int look(struct result *r, int n, const char *text)
{
	char copy[n + 1];

	assert(r);
	assert(r->flag == 5 && r->small < 0);
	if (r->wide < 2.5L || r->huge != 7)
		abort();
	if (r->pair != 1.5)
		give_up("pair");
	memcpy(copy, text, n + 1);
	assert(!strcmp(copy, text) && !strncmp(copy, r->text, 3) && memcmp(copy, "abd", 3));
	for (int i = 0; i < n; i++)
		if (copy[i] != text[i])
			r->nr_failed += 1;
	if (seen != 3)
		goto bad;
	switch (n) {
	case 0: abort();
	case 3: break;
	default: give_up("n");
	}
	return 0;
bad:
	fputs("seen\n", stderr);
	exit(2);
}

static int jump(void)
{
	if (setjmp(back))
		return 3;
	if (failures == 0) /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
		leave();
	return 4;
}

int main(int argc, char **argv)
{
	struct result r = { 5, -1, 2.5L, 7, 1.5, "abc", 0 };

	if (argc > 5)
		return 1;
	seen = jump();
	if (look(&r, 3, "abc"))
		return 2;
	expect(r.nr_failed == 0);
	expect(argv[0] != NULL);
	expect(failures);
	if (r.nr_failed)
		exit(3);
	printf("%d failures\n", failures);
	return failures != 1;
}
