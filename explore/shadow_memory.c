/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/shadow_memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "explore/path.h"

#define PAGE_BITS 10
#define PAGE_SIZE ((uintptr_t)1 << PAGE_BITS)
/* Memory is mapped in pages of the system's, of 4 KiB at least: beside a byte lies no more for certain. */
#define MAPPED_BITS 12

struct page {
	uint32_t terms[PAGE_SIZE];
	unsigned char values[PAGE_SIZE];
	/* of the store that wrote the byte: how far its first byte is before this one, and its size */
	unsigned char before[PAGE_SIZE], sizes[PAGE_SIZE];
};

/* Pages with a byte that had a term; one that was once there stays. */
static VEC(struct page *) pages;
static struct slots page_index; /* by page number */

static struct page *find_page(uintptr_t address)
{
	uint32_t index = slots_find(&page_index, address >> PAGE_BITS);

	return index == SLOTS_NONE ? NULL : pages.items[index];
}

static struct page *make_page(uintptr_t address)
{
	struct page *page = find_page(address);

	if (page)
		return page;
	page = xcalloc(1, sizeof(*page));
	slots_add(&page_index, address >> PAGE_BITS, (uint32_t)pages.count);
	vec_push(&pages, page);
	return page;
}

/* True if the byte at ADDRESS is there and was written by a store of SIZE bytes, BEFORE of them before it. */
static bool is_of_store(uintptr_t address, unsigned char before, unsigned char size)
{
	const struct page *page = find_page(address);
	uintptr_t at = address & (PAGE_SIZE - 1);

	return page && page->terms[at] && page->before[at] == before && page->sizes[at] == size;
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

	if (!page || !page->terms[at] || !store_is_whole(page, address, at))
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
	bool has_term = false;

	for (size_t i = 0; i < size; i++) {
		terms[i] = load_byte(start + i);
		has_term |= terms[i] != 0;
	}
	if (!has_term)
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
	for (size_t i = 0; i < size; i++) {
		uint32_t byte = term ? term_extract(&path_terms, term, (unsigned)(8 * i), 8) : 0;
		uint64_t number;

		if (byte && term_is_constant(&path_terms, byte, &number))
			byte = 0;
		store_byte((uintptr_t)address + i, byte, (unsigned char)(value >> 8 * i), i, size);
	}
}

static void copy_byte(uintptr_t to, uintptr_t from)
{
	store_byte(to, load_byte(from), *(const unsigned char *)from, 0, 1);
}

void shadow_copy(const void *to, const void *from, size_t size)
{
	uintptr_t target = (uintptr_t)to;
	uintptr_t source = (uintptr_t)from;

	if (!pages.count)
		return;
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
		struct page *page = find_page(at);

		if (next > end)
			next = end;
		if (page)
			memset(&page->terms[at & (PAGE_SIZE - 1)], 0,
			       (next - at) * sizeof(*page->terms));
		at = next;
	}
}
