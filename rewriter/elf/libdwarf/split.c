/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/libdwarf/split.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"

/* A file with other halves. libdwarf keeps pointers to both fields. */
struct half {
	struct debug_image image;
	struct debug_source source;
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

/* Opens what is needed for any half. */
static void open_all(struct debug_split *split)
{
	_cleanup_free_ char *package = xasprintf("%s.dwp", split->path);

	if (split->main.debug)
		return;
	debug_source_open(split->image, &split->main);
	split->package = half_create(package);
}

static bool tie(struct debug_split *split, struct half *half)
{
	struct debug_source *source = &half->source;

	/* It may have been tied before, when errors of the file itself were to go elsewhere. */
	debug_source_is_done(source, dwarf_set_tied_dbg(source->debug, NULL, &source->error));
	return debug_source_is_done(
		source, dwarf_set_tied_dbg(source->debug, split->main.debug, &source->error));
}

static bool find_in_package(struct debug_split *split, uint64_t id, Dwarf_Die *ret)
{
	struct debug_source *source;
	Dwarf_Sig8 signature;

	if (!split->package || !tie(split, split->package))
		return false;
	source = &split->package->source;
	memcpy(&signature, &id, sizeof(signature));
	return debug_source_is_done(source,
				    dwarf_die_from_hash_signature(source->debug, &signature, "cu",
								  ret, &source->error));
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
