/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compresses large values of the store by zstd. */
#ifndef STORE_PACKED_H
#define STORE_PACKED_H

#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

/* Packs SIZE bytes. The caller frees *RET, which has *RET_SIZE bytes. */
struct error *packed_make(const void *content, size_t size, void **ret,
			  size_t *ret_size) MUST_CHECK;

/*
 * Unpacks to SIZE bytes, which the caller frees. Returns NULL if PACKED is damaged, or SIZE is not
 * between 1 byte and 1 GiB.
 */
void *packed_open(const void *packed, size_t packed_size, int64_t size) MUST_CHECK;

#endif
