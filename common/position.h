/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place in a file, as readers of reports know it. */
#ifndef COMMON_POSITION_H
#define COMMON_POSITION_H

#include <stdint.h>

#include "common/attr.h"

/*
 * Returns "FILE:LINE:COLUMN", as "src/a.c:12:3". If LINE is 0, COLUMN is an address in a compiled
 * file, and the text is as "prog:0x1180". The caller frees.
 */
char *position_text(const char *file, uint32_t line, uint32_t column) RETURNS_NONNULL MUST_CHECK;

#endif
