/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are written for each run, and need no fresh view (planted.h). */
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "runner/sandbox/view_state.h"

/* Adds the file PATH to what the topmost layer knows; false: its place there is not known. */
static bool plant(struct view *view, const char *path)
{
	struct view_layer *layer = view_top(view);

	/* The innermost tree shows it. */
	for (unsigned i = view->nr_trees; i-- > 0;) {
		_cleanup_free_ char *name = path_below(view->trees[i].root, path);

		if (name)
			return layer->overlays[i].is_mounted &&
			       planted_add(&layer->planted, i, layer->overlays[i].content.fd, name,
					   path);
	}
	return false;
}

/* True if all trees without planted files are as they were at first. */
static bool others_are_untouched(const struct view *view)
{
	const struct view_layer *layer = view_top(view);
	bool has_files[VIEW_NR_TREES] = { false };

	for (size_t i = 0; i < layer->planted.entries.count; i++)
		has_files[layer->planted.entries.items[i].tree] = true;
	for (unsigned i = 0; i < view->nr_trees; i++) {
		if (layer->overlays[i].is_mounted && !has_files[i] &&
		    !pristine_is_same(&layer->overlays[i].content))
			return false;
	}
	return pristine_is_same(&layer->tmp);
}

void view_plant(struct view *view, char *const *paths)
{
	struct planted *planted = &view_top(view)->planted;
	bool is_good = true;

	planted_forget(planted);
	for (; *paths && is_good; paths++)
		is_good = plant(view, *paths);
	if (!is_good)
		planted_forget(planted);
}

bool view_is_planted(const struct view *view, char *const *paths)
{
	const struct view_layer *layer = view->nr_layers ? view_top(view) : NULL;

	if (!layer || !layer->planted.paths || !strv_equal(layer->planted.paths, paths))
		return false;
	for (size_t i = 0; i < layer->planted.entries.count; i++) {
		const struct planted_entry *entry = &layer->planted.entries.items[i];

		if (!planted_entry_is_same(entry, layer->overlays[entry->tree].content.fd))
			return false;
	}
	return others_are_untouched(view);
}
