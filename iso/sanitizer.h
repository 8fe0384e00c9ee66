/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the reports of sanitizers in what a run printed to standard error, such as
 *
 *	==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000011 at …
 *	a.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented …
 */
#ifndef ISO_SANITIZER_H
#define ISO_SANITIZER_H

#include "common/attr.h"

/*
 * Removes the reports from ERROR, in place, and returns their classes, one per line, in the order
 * of the reports: "AddressSanitizer: heap-buffer-overflow", "runtime error: signed integer
 * overflow". Returns "" if there is no report. The rest of a report (addresses, stacks, shadow
 * bytes) depends on the layout of the program, and is dropped. The caller owns the result.
 */
char *sanitizer_take(char *error) RETURNS_NONNULL MUST_CHECK;

#endif
