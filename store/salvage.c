/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a new database beside the old one, fills it by store/copy.h, and renames it into place. The
 * old file stays until then, so that a crash loses nothing.
 */
#include "store/salvage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/strbuf.h"
#include "common/xalloc.h"
#include "store/copy.h"
#include "store/log.h"
#include "store/page.h"

static const char *const suffixes[] = { "-wal", "-shm", "" };

enum { NR_OF_LOG = 2, NR_SUFFIXES };

static struct error *remove_files(const char *path, int count)
{
	struct error *err = NULL;

	for (int i = 0; !err && i < count; i++) {
		_cleanup_free_ char *name = xasprintf("%s%s", path, suffixes[i]);

		if (unlink(name) < 0 && errno != ENOENT)
			err = error_errno(ERROR_UNUSABLE, errno, "removing %s", name);
	}
	return err;
}

/* The log is renamed first: no log may ever lie beside a database that it does not belong to. */
struct error *salvage_set_aside(const char *path)
{
	_cleanup_free_ char *aside = xasprintf("%s" SALVAGE_SUFFIX, path);
	struct error *err = remove_files(aside, NR_SUFFIXES);

	for (int i = 0; !err && i < NR_SUFFIXES; i++) {
		_cleanup_free_ char *from = xasprintf("%s%s", path, suffixes[i]);
		_cleanup_free_ char *to = xasprintf("%s%s", aside, suffixes[i]);

		if (rename(from, to) < 0 && errno != ENOENT)
			err = error_errno(ERROR_UNUSABLE, errno, "renaming %s", from);
	}
	return err;
}

/* What is to be copied, and where to. */
struct task {
	const char *path;
	char *fresh; /* path of the new database */
	bool takes_all;
	struct strbuf lost;
};

static struct error *fill(struct task *task, struct db *from, struct db *to)
{
	struct error *err = db_execute(from, "BEGIN");

	if (!err)
		err = db_begin(to);
	if (!err)
		err = task->takes_all ? copy_all(from, to) : copy_runs(from, to, &task->lost);
	return err ? err : db_commit(to);
}

static struct error *make(struct task *task)
{
	struct db *from = NULL, *to = NULL;
	_cleanup_free_ char *damage = NULL;
	struct error *err = db_open(task->fresh, DB_WRITE, &to);

	if (!err)
		err = db_execute(to, "PRAGMA journal_mode = WAL");
	if (!err)
		err = db_try(task->path, DB_READ, &from, &damage);
	if (err && damage && !task->takes_all) {
		error_destroy(err);
		err = NULL;
		strbuf_adds(&task->lost, "all runs are lost");
	} else if (!err) {
		err = fill(task, from, to);
	}
	db_close(from);
	if (!err)
		err = db_checkpoint(to, true);
	db_close(to);
	return err;
}

static struct error *replace(struct task *task)
{
	struct error *err = task->takes_all ? remove_files(task->path, NR_OF_LOG)
					    : salvage_set_aside(task->path);

	if (!err && rename(task->fresh, task->path) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "renaming %s", task->fresh);
	return err;
}

enum { NR_PAGES_AT = 28 /* offset in page 1; high byte first */ };

/*
 * SQLite does not open a database that is shorter than it was: the missing pages become damaged
 * ones. The descriptor may be closed, as nobody has the file open, so that no locks are lost.
 */
static struct error *lengthen(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	unsigned char page[PAGE_SIZE_BYTES];
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);
	if (pread(fd, page, sizeof(page), 0) != sizeof(page) || !page_is_sealed(page, 1))
		return NULL;
	off_t size = (off_t)log_number(page + NR_PAGES_AT) * PAGE_SIZE_BYTES;
	if (size > st.st_size && ftruncate(fd, size) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "writing %s", path);
	return NULL;
}

static struct error *perform(struct task *task)
{
	struct error *err;

	task->fresh = xasprintf("%s.new", task->path);
	err = remove_files(task->fresh, NR_SUFFIXES);
	if (!err)
		err = make(task);
	if (!err)
		err = replace(task);
	free(task->fresh);
	return err;
}

struct error *salvage_all(const char *path)
{
	struct task task = { .path = path, .takes_all = true };
	struct error *err = perform(&task);

	strbuf_deinit(&task.lost);
	return err;
}

struct error *salvage_rest(const char *path, bool has_runs, char **ret)
{
	struct task task = { .path = path };
	struct error *err = lengthen(path);

	if (!err)
		err = has_runs ? perform(&task) : salvage_set_aside(path);
	if (!err && !has_runs)
		strbuf_adds(&task.lost, "nothing of it is used");
	if (!err)
		*ret = strbuf_take(&task.lost);
	strbuf_deinit(&task.lost);
	return err;
}
