/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/shadow_memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "explore/path.h"

#define PAGE_SIZE ((uintptr_t)1 << SHADOW_PAGE_BITS)
/* Memory is mapped in pages of the system's, of 4 KiB at least: beside a byte lies no more for certain. */
#define MAPPED_BITS 12
#define WORD_BITS   64u
#define NR_RECENT   256u

struct page {
	uint32_t nr_with_term;
	uint64_t has_term[PAGE_SIZE / WORD_BITS]; /* bits, by byte */
	/* of bytes that have one: */
	uint32_t terms[PAGE_SIZE];
	unsigned char values[PAGE_SIZE];
	/* of the store that wrote the byte: how far its first byte is before this one, and its size */
	unsigned char before[PAGE_SIZE], sizes[PAGE_SIZE];
};

uint32_t shadow_marks[SHADOW_NR_MARKS];

/* Pages with a byte that had a term; one that was once there stays. */
static VEC(struct page *) pages;
static struct slots page_index; /* by page number */

/* Pages that were looked for, by the lowest bits of their numbers. */
static struct {
	uintptr_t number;
	struct page *page; /* NULL: there is none; that of number 0 is never looked for */
} recent[NR_RECENT];

static struct page *find_page(uintptr_t address)
{
	uintptr_t number = address >> SHADOW_PAGE_BITS;
	uint32_t index;

	if (recent[number % NR_RECENT].number == number)
		return recent[number % NR_RECENT].page;
	index = slots_find(&page_index, number);
	recent[number % NR_RECENT].number = number;
	recent[number % NR_RECENT].page = index == SLOTS_NONE ? NULL : pages.items[index];
	return recent[number % NR_RECENT].page;
}

static struct page *make_page(uintptr_t address)
{
	uintptr_t number = address >> SHADOW_PAGE_BITS;
	struct page *page = find_page(address);

	if (page)
		return page;
	page = xcalloc(1, sizeof(*page));
	slots_add(&page_index, number, (uint32_t)pages.count);
	vec_push(&pages, page);
	recent[number % NR_RECENT].page = page;
	return page;
}

static bool has_term(const struct page *page, uintptr_t at)
{
	return page->has_term[at / WORD_BITS] >> at % WORD_BITS & 1;
}

/* Notes that NUMBER more bytes of the page of ADDRESS have terms. */
static void count(struct page *page, uintptr_t address, int number)
{
	uint32_t *mark = &shadow_marks[(address >> SHADOW_PAGE_BITS) % SHADOW_NR_MARKS];

	*mark -= page->nr_with_term != 0;
	page->nr_with_term += (uint32_t)number;
	*mark += page->nr_with_term != 0;
}

/* Returns the bits of a word of has_term from the byte FIRST of the page on, and up to but for END, in that word. */
static uint64_t bits_of(uintptr_t first, uintptr_t end)
{
	uintptr_t size = end - first;

	return (size >= WORD_BITS ? UINT64_MAX : (UINT64_C(1) << size) - 1) << first % WORD_BITS;
}

/* Forgets the bytes of the page from FIRST on, and up to but for END. ADDRESS is in the page. */
static void clear(struct page *page, uintptr_t address, uintptr_t first, uintptr_t end)
{
	int number = 0;

	while (first < end) {
		uintptr_t next = (first | (WORD_BITS - 1)) + 1;
		uint64_t *word = &page->has_term[first / WORD_BITS];
		uint64_t bits = bits_of(first, next < end ? next : end);

		number += __builtin_popcountll(*word & bits);
		*word &= ~bits;
		first = next;
	}
	if (number)
		count(page, address, -number);
}

/* True if the byte at ADDRESS is there and was written by a store of SIZE bytes, BEFORE of them before it. */
static bool is_of_store(uintptr_t address, unsigned char before, unsigned char size)
{
	const struct page *page = find_page(address);
	uintptr_t at = address & (PAGE_SIZE - 1);

	return page && has_term(page, at) && page->before[at] == before && page->sizes[at] == size;
}

static bool has_its_value(uintptr_t address)
{
	return find_page(address)->values[address & (PAGE_SIZE - 1)] ==
	       *(const unsigned char *)address;
}

/*
 * True if no byte of the store that wrote the byte at AT of PAGE has another value by now. Else
 * somebody else wrote all of them, who may have written some as they were.
 */
