/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

struct hash {
	XXH64_state_t state;
};

uint64_t hash_bytes(const void *data, size_t size)
{
	return XXH64(data, size, 0);
}

uint64_t hash_string(const char *text)
{
	return hash_bytes(text, strlen(text));
}

struct error *hash_file(const char *path, uint64_t *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;

	if (fd < 0 || fstat(fd, &status) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);
	if (!S_ISREG(status.st_mode))
		return error_create(ERROR_UNUSABLE, "%s is no file", path);

	_cleanup_free_ char *piece = xmalloc(1 << 16);
	XXH64_state_t state;
	XXH64_reset(&state, 0);
	for (;;) {
		ssize_t size = read(fd, piece, 1 << 16);

		if (size < 0 && errno == EINTR)
			continue;
		if (size < 0)
			return error_errno(ERROR_UNUSABLE, errno, "reading %s", path);
		if (size == 0)
			break;
		XXH64_update(&state, piece, (size_t)size);
	}
	*ret = XXH64_digest(&state);
	return NULL;
}

struct hash *hash_create(void)
{
	struct hash *hash = xmalloc(sizeof(*hash));

	XXH64_reset(&hash->state, 0);
	return hash;
}

void hash_add(struct hash *hash, const void *data, size_t size)
{
	if (size)
		XXH64_update(&hash->state, data, size);
}

void hash_add_string(struct hash *hash, const char *text)
{
	hash_add(hash, text, strlen(text) + 1);
}

void hash_add_u64(struct hash *hash, uint64_t value)
{
	unsigned char bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(value >> (8 * i));
	hash_add(hash, bytes, sizeof(bytes));
}

uint64_t hash_take(struct hash *hash)
{
	uint64_t value = XXH64_digest(&hash->state);

	free(hash);
	return value;
}

void hash_to_hex(uint64_t value, char ret[HASH_HEX_SIZE])
{
	snprintf(ret, HASH_HEX_SIZE, "%016llx", (unsigned long long)value);
}
