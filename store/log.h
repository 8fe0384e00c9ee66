/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The write-ahead log beside a database that nobody uses. SQLite takes the first damaged frame for
 * the end of the log: whatever was committed behind it would be lost silently.
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
	LOG_SUM_AT = 16,	/* in a frame's header */
	LOG_HEADER_SUM_AT = 24, /* in the log's header */
};

enum log_state {
	LOG_WHOLE, /* the log is whole, is missing, or is in use */
	LOG_CUT,   /* its end is lost; the database has an earlier state */
	/*
	 * Its end is lost, and the database may have parts of it, so that it has no consistent
	 * state.
	 */
	LOG_LOST,
};

struct log_sum {
	uint32_t a, b;
};

/* Checks the log of the database PATH, before that is opened. */
enum log_state log_check(const char *path);

/*
 * Continues SUM over SIZE bytes, a multiple of 8. IS_BIG: they are numbers with the high byte
 * first.
 */
void log_sum_add(struct log_sum *sum, bool is_big, const unsigned char *bytes, uint32_t size);
struct log_sum log_sum_read(const unsigned char *bytes);
void log_sum_write(struct log_sum sum, unsigned char *ret);
uint32_t log_number(const unsigned char *bytes);
/* True if the sums of the log that begins with HEADER are of numbers with the high byte first. */
bool log_is_big(const unsigned char header[LOG_HEADER]);

#endif