static bool store_is_whole(const struct page *page, uintptr_t address, uintptr_t at)
{
	unsigned char size = page->sizes[at];
	uintptr_t first = address - page->before[at];

	for (unsigned char i = 0; i < size; i++) {
		bool is_mapped = (first + i) >> MAPPED_BITS == address >> MAPPED_BITS;

		if (is_mapped && is_of_store(first + i, i, size) && !has_its_value(first + i))
			return false;
	}
	return true;
}

/* Returns the term of the byte at ADDRESS. */
static uint32_t load_byte(uintptr_t address)
{
	const struct page *page = find_page(address);
	uintptr_t at = address & (PAGE_SIZE - 1);

	if (!page || !has_term(page, at) || !store_is_whole(page, address, at))
		return 0;
	return page->terms[at];
}

static void store_byte(uintptr_t address, uint32_t term, unsigned char value, size_t before,
		       size_t size)
{
	struct page *page = term ? make_page(address) : find_page(address);
	uintptr_t at = address & (PAGE_SIZE - 1);

	if (!page)
		return;
	if (!term) {
		clear(page, address, at, at + 1);
		return;
	}
	if (!has_term(page, at))
		count(page, address, 1);
	page->has_term[at / WORD_BITS] |= UINT64_C(1) << at % WORD_BITS;
	page->terms[at] = term;
	page->values[at] = value;
	page->before[at] = (unsigned char)before;
	page->sizes[at] = (unsigned char)size;
}

uint32_t shadow_load(const void *address, size_t size)
{
	uintptr_t start = (uintptr_t)address;
	uint32_t terms[8];
	uint32_t ret;
	bool has_any = false;

	if (!size || !shadow_may_have(start, size))
		return 0;
	for (size_t i = 0; i < size; i++) {
		terms[i] = load_byte(start + i);
		has_any |= terms[i] != 0;
	}
	if (!has_any)
		return 0;
	for (size_t i = 0; i < size; i++) {
		if (!terms[i])
			terms[i] =
				term_constant(&path_terms, *(const unsigned char *)(start + i), 8);
	}
	ret = terms[0];
	for (size_t i = 1; i < size; i++)
		ret = term_concatenate(&path_terms, terms[i], ret);
	return ret;
}

void shadow_store(const void *address, size_t size, uint32_t term, uint64_t value)
{
	if (!term)
		shadow_clear(address, size);
	for (size_t i = 0; term && i < size; i++) {
		uint32_t byte = term_extract(&path_terms, term, (unsigned)(8 * i), 8);
		uint64_t number;

		if (term_is_constant(&path_terms, byte, &number))
			byte = 0;
		store_byte((uintptr_t)address + i, byte, (unsigned char)(value >> 8 * i), i, size);
	}
}

bool shadow_has(const void *address, size_t size)
{
	uintptr_t at = (uintptr_t)address;
	uintptr_t end = at + size;

	while (at < end) {
		uintptr_t next = (at | (WORD_BITS - 1)) + 1;
		const struct page *page = shadow_may_have(at, 1) ? find_page(at) : NULL;
		uintptr_t first = at & (PAGE_SIZE - 1);

		if (!page || !page->nr_with_term)
			next = (at | (PAGE_SIZE - 1)) + 1;
		else if (page->has_term[first / WORD_BITS] &
			 bits_of(first, first + (next < end ? next : end) - at))
			return true;
		at = next;
	}
	return false;
}

static void copy_byte(uintptr_t to, uintptr_t from)
{
	store_byte(to, load_byte(from), *(const unsigned char *)from, 0, 1);
}

void shadow_copy(const void *to, const void *from, size_t size)
{
	uintptr_t target = (uintptr_t)to;
	uintptr_t source = (uintptr_t)from;

	if (!shadow_has(from, size)) {
		shadow_clear(to, size);
		return;
	}
	for (size_t i = 0; i < size && target <= source; i++)
		copy_byte(target + i, source + i);
	for (size_t i = size; i-- > 0 && target > source;)
		copy_byte(target + i, source + i);
}

void shadow_clear(const void *address, size_t size)
{
	uintptr_t at = (uintptr_t)address;
	uintptr_t end = at + size;

	while (pages.count && at < end) {
		uintptr_t next = (at | (PAGE_SIZE - 1)) + 1;
		struct page *page = shadow_may_have(at, 1) ? find_page(at) : NULL;
		uintptr_t first = at & (PAGE_SIZE - 1);

		if (next > end)
			next = end;
		if (page)
			clear(page, at, first, first + (next - at));
		at = next;
	}
}
