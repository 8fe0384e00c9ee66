/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/output.h"

#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/hash.h"

#define SMALL 16384 /* bytes that are read, not mapped */

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

bool output_text_says_killed(const char *text)
{
	static const char word[] = "Killed";

	for (const char *at = text; (at = strstr(at, word)); at++) {
		const char *end = at + strlen(word);

		if (*end && *end != '\n' && *end != ' ')
			continue;
		/* dash: alone; bash: "t.sh: line 1:  7333 Killed   ./t"; make: "[t] Killed" */
		if (at == text || at[-1] == '\n' ||
		    (at - text >= 2 && at[-1] == ' ' &&
		     (isdigit((unsigned char)at[-2]) || at[-2] == ']')))
			return true;
	}
	return false;
}

bool output_says_killed(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	uint64_t size = fd < 0 ? 0 : output_size(fd);
	char end[SMALL + 1];
	ssize_t length = pread(fd, end, SMALL, size > SMALL ? (off_t)(size - SMALL) : 0);

	end[length > 0 ? length : 0] = '\0';
	for (ssize_t i = 0; i < length; i++)
		if (!end[i])
			end[i] = ' ';
	return output_text_says_killed(end);
}
