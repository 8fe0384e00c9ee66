/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Subtracts the footprint of a test from the files that its mutated run names. */
#include "runner/baseline/extra.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/trace/trace_names.h"

enum {
	MAX_SETS = 1 << 16, /* limit for all runs, as a test may name other files each time */
	USE_NONE = 0,	    /* nothing of the file counts */
};

/* A set that is being made. */
struct finder {
	const struct extra_opts *opts;
	const struct footprint *footprint;
	bool has_stranger; /* a program that the test does not execute has loaded modules */
	struct strbuf content;
};

bool extra_is_covered(enum input_use use, enum input_use other)
{
	return use == other || use == INPUT_LOADED || (use == INPUT_ASKED && other == INPUT_OPENED);
}

static const struct module *find_module(const struct finder *finder, const char *path)
{
	_cleanup_free_ char *resolved = realpath(path, NULL);

	return resolved ? modules_lookup(finder->opts->modules, resolved) : NULL;
}

static bool is_own(const struct finder *finder, const struct module *module)
{
	for (size_t i = 0; module && i < finder->footprint->modules.count; i++) {
		if (finder->footprint->modules.items[i] == module)
			return true;
	}
	return false;
}

static const struct footprint_name *find_name(const struct finder *finder, const char *path)
{
	for (size_t i = 0; i < finder->footprint->names.count; i++) {
		if (strcmp(finder->footprint->names.items[i].path, path) == 0)
			return &finder->footprint->names.items[i];
	}
	return NULL;
}

/* True if the test executes PROGRAM without a mutant, too, or depends on all of it. */
static bool is_known_program(const struct finder *finder, const char *program)
{
	const struct footprint_name *name = find_name(finder, program);

	return is_own(finder, find_module(finder, program)) || (name && name->use == INPUT_OPENED);
}

/*
 * Returns what the run has seen of the file. The graphs cover the test's own modules as long as
 * they are only executed. Other modules may be executed in ways that no graph covers.
 */
static enum input_use use_of(const struct finder *finder, const struct named_row *row)
{
	const struct module *module = find_module(finder, row->path);
	bool is_executed = row->use & (TRACE_NAME_EXECUTED | TRACE_NAME_LOADED);

	if (row->use & TRACE_NAME_OPENED)
		return INPUT_OPENED;
	if (is_executed &&
	    (!is_own(finder, module) || (finder->has_stranger && row->use & TRACE_NAME_LOADED)))
		return INPUT_OPENED;
	if (row->use & TRACE_NAME_ASKED)
		return module ? INPUT_LOADED : INPUT_ASKED;
	return is_executed ? INPUT_LOADED : (enum input_use)USE_NONE;
}

static void add(struct finder *finder, const char *path, enum input_use use)
{
	const struct footprint_name *name = find_name(finder, path);
	struct named_row row = { .use = use, .path = path };

	if (use == (enum input_use)USE_NONE || path_is_below(finder->opts->private_dir, path) ||
	    (name && extra_is_covered(use, name->use)))
		return;
	row.state = inputs_state(finder->opts->inputs, path, use);
	named_add_row(&finder->content, &row);
}

/* Returns false if the set is damaged. */
static bool find_extras(struct finder *finder, const struct named_set *named)
{
	const char *end = named->content + named->size, *at = named->content;
	struct named_row row;

	while (named_next(&at, end, &row))
		finder->has_stranger |=
			row.use & TRACE_NAME_LOADER && !is_known_program(finder, row.path);
	if (at != end)
		return false;
	for (at = named->content; named_next(&at, end, &row);)
		add(finder, row.path, use_of(finder, &row));
	return true;
}

static uint64_t make(struct extras *extras, const struct extra_opts *opts,
		     const struct footprint *footprint, uint64_t named)
{
	const struct named_set *set = named_sets_find(&extras->named, named);
	struct finder finder = { .opts = opts, .footprint = footprint };
	uint64_t hash = 0;

	if (!set || !footprint->is_whole || extras->sets.sets.count >= MAX_SETS)
		return 0;
	if (find_extras(&finder, set)) {
		size_t size = finder.content.length;

		hash = named_sets_add(&extras->sets, strbuf_take(&finder.content), size);
	}
	strbuf_deinit(&finder.content);
	return hash;
}

uint64_t extras_find(struct extras *extras, const struct extra_opts *opts, uint32_t test,
		     const struct footprint *footprint, uint64_t named)
{
	const uint64_t key[2] = { test, named };
	uint64_t hash = hash_bytes(key, sizeof(key));
	uint32_t index = named ? slots_find(&extras->found, hash) : SLOTS_NONE;

	if (!named)
		return 0;
	if (index == SLOTS_NONE) {
		index = (uint32_t)extras->hashes.count;
		slots_add(&extras->found, hash, index);
		vec_push(&extras->hashes, make(extras, opts, footprint, named));
	}
	return extras->hashes.items[index];
}

uint64_t extras_none(struct extras *extras)
{
	return named_sets_add(&extras->sets, xstrdup(""), 0);
}

struct error *extras_store(struct extras *extras, struct store *store, uint64_t hash)
{
	struct named_set *set = hash ? named_sets_find(&extras->sets, hash) : NULL;
	struct error *err;

	if (!set || set->is_passed_on)
		return NULL;
	const struct store_extra stored = { hash, set->content, set->size };

	err = store_put_extra(store, &stored);
	set->is_passed_on = !err;
	return err;
}

void extras_deinit(struct extras *extras)
{
	named_sets_deinit(&extras->named);
	named_sets_deinit(&extras->sets);
	slots_deinit(&extras->found);
	vec_deinit(&extras->hashes);
}

char *extra_find_changed(const struct store_extra *set, struct inputs *inputs)
{
	const char *at = set->content, *end = at + set->size;
	struct named_row row;

	while (named_next(&at, end, &row)) {
		if (row.use < INPUT_ASKED || row.use > INPUT_LOADED ||
		    inputs_state(inputs, row.path, (enum input_use)row.use) != row.state)
			return xstrdup(row.path);
	}
	return at == end ? NULL : xstrdup("a record of files");
}
