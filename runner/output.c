/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captured output. */
#include "runner/output.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/hash.h"

#define SMALL 16384 /* bytes that are read rather than mapped */

int output_open(const char *path)
{
	return open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

uint64_t output_size(int fd)
{
	struct stat status;

	return fstat(fd, &status) < 0 ? 0 : (uint64_t)status.st_size;
}

uint64_t output_hash(int fd, uint64_t size)
{
	char small[SMALL];
	uint64_t hash;
	void *data;

	if (size <= sizeof(small)) {
		ssize_t done = size ? pread(fd, small, size, 0) : 0;

		return hash_bytes(small, done < 0 ? 0 : (size_t)done);
	}
	data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		return 0;
	hash = hash_bytes(data, size);
	munmap(data, size);
	return hash;
}

bool output_copy(int from, int to)
{
	off_t at = 0, size = (off_t)output_size(from);

	while (at < size) {
		if (sendfile(to, from, &at, (size_t)(size - at)) <= 0)
			return false;
	}
	return true;
}
