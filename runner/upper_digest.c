/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two runs have written the same. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "runner/upper.h"

#define MAX_DEPTH 64
#define CHUNK	  16384

struct digest {
	struct timespec
		start; /* what was changed later was changed by the run, whenever that was */
	unsigned depth;
	uint64_t sum;
};

static bool add_entries(int from, uint64_t parent, struct digest *digest);

static bool add_bytes(int fd, struct hash *hash)
{
	char chunk[CHUNK];
	ssize_t size;

	while ((size = read(fd, chunk, sizeof(chunk))) > 0)
		hash_add(hash, chunk, (size_t)size);
	return size == 0;
}

/* Extended attributes; of the marks of overlays, that a directory hides what is below. */
static void add_marks(int fd, struct hash *hash)
{
	char names[1024], value[256];
	ssize_t size = flistxattr(fd, names, sizeof(names));

	for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1) {
		ssize_t length = fgetxattr(fd, names + at, value, sizeof(value));

		if (length < 0 ||
		    (strstr(names + at, ".overlay.") && !strstr(names + at, ".overlay.opaque")))
			continue;
		hash_add_string(hash, names + at);
		hash_add(hash, value, (size_t)length);
	}
}

static bool add_link(int from, const char *name, struct hash *hash)
{
	char target[PATH_MAX];
	ssize_t length = readlinkat(from, name, target, sizeof(target));

	if (length >= 0)
		hash_add(hash, target, (size_t)length);
	return length >= 0;
}

/* What is in the entry, but for what a directory contains. */
static bool add_content(int from, const char *name, const struct stat *status, struct hash *hash,
			int *ret_fd)
{
	*ret_fd = -1;
	if (S_ISLNK(status->st_mode))
		return add_link(from, name, hash);
	if (!S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode))
		return true;
	*ret_fd = openat(from, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (*ret_fd < 0)
		return false;
	add_marks(*ret_fd, hash);
	return S_ISDIR(status->st_mode) || add_bytes(*ret_fd, hash);
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* When the entry was changed, if that was set, or before the run; else only that it was. */
static void add_time(const struct stat *status, const struct digest *digest, struct hash *hash)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (is_later(&status->st_mtim, &digest->start) && !is_later(&status->st_mtim, &now))
		return;
	hash_add_u64(hash, (uint64_t)status->st_mtim.tv_sec);
	hash_add_u64(hash, (uint64_t)status->st_mtim.tv_nsec);
}

static void add_status(const struct stat *status, const struct digest *digest, struct hash *hash)
{
	hash_add_u64(hash, status->st_mode);
	hash_add_u64(hash, status->st_uid);
	hash_add_u64(hash, status->st_gid);
	hash_add_u64(hash, status->st_rdev);
	hash_add_u64(hash, S_ISDIR(status->st_mode) ? 0 : status->st_nlink);
	add_time(status, digest, hash);
}

/* PARENT: hash of the directory's name, so that a file in another one is another file. */
static bool add_entry(int from, const char *name, uint64_t parent, struct digest *digest)
{
	_cleanup_close_ int fd = -1;
	struct stat status;
	struct hash *hash;
	bool is_good;

	if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return false;
	hash = hash_create();
	hash_add_u64(hash, parent);
	hash_add_string(hash, name);
	add_status(&status, digest, hash);
	is_good = add_content(from, name, &status, hash, &fd);
	digest->sum += hash_take(hash);
	if (!is_good || !S_ISDIR(status.st_mode))
		return is_good;
	if (digest->depth == MAX_DEPTH)
		return false;
	digest->depth++;
	is_good = add_entries(fd, hash_string(name) + parent * 31, digest);
	digest->depth--;
	return is_good;
}

static bool add_entries(int from, uint64_t parent, struct digest *digest)
{
	int list = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	_cleanup_closedir_ DIR *directory = list < 0 ? NULL : fdopendir(list);
	struct dirent *entry;
	bool is_good = directory != NULL;

	while (is_good && (entry = readdir(directory))) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			is_good = add_entry(from, entry->d_name, parent, digest);
	}
	return is_good;
}

bool upper_digest(int from, const struct timespec *start, uint64_t *sum)
{
	struct digest digest = { .start = *start, .sum = *sum };
	bool is_good = add_entries(from, 0, &digest);

	*sum = digest.sum;
	return is_good;
}
