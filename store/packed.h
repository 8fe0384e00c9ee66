/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large values of the store, compressed by zstd. */
#ifndef STORE_PACKED_H
#define STORE_PACKED_H

#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

/* Packs SIZE bytes; *RET is owned by the caller. */
struct error *packed_make(const void *content, size_t size, void **ret,
			  size_t *ret_size) MUST_CHECK;

/* The reverse: gives SIZE bytes, owned by the caller; NULL if PACKED is damaged. */
void *packed_open(const void *packed, size_t packed_size, int64_t size) MUST_CHECK;

#endif
