/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/packed.h"

#include <zstd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

enum {
	LEVEL = 3,
	/* Of a value in bytes; a damaged store must not make us allocate more. */
	MAX_SIZE = 1 << 30,
};

struct error *packed_make(const void *content, size_t size, void **ret, size_t *ret_size)
{
	size_t room = ZSTD_compressBound(size);
	_cleanup_free_ char *packed = xmalloc(room);
	size_t used = ZSTD_compress(packed, room, content, size, LEVEL);

	if (ZSTD_isError(used))
		return error_create(ERROR_INTERNAL, "compressing: %s", ZSTD_getErrorName(used));
	*ret = TAKE(packed);
	*ret_size = used;
	return NULL;
}

void *packed_open(const void *packed, size_t packed_size, int64_t size)
{
	size_t used;

	if (size <= 0 || size > MAX_SIZE)
		return NULL;
	_cleanup_free_ char *content = xmalloc((size_t)size);

	used = ZSTD_decompress(content, (size_t)size, packed, packed_size);
	return ZSTD_isError(used) || used != (size_t)size ? NULL : TAKE(content);
}
