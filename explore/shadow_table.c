/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/shadow_table.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "explore/path.h"
#include "explore/shadow_memory.h"
#include "term/column.h"
#include "term/support.h"

#define NR_VALUES   COLUMN_SIZE
#define MAX_CHOICES 64
#define MAX_SPAN    ((size_t)64 << 10) /* bytes */
#define MAX_COLUMNS 4096	       /* so many take 8 MB */
#define NR_KNOWN    64

static struct supports supports;
static struct columns columns;
static bool can_read; /* read_memory() works here */

/* Reads SIZE bytes where there may be no memory; false: there is none. */
static bool read_memory(uint64_t address, size_t size, uint64_t *ret)
{
	struct iovec to = { ret, size };
	struct iovec from = { (void *)address, size };

	*ret = 0;
	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)size;
}

static void begin(void)
{
	uint64_t ignored;

	if (supports.terms)
		return;
	supports_init(&supports, &path_terms);
	columns_init(&columns, &path_terms, MAX_COLUMNS);
	can_read = read_memory((uint64_t)&can_read, sizeof(can_read), &ignored);
}

/* What lies at an address for each value of an input byte. */
struct elements {
	uint32_t terms[NR_VALUES]; /* 0: nothing can be read there */
	bool has_gaps;		   /* some are 0 */
};

/* A table that was looked into, none of whose elements had a term. */
struct known {
	uint32_t address; /* a term; 0: none */
	size_t size;
	uint64_t numbers[NR_VALUES];
	uint32_t term;
};

static struct known known[NR_KNOWN]; /* by the lowest bits of the address's term */

/*
 * Reads SIZE bytes at each of ADDRESSES by one call for all that lies between them; false: they lie too far from each
 * other, or there are gaps. *HAS_TERMS: some of them may have terms.
 */
static bool read_all(const uint64_t addresses[NR_VALUES], size_t size, uint64_t ret[NR_VALUES],
		     bool *has_terms)
{
	static char span[MAX_SPAN];
	uint64_t first = UINT64_MAX, last = 0;
	struct iovec to, from;

	for (unsigned i = 0; i < NR_VALUES; i++) {
		first = addresses[i] < first ? addresses[i] : first;
		last = addresses[i] > last ? addresses[i] : last;
	}
	if (last - first > MAX_SPAN - size)
		return false;
	to = (struct iovec){ span, (size_t)(last - first) + size };
	from = (struct iovec){ (void *)first, to.iov_len };
	if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != (ssize_t)to.iov_len)
		return false;
	*has_terms = shadow_has((const void *)first, to.iov_len);
	for (unsigned i = 0; i < NR_VALUES; i++) {
		ret[i] = 0;
		memcpy(&ret[i], span + (addresses[i] - first), size);
	}
	return true;
}

static uint32_t element_of(uint64_t address, size_t size, uint64_t number)
{
	uint32_t term = shadow_load((const void *)address, size);

	return term ? term : term_constant(&path_terms, number, (unsigned)(8 * size));
}

/* Addresses that are read together: each differs from the one before, as pointers that a byte chooses come in runs. */
struct places {
	struct iovec items[NR_VALUES];
	unsigned char bytes[NR_VALUES * sizeof(uint64_t)]; /* that lie there, SIZE of each */
	bool are_there[NR_VALUES];
	unsigned number;
	unsigned of[NR_VALUES]; /* by value */
};

static void find_places(const uint64_t *addresses, size_t size, struct places *ret)
{
	ret->number = 0;
	for (unsigned value = 0; value < NR_VALUES; value++) {
		if (!value || addresses[value] != addresses[value - 1])
			ret->items[ret->number++] =
				(struct iovec){ (void *)addresses[value], size };
		ret->of[value] = ret->number - 1;
	}
}

/* Reads SIZE bytes at each of PLACES, by one call for all up to the next gap. */
static void read_places(struct places *places, size_t size)
{
	for (unsigned first = 0; first < places->number; first++) {
		unsigned nr_left = places->number - first, nr_read;
		struct iovec to = { places->bytes + first * size, nr_left * size };
		ssize_t got = process_vm_readv(getpid(), &to, 1, places->items + first, nr_left, 0);

		nr_read = got > 0 ? (unsigned)((size_t)got / size) : 0;
		memset(places->are_there + first, true, nr_read);
		first += nr_read;
		if (first < places->number)
			places->are_there[first] = false;
	}
}

