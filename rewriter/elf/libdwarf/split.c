/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/libdwarf/split.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/vec.h"
#include "common/xalloc.h"

/* Where the entry of a half is. */
struct place {
	uint64_t id;
	Dwarf_Off offset;
};

/* A file with other halves. libdwarf keeps pointers to the first two fields. */
struct half {
	struct debug_image image;
	struct debug_source source;
	VEC(struct place) places; /* of a package, sorted by id */
};

struct debug_split {
	struct debug_image *image;
	const char *path;
	/*
	 * The file itself once more, for what halves refer to there: libdwarf ties it to the one
	 * that is read, and would allocate its errors in one that was closed before.
	 */
	struct debug_source main;
	struct half *package, *last; /* NULL: not there */
};

/* Returns NULL if there is no such file, or no DWARF in it. */
static struct half *half_create(const char *path)
{
	struct half *half = xcalloc(1, sizeof(*half));
	struct error *err = debug_image_open(path, &half->image);

	if (err) {
		error_destroy(err);
		free(half);
		return NULL;
	}
	debug_source_open(&half->image, &half->source);
	if (half->source.debug)
		return half;
	debug_image_close(&half->image);
	free(half);
	return NULL;
}

static void half_destroy(struct half *half)
{
	if (!half)
		return;
	vec_deinit(&half->places);
	debug_source_close(&half->source);
	debug_image_close(&half->image);
	free(half);
}

struct debug_split *debug_split_create(struct debug_image *image, const char *path)
{
	struct debug_split *split = xcalloc(1, sizeof(*split));

	split->image = image;
	split->path = path;
	return split;
}

void debug_split_destroy(struct debug_split *split)
{
	debug_source_close(&split->main);
	half_destroy(split->package);
	half_destroy(split->last);
	free(split);
}

static bool tie(struct debug_split *split, struct half *half)
{
	struct debug_source *source = &half->source;

	/* It may have been tied before, when errors of the file itself were to go elsewhere. */
	debug_source_is_done(source, dwarf_set_tied_dbg(source->debug, NULL, &source->error));
	return debug_source_is_done(
		source, dwarf_set_tied_dbg(source->debug, split->main.debug, &source->error));
}

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* The package has an index, but libdwarf 0.11.1 takes what a damaged one says for an address. */
static void find_places(struct half *package)
{
	struct debug_source *source = &package->source;
	Dwarf_Die die;

	while (debug_source_next(source, &die)) {
		struct place place = { .id = debug_source_id(source, die) };

		if (place.id && debug_source_is_done(source, dwarf_dieoffset(die, &place.offset,
									     &source->error)))
			vec_push(&package->places, place);
		dwarf_dealloc_die(die);
	}
	if (package->places.count)
		qsort(package->places.items, package->places.count, sizeof(struct place),
		      compare_places);
}

/* Opens what is needed for any half. */
static void open_all(struct debug_split *split)
{
	_cleanup_free_ char *package = xasprintf("%s.dwp", split->path);

	if (split->main.debug)
		return;
	debug_source_open(split->image, &split->main);
	split->package = split->main.debug ? half_create(package) : NULL;
	if (split->package && tie(split, split->package))
		find_places(split->package);
}

static bool find_in_package(struct debug_split *split, uint64_t id, Dwarf_Die *ret)
{
	struct half *package = split->package;
	const struct place wanted = { .id = id }, *place = NULL;

	if (package && package->places.count)
		place = bsearch(&wanted, package->places.items, package->places.count,
				sizeof(wanted), compare_places);
	return place && tie(split, package) &&
	       debug_source_is_done(&package->source,
				    dwarf_offdie_b(package->source.debug, place->offset, true, ret,
						   &package->source.error));
}

/* Finds the half in the file at PATH, which becomes the last one. */
static bool find_in_file(struct debug_split *split, uint64_t id, const char *path, Dwarf_Die *ret)
{
	struct half *half = half_create(path);
	bool is_found = false;

	if (!half)
		return false;
	if (!tie(split, half)) {
		half_destroy(half);
		return false;
	}
	half_destroy(split->last);
	split->last = half;
	while (!is_found && debug_source_next(&half->source, ret)) {
		is_found = debug_source_id(&half->source, *ret) == id;
		if (!is_found)
			dwarf_dealloc_die(*ret);
	}
	return is_found;
}

bool debug_split_find(struct debug_split *split, uint64_t id, const char *name,
		      const char *directory, struct debug_source **ret_source, Dwarf_Die *ret)
{
	_cleanup_free_ char *own = path_dirname(split->path), *beside = path_join(own, name),
			    *built = path_join(directory ? directory : own, name);

	open_all(split);
	if (!id || !split->main.debug)
		return false;
	if (find_in_package(split, id, ret)) {
		*ret_source = &split->package->source;
		return true;
	}
	if (!find_in_file(split, id, beside, ret) && !find_in_file(split, id, built, ret))
		return false;
	*ret_source = &split->last->source;
	return true;
}
