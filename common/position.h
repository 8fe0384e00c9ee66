/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place of a file, as readers of reports know it. */
#ifndef COMMON_POSITION_H
#define COMMON_POSITION_H

#include <stdint.h>

#include "common/attr.h"

/* "FILE:LINE:COLUMN", or without a line "FILE:0x1180": then COLUMN is an address.  Owned by the
 * caller. */
char *position_text(const char *file, uint32_t line, uint32_t column) RETURNS_NONNULL MUST_CHECK;

#endif
