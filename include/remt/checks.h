/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Checks: conditions in a test's code that decide whether it fails, and calls of a framework's
 * functions that do.  What they look at is recorded, in the session (remt/session.h), one record
 * behind the other; size comes first and `is_whole` last, so that a process that is killed in between
 * leaves a record that is known to be none.
 *
 * The plugin plants, in a unit whose `check` is set (remt/unit.h),
 *
 *   c = check(unit, number, where, kinds, c, values …)
 *
 * in front of a condition c, and in front of a call
 *
 *   if (check(unit, number, where, kinds, 0, values …)) skip the call
 *
 * KINDS: REMT_CHECK_TRUE, REMT_CHECK_FALSE or REMT_CHECK_CALL, then one letter for each of the
 * values, which are all 64 bits wide; a text and bytes have a second value, how many there are at
 * most.
 */
#ifndef REMT_CHECKS_H
#define REMT_CHECKS_H

#include <stdint.h>

#define REMT_CHECK_TRUE	 'T' /* the condition holds if it is true */
#define REMT_CHECK_FALSE 'F' /* … if it is false */
#define REMT_CHECK_CALL	 'C'

enum remt_check_kind {
	REMT_CHECK_SIGNED = 'i',
	REMT_CHECK_UNSIGNED = 'u',
	REMT_CHECK_FLOAT = 'f',	  /* the bits of a double */
	REMT_CHECK_POINTER = 'p', /* only whether it is NULL is of interest */
	REMT_CHECK_TEXT = 's',	  /* up to a NUL; next value: at most */
	REMT_CHECK_BYTES = 'm',	  /* next value: how many */
};

#define REMT_CHECK_MAX_VALUES 16
#define REMT_CHECK_MAX_BYTES  1024 /* of one text; the rest is not recorded */

enum remt_check_outcome {
	REMT_CHECK_HOLDS = 0,
	REMT_CHECK_FAILS = 1,
	REMT_CHECK_UNKNOWN = 2, /* a call, that was left out */
};

/* Followed by `where`, with its NUL, and the values. */
struct remt_check {
	uint32_t size;	   /* whole record; multiple of 8 */
	uint32_t is_whole; /* 1 */
	uint64_t uid;	   /* of the unit */
	uint32_t number;   /* in it */
	uint32_t outcome;  /* enum remt_check_outcome */
	uint32_t where_size;
	uint32_t nr_values;
};

/* Followed by its bytes, padded to 8. */
struct remt_check_value {
	uint32_t kind;	   /* enum remt_check_kind */
	uint32_t nr_bytes; /* of a text or bytes */
	uint64_t
		value; /* of a text or bytes: how many there are, as far as one has looked; of a pointer 0 or 1 */
};

#endif