static void read_elements(const uint64_t *addresses, size_t size, uint64_t numbers[NR_VALUES],
			  struct elements *ret)
{
	struct places places;

	find_places(addresses, size, &places);
	read_places(&places, size);
	*ret = (struct elements){ .has_gaps = false };
	for (unsigned value = 0; value < NR_VALUES; value++) {
		unsigned place = places.of[value];

		numbers[value] = 0;
		if (!places.are_there[place]) {
			ret->has_gaps = true;
		} else if (value && place == places.of[value - 1]) {
			numbers[value] = numbers[value - 1];
			ret->terms[value] = ret->terms[value - 1];
		} else {
			memcpy(&numbers[value], places.bytes + place * size, size);
			ret->terms[value] = element_of(addresses[value], size, numbers[value]);
		}
	}
}

/* Takes elements whose NUMBERS are known. HAS_TERMS: some of them may have terms. */
static void take_elements(const uint64_t *addresses, size_t size, const uint64_t *numbers,
			  bool has_terms, struct elements *ret)
{
	*ret = (struct elements){ .has_gaps = false };
	for (unsigned value = 0; value < NR_VALUES; value++) {
		/* Most of a table is often alike. */
		if (!has_terms && value && numbers[value] == numbers[value - 1])
			ret->terms[value] = ret->terms[value - 1];
		else if (has_terms)
			ret->terms[value] = element_of(addresses[value], size, numbers[value]);
		else
			ret->terms[value] =
				term_constant(&path_terms, numbers[value], (unsigned)(8 * size));
	}
}

/* How an element is chosen: for each run of equal ones, or for each that is not the common one. */
struct manner {
	unsigned nr_choices;
	uint32_t common; /* 0: by runs */
};

static unsigned count_runs(const uint32_t *terms)
{
	unsigned number = 1;

	for (unsigned i = 1; i < NR_VALUES; i++)
		number += terms[i] != terms[i - 1];
	return number;
}

/* Returns the one that more than half of TERMS are, or any one: Boyer and Moore's majority vote. */
static uint32_t find_common(const uint32_t *terms)
{
	uint32_t ret = terms[0];
	unsigned surplus = 0;

	for (unsigned i = 0; i < NR_VALUES; i++) {
		if (!surplus)
			ret = terms[i];
		surplus += terms[i] == ret ? 1 : -1;
	}
	return ret;
}

/* Returns the manner with the fewest choices. */
static struct manner manner_of(const uint32_t *terms)
{
	struct manner by_runs = { count_runs(terms) - 1, 0 }, by_others = { 0, find_common(terms) };

	for (unsigned i = 0; i < NR_VALUES; i++)
		by_others.nr_choices += terms[i] != by_others.common;
	return by_others.nr_choices < by_runs.nr_choices ? by_others : by_runs;
}

/* Returns the one of TERMS that BYTE chooses, by those that are not COMMON. */
static uint32_t chain_of_others(const uint32_t *terms, uint32_t byte, uint32_t common)
{
	uint32_t ret = common;

	for (unsigned i = 0; i < NR_VALUES; i++) {
		if (terms[i] == common)
			continue;
		ret = term_choose(&path_terms,
				  term_binary(&path_terms, TERM_EQUAL, byte,
					      term_constant(&path_terms, i, 8)),
				  terms[i], ret);
	}
	return ret;
}

/* Returns the one of TERMS that BYTE chooses, by runs of equal ones. */
static uint32_t chain_of_runs(const uint32_t *terms, uint32_t byte)
{
	uint32_t ret = terms[NR_VALUES - 1];

	for (unsigned i = NR_VALUES - 1; i > 0; i--) {
		if (terms[i] == terms[i - 1])
			continue;
		ret = term_choose(&path_terms,
				  term_binary(&path_terms, TERM_LESS_UNSIGNED, byte,
					      term_constant(&path_terms, i, 8)),
				  terms[i - 1], ret);
	}
	return ret;
}

