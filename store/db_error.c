/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of SQLite's result codes: a full disk, damage, a file of another kind, missing rights. */
#include <errno.h>
#include <sys/resource.h>

#include "common/xalloc.h"
#include "store/db_state.h"
#include "store/survey.h"
#include "store/vfs.h"

/*
 * True if the disk is full. The shared memory of the log is a file, too; if that can't grow, SQLite
 * reports an input or output error only.
 */
static bool is_disk_full(struct db *db, int code)
{
	int errnum = sqlite3_system_errno(db->handle);

	return (code & 0xff) == SQLITE_FULL ||
	       ((code & 0xff) == SQLITE_IOERR && (errnum == ENOSPC || errnum == EDQUOT));
}

/* A file that ends too early is as damaged as a page with a wrong sum. */
struct error *db_error_damage(struct db *db, int code)
{
	if (!db->damage)
		db->damage = code == SQLITE_IOERR_DATA ? survey_describe(db->handle)
						       : xstrdup(sqlite3_errmsg(db->handle));
	return error_create(ERROR_UNUSABLE, "%s is damaged (%s); the next run mends it", db->path,
			    db->damage);
}

/* Names the limit of file sizes, if there is one: SQLite often has no errno of such a failure. */
static struct error *error_other(struct db *db, int code, const char *what)
{
	const char *message = sqlite3_errmsg(db->handle);
	struct rlimit limit;

	if ((code & 0xff) == SQLITE_IOERR && getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
	    limit.rlim_cur != RLIM_INFINITY)
		return error_create(ERROR_INTERNAL,
				    "%s %s: %s; files may have %llu bytes (ulimit -f)", what,
				    db->path, message, (unsigned long long)limit.rlim_cur);
	return error_create(ERROR_INTERNAL, "%s %s: %s", what, db->path, message);
}

struct error *db_error(struct db *db, int code, const char *what)
{
	if (is_disk_full(db, code))
		return error_create(ERROR_INTERNAL, "%s %s: the disk is full", what, db->path);
	if (code == SQLITE_IOERR_DATA ||
	    ((code & 0xff) == SQLITE_CORRUPT && vfs_is_sealed(db->handle)))
		return db_error_damage(db, code);
	switch (code & 0xff) {
	case SQLITE_NOTADB:
		return error_create(ERROR_UNUSABLE, "%s is no remt store (not an SQLite database)",
				    db->path);
	case SQLITE_CORRUPT:
	case SQLITE_ERROR: /* our statements are correct, so a table or column is missing */
		return error_create(ERROR_UNUSABLE,
				    "%s is damaged (%s); move it away to start anew", db->path,
				    sqlite3_errmsg(db->handle));
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
		return error_create(ERROR_UNUSABLE, "%s %s: no permission (%s)", what, db->path,
				    sqlite3_errmsg(db->handle));
	default: return error_other(db, code, what);
	}
}
