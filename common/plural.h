/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMMON_PLURAL_H
#define COMMON_PLURAL_H

#include <stdint.h>

/* Returns the end of a noun of which there are COUNT: "1 test", "2 tests". */
static inline const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* Returns ONE, or MANY, as there are COUNT: "is" and "are", "branch" and "branches". */
static inline const char *plural_of(uint64_t count, const char *one, const char *many)
{
	return count == 1 ? one : many;
}

#endif
