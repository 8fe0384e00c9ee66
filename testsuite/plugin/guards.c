/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -O1 */
/* Checks at compile time stay decided at compile time. */
#include <stdio.h>

extern void wrong_size(void) __attribute__((error("wrong size")));
extern void doubtful(void) __attribute__((warning("doubtful")));

#define CHECK_SIZE(n)                                                                              \
	do {                                                                                       \
		if (__builtin_constant_p(n) && (n) > 8)                                            \
			wrong_size();                                                              \
	} while (0)

static inline __attribute__((always_inline)) int checked(int n)
{
	if (__builtin_constant_p(n)) {
		if (n < 2)
			wrong_size();
		return 1;
	}
	return n * 3; /* no-site */
}

static int chosen(int n)
{
	_Static_assert(sizeof(int) + 1 > 4, "int is small"); /* no-site */
	enum { limit = sizeof(long) > 4 ? 3 : 2 };	     /* no-site */

	return __builtin_choose_expr(limit > 2, n + 1, "never") - limit;
}

static unsigned long room(char *buffer)
{
	return __builtin_object_size(buffer, 0) == (unsigned long)-1 ? 1 : 2;
}

static int dead(int n)
{
	if (sizeof(n) != 4)
		wrong_size();
	if (0)
		doubtful();
	return n > 4 ? n : 4;
}

int main(int argc, char **argv)
{
	char buffer[10];

	(void)argv;
	CHECK_SIZE(8);
	printf("%d %d\n", checked(2), checked(argc + 1));
	printf("%d %lu %d %d\n", chosen(4), room(buffer), dead(3), dead(9));
	return 0;
}
