/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/position.h"

#include <inttypes.h>

#include "common/xalloc.h"

char *position_text(const char *file, uint32_t line, uint32_t column)
{
	return line ? xasprintf("%s:%" PRIu32 ":%" PRIu32, file, line, column)
		    : xasprintf("%s:0x%" PRIx32, file, column);
}
