/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/expectation.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/xalloc.h"
#include "runner/job/output.h"

#define CHUNK 16384

struct error *expectation_read(const char *path, struct expectation **ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct expectation *expectation;
	struct error *err;
	char *data;
	size_t size;

	if (fd < 0)
		return error_errno(ERROR_INTERNAL, errno, "opening %s", path);
	*ret = NULL;
	if (output_size(fd) > EXPECTATION_MAX_BYTES)
		return NULL;
	err = fs_read_file(path, &data, &size);
	if (err)
		return err;
	expectation = xcalloc(1, sizeof(*expectation));
	*expectation = (struct expectation){ data, size, hash_bytes(data, size) };
	*ret = expectation;
	return NULL;
}

void expectation_destroy(struct expectation *expectation)
{
	if (!expectation)
		return;
	free((char *)expectation->data);
	free(expectation);
}

/* Returns the length of the common beginning. */
static size_t agreement(const char *a, const char *b, size_t size)
{
	size_t length = 0;

	if (memcmp(a, b, size) == 0)
		return size;
	while (a[length] == b[length])
		length++;
	return length;
}

enum output_match expectation_compare(const struct expectation *expectation, int fd, uint64_t *at)
{
	char chunk[CHUNK];
	ssize_t size;

	/* One byte more than expected counts like many. */
	while ((size = pread(fd, chunk, sizeof(chunk), (off_t)*at)) > 0) {
		size_t left = expectation->size - *at;
		size_t wanted = (size_t)size < left ? (size_t)size : left;
		size_t equal = agreement(chunk, expectation->data + *at, wanted);

		*at += equal;
		if (equal < (size_t)size)
			return OUTPUT_OTHER;
	}
	return *at < expectation->size ? OUTPUT_SHORTER : OUTPUT_SAME;
}
