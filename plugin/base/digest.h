/* SPDX-License-Identifier: GPL-3.0-or-later */
/* XXH64, apart from GCC's headers: those forbid what xxhash's say. */
#ifndef PLUGIN_BASE_DIGEST_H
#define PLUGIN_BASE_DIGEST_H

#include <stddef.h>

/* XXH64 with seed 0. */
unsigned long long digest(const void *bytes, size_t size);

#endif
