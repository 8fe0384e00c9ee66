/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/page.h"

#include <string.h>

#include "common/hash.h"

enum { SUMMED_BYTES = PAGE_SIZE_BYTES - PAGE_SUM_BYTES };

static uint64_t page_sum(const unsigned char *page, uint32_t number)
{
	return hash_bytes(page, SUMMED_BYTES) ^ number * UINT64_C(0x9e3779b97f4a7c15);
}

void page_seal(unsigned char page[PAGE_SIZE_BYTES], uint32_t number)
{
	uint64_t sum = page_sum(page, number);

	memcpy(page + SUMMED_BYTES, &sum, sizeof(sum));
}

bool page_is_sealed(const unsigned char page[PAGE_SIZE_BYTES], uint32_t number)
{
	uint64_t sum = page_sum(page, number);

	return memcmp(page + SUMMED_BYTES, &sum, sizeof(sum)) == 0;
}
