/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Layers for processes that go on from where another process is. What was written is copied, or
 * shared as long as nobody writes into it.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "common/fs.h"
#include "runner/sandbox/upper_layer.h"
#include "runner/sandbox/view_state.h"

struct view_layer *view_owner(const struct view *view, unsigned i)
{
	for (int l = view->nr_layers; l-- > 0;) {
		if (view->layers[l].overlays[i].is_mounted)
			return (struct view_layer *)&view->layers[l];
		if (!view->layers[l].is_fork)
			return NULL;
	}
	return NULL;
}

struct view_layer *view_tmp_owner(const struct view *view)
{
	int l = view->nr_layers - 1;

	while (view->layers[l].tmp.fd < 0)
		l--;
	return (struct view_layer *)&view->layers[l];
}

void view_unmount_fork(struct view *view)
{
	struct view_layer *layer = view_top(view);
	char name[64];

	if (layer->tmp.fd >= 0) {
		pristine_close(&layer->tmp);
		if (layer->is_tmp_mounted)
			overlay_release(view->tmp);
		snprintf(name, sizeof(name), "/proc/self/fd/%d/tmp-%d", layer->directory,
			 view->nr_layers);
		error_destroy(fs_remove_tree(name));
	}
	for (unsigned i = view->nr_trees; i-- > 0;) {
		if (layer->overlays[i].root)
			overlay_remove(&layer->overlays[i]);
	}
	view->nr_layers--;
}

static struct error *fork_tree(struct view *view, unsigned i)
{
	struct view_layer *layer = view_top(view), *below = view_owner(view, i);
	bool is_touched =
		below && (below->is_fork || !pristine_is_same(&below->overlays[i].content));

	if (!below || (!is_touched && !view->trees[i].is_written))
		return NULL;
	if (view->trees[i].has_inner)
		return error_create(ERROR_UNUSABLE, "it writes into %s", view->trees[i].root);
	layer->overlays[i] = (struct overlay){
		.root = view->trees[i].root,
		.lower = view->trees[i].lower,
		.directory = layer->directory,
		.begin = is_touched ? &below->overlays[i].content : NULL,
		.is_user = view->is_user,
	};
	return overlay_mount(&layer->overlays[i], (unsigned)view->nr_layers * VIEW_NR_TREES + i);
}

static struct error *fork_tmp(struct view *view)
{
	struct view_layer *layer = view_top(view), *below = view_tmp_owner(view);
	bool is_touched = below->is_fork || !pristine_is_same(&below->tmp);
	char name[20], source[40];
	struct error *err = NULL;

	if (!is_touched && !view->is_tmp_written)
		return NULL;
	snprintf(name, sizeof(name), "tmp-%d", view->nr_layers);
	if (mkdirat(layer->directory, name, 0700) < 0 ||
	    !pristine_open(&layer->tmp, layer->directory, name))
		return error_errno(ERROR_INTERNAL, errno, "creating %s", name);
	if (is_touched)
		err = upper_layer_copy(below->tmp.fd, layer->tmp.fd);
	snprintf(source, sizeof(source), "/proc/self/fd/%d", layer->tmp.fd);
	if (err)
		return err;
	layer->is_tmp_mounted = mount(source, view->tmp, NULL, MS_BIND, NULL) == 0;
	if (!layer->is_tmp_mounted || fstat(layer->tmp.fd, &layer->tmp.status) < 0)
		return error_errno(ERROR_INTERNAL, errno, "mounting %s", view->tmp);
	return NULL;
}

struct error *view_fork(struct view *view)
{
	struct view_layer *below = view_top(view), *layer = below + 1;
	struct error *err = NULL;

	if (view->nr_layers == VIEW_NR_LAYERS + VIEW_NR_FORKS)
		return error_create(ERROR_UNUSABLE, "its runs lie too deep");
	*layer =
		(struct view_layer){ .directory = below->directory, .tmp.fd = -1, .is_fork = true };
	view->nr_layers++;
	for (unsigned i = 0; i < view->nr_trees && !err; i++)
		err = fork_tree(view, i);
	if (!err)
		err = fork_tmp(view);
	if (err)
		view_unmount_fork(view);
	return err;
}

bool view_is_forked(const struct view *view)
{
	const struct view_layer *layer = view_top(view);
	bool is_forked = layer->tmp.fd >= 0;

	for (unsigned i = 0; i < view->nr_trees; i++)
		is_forked |= layer->overlays[i].is_mounted;
	return layer->is_fork && is_forked;
}

bool view_join(struct view *view)
{
	bool is_same = true;

	for (unsigned i = 0; i < view->nr_trees; i++) {
		struct view_layer *layer = view_owner(view, i);

		if (!layer || layer == view_top(view) ||
		    pristine_is_same(&layer->overlays[i].content))
			continue;
		view->trees[i].is_written = true;
		is_same = false;
	}
	if (view_tmp_owner(view) != view_top(view) &&
	    !pristine_is_same(&view_tmp_owner(view)->tmp)) {
		view->is_tmp_written = true;
		is_same = false;
	}
	view_unmount_fork(view);
	return is_same;
}

bool view_digest(const struct view *view, const struct timespec *start, uint64_t *ret)
{
	const struct view_layer *layer = view_top(view);
	struct upper_layer_digest digest;
	bool is_good = true;

	upper_layer_digest_begin(&digest, start);
	for (unsigned i = 0; i < view->nr_trees && is_good; i++) {
		if (layer->overlays[i].is_mounted)
			is_good = upper_layer_digest_add(&digest, layer->overlays[i].content.fd);
	}
	if (is_good && layer->tmp.fd >= 0)
		is_good = upper_layer_digest_add(&digest, layer->tmp.fd);
	*ret = upper_layer_digest_take(&digest);
	return is_good;
}

void view_forget(struct view *view)
{
	for (unsigned i = 0; i < view->nr_trees; i++)
		view->trees[i].is_written = false;
	view->is_tmp_written = false;
}
