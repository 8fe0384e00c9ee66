/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of sanitizers among what a run printed to standard error. */
#ifndef ISO_SANITIZER_H
#define ISO_SANITIZER_H

#include "common/attr.h"

/*
 * Takes the reports out of ERROR, in place, and returns their classes, a line each, in order
 * ("AddressSanitizer: heap-buffer-overflow", "runtime error: signed integer overflow"); "" if there
 * is none.  What else a report says (addresses, stacks, shadow bytes) depends on the layout of the
 * program.  Owned by the caller.
 */
char *sanitizer_take(char *error) RETURNS_NONNULL MUST_CHECK;

#endif
