/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pages of a database, each with a sum at its end. SQLite, and every program that uses SQLite,
 * leaves the last bytes of a page alone if it is told to reserve them. The sum covers the other
 * bytes and the page's number: a page in the place of another one is as wrong as one with a changed
 * bit.
 */
#ifndef STORE_PAGE_H
#define STORE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PAGE_SIZE_BYTES = 4096, /* of every database of remt */
	PAGE_SUM_BYTES = 8,	/* the sum at the end of a page, in the machine's byte order */
	/* SQLite never uses the page with this byte of a file, where it puts locks. */
	PAGE_LOCK_BYTE = 0x40000000,
	PAGE_OF_LOCKS = PAGE_LOCK_BYTE / PAGE_SIZE_BYTES + 1,
};

/* Writes the sum of page NUMBER, counted from 1, into PAGE. */
void page_seal(unsigned char page[PAGE_SIZE_BYTES], uint32_t number);
/* True if PAGE is page NUMBER as it was sealed. */
bool page_is_sealed(const unsigned char page[PAGE_SIZE_BYTES], uint32_t number);

#endif
