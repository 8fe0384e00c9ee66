/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/digest.h"

#include <xxhash.h>

unsigned long long digest(const void *bytes, size_t size)
{
	return XXH64(bytes, size, 0);
}
