/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: -fplugin-arg-remt-operators=OBBN,ORRN,OAAN */
/* Code that goes by the low bits of an address has layout switches; hashes of addresses, and what leads back to one, have none. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define IS_ALIGNED(p) (((uintptr_t)(p) & 7) == 0)

union key {
	const void *pointer;
	size_t number;
};

static unsigned by_union(const void *key)
{
	union key u;

	u.pointer = key;
	if ((u.number & 3) == 0) /* site: LAYOUT:+3 OBBN:&:| */
		return 4;
	else if (2 > 1 && (u.number & 1) == 0) /* site: LAYOUT:+1 */
		return 2;
	return 1;
}

static int by_cast(const char *p)
{
	if ((uintptr_t)p & 15) /* site: LAYOUT:+15 */
		return 0;
	if ((intptr_t)p % 2) /* site: LAYOUT:+1 */
		return 0;
	return IS_ALIGNED(p); /* site: LAYOUT:+7 */
}

static unsigned by_sizeof(const char *p)
{
	switch ((size_t)p % sizeof(long)) { /* site: LAYOUT:+7 */
	case 0:
		return 8;
	default:
		return 1;
	}
}

static int by_two(const char *p, const char *q)
{
	return (((uintptr_t)p ^ (uintptr_t)q) & 7) == 0; /* site: LAYOUT:+7 */
}

/* As memcpy() goes: bytes up to a word, words, the rest. */
static size_t copy(char *to, const char *from, size_t size)
{
	size_t steps = 0;

	while (size && (uintptr_t)from % sizeof(long)) { /* site: LAYOUT:+7 */
		*to++ = *from++;
		size--;
		steps++;
	}
	while (size >= sizeof(long)) {
		memcpy(to, from, sizeof(long));
		to += sizeof(long);
		from += sizeof(long);
		size -= sizeof(long);
		steps++;
	}
	while (size--) /* no-site */
		*to++ = *from++;
	return steps;
}

static unsigned by_variable(const char *p)
{
	uintptr_t address = (uintptr_t)p + 1;
	unsigned n = 0;

	if (address & 1) /* site: LAYOUT:+1 */
		n += 1;
	if (address & 2) /* site: LAYOUT:+3 */
		n += 2;
	return n < 4;
}

/* A hash reaches no condition. */
static unsigned bucket(const void *p)
{
	uintptr_t number = (uintptr_t)p;

	return (number >> 4 ^ number) % 13; /* only: OBBN:^:| OAAN:%:* */
}

/* What the bits lead to is an address again. */
static const char *down(const char *p)
{
	uintptr_t rest = (uintptr_t)p & 7; /* only: OBBN:&:| */

	if (rest == 0) /* only: ORRN:==:<= ORRN:==:>= ORRN:==:false */
		return p;
	return p - rest;
}

/* Heap and stack have such bits, too. */
static int by_page(const char *p)
{
	return ((uintptr_t)p & 4095) < 4096; /* only: OBBN:&:| ORRN:<:<= ORRN:<:!= ORRN:<:false */
}

/* The bits of a number. */
static int odd(size_t n)
{
	return (n & 1) != 0; /* only: OBBN:&:| ORRN:!=:< ORRN:!=:> ORRN:!=:true */
}

int main(void)
{
	static char words[32] __attribute__((aligned(16)));
	char bytes[32] = "";

	printf("%u %u\n", by_union(words), by_union(words + 2) + by_union(words + 1));
	printf("%d %d\n", by_cast(words), by_cast(words + 1));
	printf("%u %u\n", by_sizeof(words), by_sizeof(words + 3));
	printf("%d %d\n", by_two(words, words + 8), by_two(words, words + 1));
	printf("%zu %zu\n", copy(bytes, words, 24), copy(bytes, words + 1, 24));
	printf("%u %d\n", by_variable(words), bucket(words) < 13);
	printf("%d %d %d\n", down(words + 5) == words, by_page(bytes), odd(3));
	return 0;
}
