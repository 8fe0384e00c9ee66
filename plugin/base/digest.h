/* SPDX-License-Identifier: GPL-3.0-or-later */
/* XXH64. A file of its own, since GCC's headers poison names that xxhash.h uses. */
#ifndef PLUGIN_BASE_DIGEST_H
#define PLUGIN_BASE_DIGEST_H

#include <stddef.h>

/* XXH64 with seed 0. */
unsigned long long digest(const void *bytes, size_t size);

#endif
