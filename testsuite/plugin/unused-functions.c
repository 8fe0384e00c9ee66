/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that nothing refers to are none of the program's, at whatever -O; what is referred to in any way is. */
#include <stdio.h>

static int called_by_nothing(int a)
{
	return a + 1; /* no-site */
}

static inline int called_by_the_unused(int a)
{
	return a - 2; /* no-site */
}

static int unused(int a)
{
	return called_by_the_unused(a) * 3; /* no-site */
}

static int (*const unused_table[])(int) = { unused };

static int of_table(int a)
{
	return a << 1; /* site: OSSN:<<:>> */
}

static int (*const table[])(int) = { of_table };

static int aliased(int a)
{
	return a ^ 3; /* site: OBBN:^:| */
}

int alias(int a) __attribute__((alias("aliased")));

static int kept_for_assembler(int a) __attribute__((used));
static int kept_for_assembler(int a)
{
	return a / 2; /* site: OAAN */
}

static void __attribute__((constructor)) at_start(void)
{
	puts("start"); /* site: SSDL */
}

static void __attribute__((destructor)) at_end(void)
{
	puts("end"); /* site: SSDL */
}

static void cleaned(int *p)
{
	printf("%d\n", *p - 4); /* site: OAAN:-:+ */
}

int main(int argc, char **argv)
{
	int value __attribute__((cleanup(cleaned))) = 9;

	(void)argv;
	return table[argc - 1](alias(value)) - 20;
}
