/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hashes an upper layer, in order to tell whether two runs have written the same. The sum of the
 * entries' hashes does not depend on their order in the directory.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "runner/sandbox/upper_layer.h"

#define MAX_DEPTH 64
#define CHUNK	  16384

void upper_layer_digest_begin(struct upper_layer_digest *digest, const struct timespec *start)
{
	*digest = (struct upper_layer_digest){ .start = *start };
}

static bool add_entries(int from, uint64_t parent, struct upper_layer_digest *digest);

static bool add_bytes(int fd, struct hash *hash)
{
	char chunk[CHUNK];
	ssize_t size;

	while ((size = read(fd, chunk, sizeof(chunk))) > 0)
		hash_add(hash, chunk, (size_t)size);
	return size == 0;
}

/*
 * Adds the extended attributes. Of the marks of overlays only "opaque" counts, which hides what is
 * below a directory.
 */
static bool add_marks(int fd, struct hash *hash)
{
	char names[1024], value[1024];
	ssize_t size = flistxattr(fd, names, sizeof(names));

	for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1) {
		ssize_t length;

		if (strstr(names + at, ".overlay.") && !strstr(names + at, ".overlay.opaque"))
			continue;
		length = fgetxattr(fd, names + at, value, sizeof(value));
		if (length < 0)
			return false;
		hash_add_string(hash, names + at);
		hash_add(hash, value, (size_t)length);
	}
	return size >= 0 || errno == ENOTSUP;
}

static bool add_link(int from, const char *name, struct hash *hash)
{
	char target[PATH_MAX];
	ssize_t length = readlinkat(from, name, target, sizeof(target));

	if (length >= 0)
		hash_add(hash, target, (size_t)length);
	return length >= 0;
}

/* Adds what the entry holds, but not the entries of a directory. */
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
	if (!add_marks(*ret_fd, hash))
		return false;
	return S_ISDIR(status->st_mode) || add_bytes(*ret_fd, hash);
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/*
 * Adds the time of change of the entry NAME if a program set it, or if it is older than the run.
 * Otherwise only the order counts in which the files were changed.
 */
static void add_time(const struct stat *status, uint64_t name, struct upper_layer_digest *digest,
		     struct hash *hash)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (!is_later(&digest->start, &status->st_mtim) && !is_later(&status->st_mtim, &now)) {
		if (S_ISREG(status->st_mode))
			vec_push(&digest->changes,
				 ((struct upper_layer_change){ status->st_mtim, name }));
		return;
	}
	hash_add_u64(hash, (uint64_t)status->st_mtim.tv_sec);
	hash_add_u64(hash, (uint64_t)status->st_mtim.tv_nsec);
}

static void add_status(const struct stat *status, struct hash *hash)
{
	hash_add_u64(hash, status->st_mode);
	hash_add_u64(hash, status->st_uid);
	hash_add_u64(hash, status->st_gid);
	hash_add_u64(hash, status->st_rdev);
	hash_add_u64(hash, S_ISDIR(status->st_mode) ? 0 : status->st_nlink);
}

/* PARENT is the hash of the directory's name: equal names in two directories are two files. */
static bool add_entry(int from, const char *name, uint64_t parent,
		      struct upper_layer_digest *digest)
{
	uint64_t own = hash_string(name) + parent * 31;
	_cleanup_close_ int fd = -1;
	struct stat status;
	struct hash *hash;
	bool is_good;

	if (fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return false;
	hash = hash_create();
	hash_add_u64(hash, parent);
	hash_add_string(hash, name);
	add_status(&status, hash);
	add_time(&status, own, digest, hash);
	is_good = add_content(from, name, &status, hash, &fd);
	digest->sum += hash_take(hash);
	if (!is_good || !S_ISDIR(status.st_mode))
		return is_good;
	if (digest->depth == MAX_DEPTH)
		return false;
	digest->depth++;
	is_good = add_entries(fd, own, digest);
	digest->depth--;
	return is_good;
}

static bool add_entries(int from, uint64_t parent, struct upper_layer_digest *digest)
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

bool upper_layer_digest_add(struct upper_layer_digest *digest, int from)
{
	struct hash *hash = hash_create();
	struct stat status;
	bool is_good = fstat(from, &status) == 0 && add_marks(from, hash);

	if (is_good)
		add_status(&status, hash);
	/* The order of the added directories counts. */
	digest->sum = digest->sum * 31 + hash_take(hash);
	return is_good && add_entries(from, digest->nr_added++, digest);
}

static int compare_changes(const void *a, const void *b)
{
	const struct upper_layer_change *x = a, *y = b;

	if (is_later(&x->time, &y->time))
		return 1;
	if (is_later(&y->time, &x->time))
		return -1;
	return (x->name > y->name) - (x->name < y->name);
}

uint64_t upper_layer_digest_take(struct upper_layer_digest *digest)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, digest->sum);
	if (digest->changes.count)
		qsort(digest->changes.items, digest->changes.count,
		      sizeof(struct upper_layer_change), compare_changes);
	for (size_t i = 0; i < digest->changes.count; i++)
		hash_add_u64(hash, digest->changes.items[i].name);
	vec_deinit(&digest->changes);
	return hash_take(hash);
}
