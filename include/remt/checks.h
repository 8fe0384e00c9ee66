/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Checks: conditions in a test's code that decide whether it fails, and calls of a framework's
 * functions that do so. The values that a check looks at are recorded in the session, of all checks
 * or only of failing ones (remt/session.h), one record behind the other. `size` is written first
 * and `is_whole` last: so a process that is killed in between leaves a record that readers skip.
 *
 * The plugin plants checks; they do something while the unit's `check` is set (remt/unit.h). In
 * front of a condition c:
 *
 *   c = check(unit, number, where, kinds, c, values …)
 *
 * Around a call:
 *
 *   if (check(unit, number, where, kinds, 0, values …)) skip the call
 *
 * KINDS is REMT_CHECK_TRUE, REMT_CHECK_FALSE or REMT_CHECK_CALL, then one letter for each value.
 * Values have 64 bits each. Behind a text or bytes comes one more value, without a letter: how many
 * bytes may be read at most.
 */
#ifndef REMT_CHECKS_H
#define REMT_CHECKS_H

#include <stdint.h>

#define REMT_CHECK_TRUE	 'T' /* the check holds if the condition is true */
#define REMT_CHECK_FALSE 'F' /* the check holds if the condition is false */
#define REMT_CHECK_CALL	 'C'

enum remt_check_kind {
	REMT_CHECK_SIGNED = 'i',
	REMT_CHECK_UNSIGNED = 'u',
	REMT_CHECK_FLOAT = 'f',	  /* the bits of a double */
	REMT_CHECK_POINTER = 'p', /* only whether it is NULL counts */
	REMT_CHECK_TEXT = 's',	  /* ends with a NUL; the next value is the greatest length */
	REMT_CHECK_BYTES = 'm',	  /* the next value is their number */
};

#define REMT_CHECK_MAX_VALUES 16
#define REMT_CHECK_MAX_BYTES  1024 /* of one text, or of bytes; what follows is not recorded */

enum remt_check_outcome {
	REMT_CHECK_HOLDS = 0,
	REMT_CHECK_FAILS = 1,
	REMT_CHECK_UNKNOWN = 2, /* a call that was left out */
};

/* A record. `where`, with its NUL, and the values follow. */
struct remt_check {
	uint32_t size;	   /* of the whole record in bytes; a multiple of 8 */
	uint32_t is_whole; /* 1; 0: the process was killed while it wrote */
	uint64_t uid;	   /* the unit's */
	uint32_t number;   /* of the check in its unit */
	uint32_t outcome;  /* enum remt_check_outcome */
	uint32_t where_size;
	uint32_t nr_values;
};

/* A value of a record. Its bytes follow, padded to a multiple of 8. */
struct remt_check_value {
	uint32_t kind;	   /* enum remt_check_kind; POINTER also for a text or bytes at NULL */
	uint32_t nr_bytes; /* of a text or bytes; else 0 */
	/*
	 * Of a text: how many bytes of it were read; of bytes: how many there are; of a pointer: 0
	 * if NULL, else 1; else the bits of the value.
	 */
	uint64_t value;
};

#endif
