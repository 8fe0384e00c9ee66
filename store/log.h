/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The write-ahead log as it lies beside a database that nobody uses.  SQLite takes its first
 * damaged frame for its end: what was committed behind that would be gone without a word.
 */
#ifndef STORE_LOG_H
#define STORE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "store/page.h"

/* Of the format (https://sqlite.org/fileformat2.html, section 4): */
enum {
	LOG_HEADER = 32,
	LOG_FRAME_HEADER = 24,
	LOG_FRAME = LOG_FRAME_HEADER + PAGE_SIZE_BYTES,
	LOG_SUM_AT = 16,	/* in the header of a frame */
	LOG_HEADER_SUM_AT = 24, /* in the header of the log */
};

enum log_state {
	LOG_WHOLE, /* or there is none, or somebody uses it */
	LOG_CUT,   /* the end is lost: the database has an earlier state */
	LOG_LOST,  /* the same, and the database may hold part of what is lost: it has no state */
};

struct log_sum {
	uint32_t a, b;
};

/* Looks at the log of the database PATH before that is opened. */
enum log_state log_check(const char *path);

/* Goes on with SUM over SIZE bytes, a multiple of 8; IS_BIG: as numbers with the high byte
 * first. */
void log_sum_add(struct log_sum *sum, bool is_big, const unsigned char *bytes, uint32_t size);
struct log_sum log_sum_read(const unsigned char *bytes);
void log_sum_write(struct log_sum sum, unsigned char *ret);
uint32_t log_number(const unsigned char *bytes);
/* True if the log that begins with HEADER has sums of numbers with the high byte first. */
bool log_is_big(const unsigned char header[LOG_HEADER]);

#endif
