/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens a database in the steps that find damage: first the log, then the kind and format of the
 * file, then all pages. Whatever a step finds is mended before the next one.
 */
#include "store/sound.h"

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "store/log.h"
#include "store/salvage.h"

static struct error *open_for_reading(const char *path, const struct layout *layout,
				      enum log_state log, struct db **ret)
{
	if (log != LOG_WHOLE)
		return error_create(
			ERROR_UNUSABLE,
			"%s-wal is damaged: what was written last is lost; the next run "
			"mends it",
			path);
	struct error *err = db_open(path, DB_READ, ret);

	return err ? err : migrate_to(*ret, DB_READ, layout);
}

/* Opens PATH. If it is a database of LAYOUT without sums, it gets them first. */
static struct error *open_sealed(const char *path, const struct layout *layout, struct db **ret,
				 char **ret_damage)
{
	bool lacks_sums = false;
	struct error *err = db_try(path, DB_WRITE, ret, ret_damage);

	if (!err)
		err = migrate_lacks_sums(*ret, layout, &lacks_sums);
	if (err || !lacks_sums)
		return err;
	err = db_checkpoint(*ret, true);
	db_close(TAKE(*ret));
	if (!err)
		err = salvage_all(path);
	if (!err)
		err = db_open(path, DB_WRITE, ret);
	return error_wrap(err, "migrating %s", path);
}

/* *RET_DAMAGE, which the caller frees, is set in any case. */
static struct error *open_for_writing(const char *path, const struct layout *layout,
				      struct db **ret, char **ret_damage)
{
	struct error *err = open_sealed(path, layout, ret, ret_damage);

	if (!err)
		err = migrate_to(*ret, DB_WRITE, layout);
	if (!err)
		err = db_checkpoint(*ret, false);
	if (!err)
		err = db_check(*ret);
	if (err && *ret && db_damage(*ret))
		*ret_damage = xstrdup(db_damage(*ret));
	return err;
}

/* Opens PATH again, which is new, or has what was copied. */
static struct error *reopen(const char *path, const struct layout *layout, struct db **ret)
{
	struct error *err = db_open(path, DB_WRITE, ret);

	return err ? err : migrate_to(*ret, DB_WRITE, layout);
}

static struct error *mend(const char *path, const struct layout *layout, const char *damage,
			  struct db **ret, char **ret_damage)
{
	_cleanup_free_ char *lost = NULL;

	db_close(TAKE(*ret));
	struct error *err = salvage_rest(path, layout->has_runs, &lost);
	if (err)
		return error_wrap(err, "mending %s", path);
	free(*ret_damage);
	*ret_damage = xasprintf("%s is damaged (%s): %s; it is kept as %s" SALVAGE_SUFFIX, path,
				damage, lost[0] ? lost : "nothing is lost", path);
	return reopen(path, layout, ret);
}

/* Drops a damaged log, and with LOG_LOST the database, too. */
static struct error *give_up_log(const char *path, enum log_state log, char **ret_damage)
{
	struct error *err = log == LOG_LOST ? salvage_set_aside(path) : NULL;

	if (err)
		return err;
	*ret_damage = log == LOG_LOST
			      ? xasprintf("%s-wal is damaged: nothing of %s can be trusted; it is "
					  "kept as %s" SALVAGE_SUFFIX,
					  path, path, path)
			      : xasprintf("%s-wal is damaged: what was written last is lost", path);
	return NULL;
}

struct error *sound_open(const char *path, enum db_mode mode, const struct layout *layout,
			 struct db **ret, char **ret_damage)
{
	enum log_state log = db_is_open(path) ? LOG_WHOLE : log_check(path);
	_cleanup_free_ char *damage = NULL;
	struct error *err = NULL;

	if (mode == DB_READ)
		return open_for_reading(path, layout, log, ret);
	if (log != LOG_WHOLE)
		err = give_up_log(path, log, ret_damage);
	if (!err)
		err = open_for_writing(path, layout, ret, &damage);
	if (damage) {
		error_destroy(err);
		err = mend(path, layout, damage, ret, ret_damage);
	}
	return err;
}
