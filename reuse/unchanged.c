/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reuse/unchanged.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/input/input.h"
#include "store/store.h"

static struct error *compare(void *arg, const struct store_stamp *stamp)
{
	const struct input then = {
		.path = stamp->path,
		.use = (enum input_use)stamp->use,
		.state = stamp->state,
		.stamp = stamp->stamp,
	};

	(void)arg;
	if (input_is_same(&then))
		return NULL;
	return error_create(ERROR_UNUSABLE, "%s has changed", stamp->path);
}

static struct error *count(void *arg, const struct store_cell *cell)
{
	*(uint64_t *)arg += cell->verdict != VERDICT_UNKNOWN;
	return NULL;
}

static struct error *compare_all(struct store *store, const char *request, struct unchanged *ret)
{
	_cleanup_free_ char *earlier = NULL;
	struct store_run run;
	struct error *err = store_get_run(store, &run);

	if (!err)
		err = store_get_meta(store, "request", &earlier);
	if (!err && (!run.finished[0] || !earlier || strcmp(earlier, request) != 0))
		err = error_create(ERROR_UNUSABLE, "something else was asked for");
	if (!err)
		err = store_each_stamp(store, compare, NULL);
	if (!err)
		err = store_each_cell(store, 0, count, &ret->nr_cells);
	if (!err)
		ret->started = xstrdup(run.started);
	return err;
}

struct unchanged unchanged_find(const char *directory, const char *request)
{
	struct unchanged unchanged = { 0 };
	struct store *store = NULL;
	struct error *err = store_open(directory, STORE_READ, &store);

	if (!err) /* the report will read what is not compared here */
		err = store_check(store);
	if (!err)
		err = compare_all(store, request, &unchanged);
	unchanged.is_unchanged = !err;
	error_destroy(err);
	store_close(store);
	return unchanged;
}

void unchanged_deinit(struct unchanged *unchanged)
{
	free(unchanged->started);
}
