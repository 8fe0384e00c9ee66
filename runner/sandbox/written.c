/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists an upper layer as text. A file that is long or holds NUL bytes is shown by its size and
 * hash.
 */
#include "runner/sandbox/written.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"

#define MAX_TEXT  262144 /* bytes of one file that are shown */
#define CHUNK	  16384
#define MAX_DEPTH 64

static bool add_entries(struct strbuf *text, int directory, const char *path, unsigned depth);

/* Reads the first MAX_TEXT bytes of FD and hashes all. */
static bool read_content(int fd, struct strbuf *begin, uint64_t *ret_hash)
{
	struct hash *hash = hash_create();
	char chunk[CHUNK];
	ssize_t size;

	while ((size = read(fd, chunk, sizeof(chunk))) > 0) {
		hash_add(hash, chunk, (size_t)size);
		if (begin->length <= MAX_TEXT)
			strbuf_add(begin, chunk, (size_t)size);
	}
	*ret_hash = hash_take(hash);
	return size == 0;
}

static bool add_file(struct strbuf *text, int directory, const char *name,
		     const struct stat *status)
{
	_cleanup_close_ int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	_cleanup_strbuf_ struct strbuf content = { 0 };
	uint64_t hash;

	if (fd < 0 || !read_content(fd, &content, &hash))
		return false;
	strbuf_addf(text, " (mode %03o)", (unsigned)status->st_mode & 07777);
	if (content.length > MAX_TEXT ||
	    (content.length && memchr(content.data, 0, content.length))) {
		strbuf_addf(text, ": %" PRIu64 " bytes, hash %016" PRIx64 "\n",
			    (uint64_t)status->st_size, hash);
		return true;
	}
	strbuf_adds(text, ":\n");
	strbuf_add(text, content.data ? content.data : "", content.length);
	if (content.length && content.data[content.length - 1] != '\n')
		strbuf_adds(text, "\n(no newline at the end)\n");
	return true;
}

static bool add_link(struct strbuf *text, int directory, const char *name)
{
	char target[PATH_MAX];
	ssize_t length = readlinkat(directory, name, target, sizeof(target));

	if (length < 0)
		return false;
	strbuf_addf(text, " -> %.*s\n", (int)length, target);
	return true;
}

static bool add_entry(struct strbuf *text, int directory, const char *path, const char *name,
		      unsigned depth)
{
	_cleanup_free_ char *full = path_join(path, name);
	struct stat status;

	if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return false;
	if (S_ISDIR(status.st_mode)) {
		_cleanup_close_ int inner =
			openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

		return inner >= 0 && depth < MAX_DEPTH && add_entries(text, inner, full, depth + 1);
	}
	strbuf_adds(text, full);
	if (S_ISREG(status.st_mode))
		return add_file(text, directory, name, &status);
	if (S_ISLNK(status.st_mode))
		return add_link(text, directory, name);
	/* The overlay's mark for a removed name. */
	strbuf_adds(text, S_ISCHR(status.st_mode) && status.st_rdev == 0 ? " removed\n"
									 : " (special file)\n");
	return true;
}

static bool add_entries(struct strbuf *text, int directory, const char *path, unsigned depth)
{
	struct dirent **entries;
	int count = scandirat(directory, ".", &entries, NULL, alphasort);
	bool is_good = count >= 0;

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;

		if (is_good && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
			is_good = add_entry(text, directory, path, name, depth);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return is_good;
}

bool written_add(struct strbuf *text, int directory, const char *path)
{
	return add_entries(text, directory, path, 0);
}
