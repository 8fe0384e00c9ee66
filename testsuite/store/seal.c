/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seal FILE...: gives all pages of databases, which a test has changed by other means, the sums
 * that remt's have. A log must have been brought in. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "store/page.h"

static bool seal(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDWR | O_CLOEXEC);
	unsigned char page[PAGE_SIZE_BYTES];
	uint32_t number = 1;
	off_t at = 0;

	while (pread(fd, page, sizeof(page), at) == sizeof(page)) {
		page_seal(page, number++);
		if (pwrite(fd, page, sizeof(page), at) != sizeof(page))
			return false;
		at += PAGE_SIZE_BYTES;
	}
	return number > 1;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (seal(argv[i]))
			continue;
		fprintf(stderr, "%s: not sealed\n", argv[i]);
		return 1;
	}
	return 0;
}
