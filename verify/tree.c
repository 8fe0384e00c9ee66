/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks trees by fts(3), without following links and within one file system. A file is the same if
 * its time and size are, a link if its target is. Contents are not compared, and files that are
 * neither regular files, links nor directories are left alone.
 */
#include "verify/tree.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

typedef struct error *visit_fn(void *arg, FTS *walk, FTSENT *entry, const char *path);

/*
 * Calls VISIT for all entries below ROOT, directories before their entries.  `path` is relative to
 * ROOT.
 */
static struct error *walk(const char *root, visit_fn *visit, void *arg)
{
	_cleanup_free_ char *top = xstrdup(root);
	char *const tops[] = { top, NULL };
	FTS *fts = fts_open(tops, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	struct error *err = NULL;
	FTSENT *entry;

	if (!fts)
		return error_errno(ERROR_INTERNAL, errno, "cannot open %s", root);
	while (!err && (entry = fts_read(fts))) {
		if (entry->fts_level > 0 && entry->fts_info != FTS_DP)
			err = visit(arg, fts, entry, entry->fts_path + strlen(top) + 1);
	}
	fts_close(fts);
	return err;
}

static bool is_same_time(const struct stat *a, const struct stat *b)
{
	return a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static bool is_same_link(const char *a, const char *b)
{
	char to_a[4096], to_b[4096];
	ssize_t size_a = readlink(a, to_a, sizeof(to_a)), size_b = readlink(b, to_b, sizeof(to_b));

	return size_a >= 0 && size_a == size_b && memcmp(to_a, to_b, (size_t)size_a) == 0;
}

static struct error *copy_file(const char *from, const char *to, const struct stat *status)
{
	const struct timespec times[2] = { status->st_mtim, status->st_mtim };
	_cleanup_free_ char *text = NULL;
	_cleanup_close_ int fd = -1;
	size_t size;
	struct error *err = fs_read_file(from, &text, &size);

	if (err)
		return err;
	fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || !fs_write_all(fd, text, size) || fchmod(fd, status->st_mode & 07777) < 0 ||
	    futimens(fd, times) < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot write %s", to);
	return NULL;
}

static struct error *copy_link(const char *from, const char *to)
{
	char target[4096];
	ssize_t size = readlink(from, target, sizeof(target) - 1);

	if (size >= 0)
		target[size] = '\0';
	if (size < 0 || symlink(target, to) < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot make the link %s", to);
	return NULL;
}

/* Two trees: `root` is walked, and `other` is compared with it. */
struct pair {
	const char *root, *other;
	bool found;
};

static struct error *remove_extra(void *arg, FTS *fts, FTSENT *entry, const char *path)
{
	const struct pair *pair = arg;
	_cleanup_free_ char *original = path_join(pair->other, path);
	struct stat status;

	if (lstat(original, &status) == 0 &&
	    (status.st_mode & S_IFMT) == (entry->fts_statp->st_mode & S_IFMT))
		return NULL;
	if (entry->fts_info == FTS_D)
		fts_set(fts, entry, FTS_SKIP);
	return fs_remove_tree(entry->fts_path);
}

static struct error *bring_back(void *arg, FTS *fts, FTSENT *entry, const char *path)
{
	const struct pair *pair = arg;
	_cleanup_free_ char *changed = path_join(pair->other, path);
	struct stat status;
	bool is_there = lstat(changed, &status) == 0;

	(void)fts;
	if (entry->fts_info == FTS_D)
		return is_there ? NULL
				: fs_make_directories(changed, entry->fts_statp->st_mode & 07777);
	if (entry->fts_info == FTS_F && is_there && is_same_time(&status, entry->fts_statp) &&
	    status.st_size == entry->fts_statp->st_size)
		return NULL;
	if (entry->fts_info != FTS_F && entry->fts_info != FTS_SL && entry->fts_info != FTS_SLNONE)
		return NULL;
	if (entry->fts_info != FTS_F && is_there && is_same_link(entry->fts_path, changed))
		return NULL;
	if (is_there && unlink(changed) < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot remove %s", changed);
	return entry->fts_info == FTS_F ? copy_file(entry->fts_path, changed, entry->fts_statp)
					: copy_link(entry->fts_path, changed);
}

struct error *verify_tree_restore(const char *reference, const char *root)
{
	struct error *err = walk(root, remove_extra, &(struct pair){ root, reference, false });

	return err ? err : walk(reference, bring_back, &(struct pair){ reference, root, false });
}

bool verify_tree_is_source(const char *path)
{
	static const char *const suffixes[] = { ".c", ".C", ".cc", ".cpp", ".cxx", ".c++" };
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < ARRAY_SIZE(suffixes); i++) {
		if (strcmp(dot, suffixes[i]) == 0)
			return true;
	}
	return false;
}

static struct error *touch(void *arg, FTS *fts, FTSENT *entry, const char *path)
{
	(void)arg;
	(void)fts;
	if (entry->fts_info == FTS_F && verify_tree_is_source(path) &&
	    utimensat(AT_FDCWD, entry->fts_path, NULL, 0) < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot touch %s", entry->fts_path);
	return NULL;
}

struct error *verify_tree_touch(const char *root)
{
	return walk(root, touch, NULL);
}

static bool is_binary(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	Elf64_Ehdr header; /* e_type stands at the same offset in both classes */

	return fd >= 0 && read(fd, &header, sizeof(header)) == sizeof(header) &&
	       memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
	       (header.e_type == ET_EXEC || header.e_type == ET_DYN);
}

static struct error *look_for_new(void *arg, FTS *fts, FTSENT *entry, const char *path)
{
	struct pair *pair = arg;
	_cleanup_free_ char *original = path_join(pair->other, path);
	struct stat status;

	(void)fts;
	if (pair->found || entry->fts_info != FTS_F)
		return NULL;
	if (lstat(original, &status) == 0 && is_same_time(&status, entry->fts_statp))
		return NULL;
	pair->found = is_binary(entry->fts_path);
	return NULL;
}

struct error *verify_tree_has_new_binary(const char *reference, const char *root, bool *ret)
{
	struct pair pair = { root, reference, false };
	struct error *err = walk(root, look_for_new, &pair);

	if (!err)
		*ret = pair.found;
	return err;
}