/* Returns the one of TERMS that BYTE chooses. */
static uint32_t chain(const uint32_t *terms, uint32_t byte)
{
	struct manner manner = manner_of(terms);

	return manner.common ? chain_of_others(terms, byte, manner.common)
			     : chain_of_runs(terms, byte);
}

/* Returns the condition on BYTE that there is something at the address. */
static uint32_t is_there(const struct elements *elements, uint32_t byte)
{
	uint32_t terms[NR_VALUES];

	for (unsigned i = 0; i < NR_VALUES; i++)
		terms[i] = term_constant(&path_terms, elements->terms[i] != 0, 1);
	return chain(terms, byte);
}

/* Where there is nothing, it does not matter what is chosen. */
static void fill_gaps(struct elements *elements, size_t size)
{
	uint32_t last = term_constant(&path_terms, 0, (unsigned)(8 * size));

	for (unsigned i = 0; i < NR_VALUES; i++) {
		if (elements->terms[i])
			last = elements->terms[i];
		elements->terms[i] = last;
	}
}

/* Such as tolower(): most elements are the byte itself. */
static uint32_t chain_of_distances(struct elements *elements, uint32_t byte, unsigned width)
{
	for (unsigned i = 0; i < NR_VALUES; i++)
		elements->terms[i] = term_subtract(&path_terms, elements->terms[i],
						   term_constant(&path_terms, i, width));
	if (manner_of(elements->terms).nr_choices > MAX_CHOICES)
		return 0;
	return term_binary(&path_terms, TERM_ADD, chain(elements->terms, byte),
			   term_extend(&path_terms, byte, width, false));
}

bool shadow_is_there(const void *address, size_t size)
{
	uint64_t ignored;

	return read_memory((uint64_t)address, size, &ignored);
}

/* Returns the input byte that TERM alone depends on; 0: it depends on none, or on several. */
static uint32_t only_input(uint32_t term)
{
	uint32_t input;

	begin();
	input = supports_single(&supports, term);
	return input == SUPPORT_NONE || input == SUPPORT_MANY ? 0 : term_input(&path_terms, input);
}

static uint32_t choose(struct elements *elements, uint32_t byte, unsigned width)
{
	if (manner_of(elements->terms).nr_choices <= MAX_CHOICES)
		return chain(elements->terms, byte);
	return chain_of_distances(elements, byte, width);
}

static bool is_known(const struct known *table, uint32_t address, size_t size,
		     const uint64_t numbers[NR_VALUES])
{
	return table->address == address && table->size == size &&
	       memcmp(table->numbers, numbers, sizeof(table->numbers)) == 0;
}

uint32_t shadow_table(uint32_t address, size_t size, uint32_t *condition)
{
	struct known *last = &known[address % NR_KNOWN];
	struct elements elements;
	uint64_t numbers[NR_VALUES];
	uint32_t byte = only_input(address), term;
	const uint64_t *addresses = byte ? columns_get(&columns, address) : NULL;
	bool has_terms = true, has_all;

	*condition = 0;
	if (!addresses || !can_read)
		return 0;
	has_all = read_all(addresses, size, numbers, &has_terms);
	if (!has_terms && is_known(last, address, size, numbers))
		return last->term;
	if (has_all)
		take_elements(addresses, size, numbers, has_terms, &elements);
	else
		read_elements(addresses, size, numbers, &elements);
	if (elements.has_gaps) {
		*condition = is_there(&elements, byte);
		fill_gaps(&elements, size);
	}
	term = choose(&elements, byte, (unsigned)(8 * size));
	if (has_all && !has_terms) {
		*last = (struct known){ address, size, { 0 }, term };
		memcpy(last->numbers, numbers, sizeof(last->numbers));
	}
	return term;
}

uint32_t shadow_table_of(uint32_t argument, int (*function)(int))
{
	struct elements elements;
	uint32_t byte = only_input(argument);
	const uint64_t *arguments = byte ? columns_get(&columns, argument) : NULL;

	for (unsigned value = 0; arguments && value < NR_VALUES; value++) {
		int character = (int)arguments[value];

		/* With others the function may do anything. */
		if (character < SCHAR_MIN || character > UCHAR_MAX)
			return 0;
		elements.terms[value] =
			term_constant(&path_terms, (uint64_t)function(character), 32);
	}
	return arguments ? choose(&elements, byte, 32) : 0;
}
