/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/sandbox/planted.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "common/strv.h"
#include "common/xalloc.h"

void planted_forget(struct planted *planted)
{
	for (size_t i = 0; i < planted->entries.count; i++)
		free(planted->entries.items[i].name);
	vec_deinit(&planted->entries);
	strv_destroy(planted->paths);
	*planted = (struct planted){ 0 };
}

/* Adds what is called NAME; false: it is neither a directory nor a file with that name alone. */
static bool add(struct planted *planted, unsigned tree, int upper, const char *name, bool is_file)
{
	struct planted_entry entry = { .tree = tree };

	if (fstatat(upper, name, &entry.status, AT_SYMLINK_NOFOLLOW) < 0)
		return false;
	if (is_file ? !S_ISREG(entry.status.st_mode) || entry.status.st_nlink != 1
		    : !S_ISDIR(entry.status.st_mode))
		return false;
	entry.name = xstrdup(name);
	vec_push(&planted->entries, entry);
	return true;
}

bool planted_add(struct planted *planted, unsigned tree, int upper, const char *name,
		 const char *path)
{
	bool is_good = add(planted, tree, upper, ".", false);

	for (const char *end = strchr(name, '/'); end && is_good; end = strchr(end + 1, '/')) {
		char *directory = xstrndup(name, (size_t)(end - name));

		is_good = add(planted, tree, upper, directory, false);
		free(directory);
	}
	if (!is_good || !add(planted, tree, upper, name, true))
		return false;
	strv_append(&planted->paths, path);
	return true;
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool planted_entry_is_same(const struct planted_entry *entry, int upper)
{
	const struct stat *old = &entry->status;
	struct stat now;

	/* The size of a tmpfs directory counts its entries. */
	return fstatat(upper, entry->name, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
	       now.st_ino == old->st_ino && now.st_mode == old->st_mode &&
	       now.st_uid == old->st_uid && now.st_gid == old->st_gid &&
	       now.st_nlink == old->st_nlink && now.st_size == old->st_size &&
	       is_same_time(&now.st_mtim, &old->st_mtim) &&
	       is_same_time(&now.st_ctim, &old->st_ctim);
}
