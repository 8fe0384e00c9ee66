/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Layers of overlays.
 *
 * Each layer is a tmpfs at SCRATCH/view, an overlay over every tree whose upper directory is in
 * this tmpfs, and on top the scratch directory itself, which may lie in one of the trees. Open
 * descriptors lead below the mounts. Layers are stacked, so that the paths of a process stay valid
 * while another layer lies above its own.
 */
#include "runner/sandbox/view_state.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/mount.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/written.h"

#define FULL_PERCENT 95
#define MEMORY_PART  4 /* one byte of so many is for files */
#define LEAST_BYTES  (64 << 20)

const char *view_tmpdir(const struct view *view)
{
	return view->tmp;
}

bool view_is_untouched(const struct view *view)
{
	const struct view_layer *layer = view_top(view);

	for (unsigned i = 0; i < view->nr_trees; i++) {
		if (layer->overlays[i].is_mounted && !pristine_is_same(&layer->overlays[i].content))
			return false;
	}
	return pristine_is_same(&layer->tmp);
}

bool view_is_full(const struct view *view)
{
	struct statvfs status;

	return fstatvfs(view_top(view)->directory, &status) == 0 &&
	       (status.f_blocks - status.f_bfree) * 100 >= status.f_blocks * FULL_PERCENT;
}

/* Makes the mount writable whose root is PATH in DIRECTORY; "": DIRECTORY itself. */
static void set_writable(int directory, const char *path)
{
	struct mount_attr writable = { .attr_clr = MOUNT_ATTR_RDONLY };

	syscall(SYS_mount_setattr, directory, path, path[0] ? 0 : AT_EMPTY_PATH, &writable,
		sizeof(writable));
}

/* Puts the scratch directory and this layer's tmpfs back over the trees that hide them. */
static bool bind_scratch(struct view *view)
{
	char source[40];

	snprintf(source, sizeof(source), "/proc/self/fd/%d", view->scratch_fd);
	if (mount(source, view->scratch, NULL, MS_BIND, NULL) < 0)
		return false;
	view_top(view)->is_scratch_bound = true;
	set_writable(AT_FDCWD, view->scratch);
	snprintf(source, sizeof(source), "/proc/self/fd/%d", view_top(view)->directory);
	return mount(source, view->upper, NULL, MS_BIND, NULL) == 0;
}

static void unmount_layer(struct view *view)
{
	struct view_layer *layer = view_top(view);

	planted_forget(&layer->planted);
	pristine_close(&layer->tmp);
	if (layer->is_scratch_bound) {
		overlay_release(view->upper);
		overlay_release(view->scratch);
	}
	for (unsigned i = view->nr_trees; i-- > 0;) {
		if (layer->overlays[i].root)
			overlay_unmount(&layer->overlays[i]);
	}
	if (layer->directory >= 0)
		close(layer->directory);
	overlay_release(view->upper);
	view->nr_layers--;
}

static struct error *mount_trees(struct view *view)
{
	struct view_layer *layer = view_top(view);

	for (unsigned i = 0; i < view->nr_trees; i++) {
		struct error *err;

		layer->overlays[i] = (struct overlay){
			.root = view->trees[i].root,
			.lower = view->trees[i].lower,
			.directory = layer->directory,
			.is_user = view->is_user,
		};
		err = overlay_mount(&layer->overlays[i], i);
		if (err && view->trees[i].is_needed)
			return err;
		error_destroy(err); /* the tree can't be written, then */
	}
	return NULL;
}

static bool make_tmp(struct view_layer *layer)
{
	return mkdirat(layer->directory, "tmp", 0700) == 0 &&
	       pristine_open(&layer->tmp, layer->directory, "tmp");
}

static struct error *mount_layer(struct view *view)
{
	struct view_layer *layer;
	struct error *err;
	char options[64];

	snprintf(options, sizeof(options), "mode=0755,size=%" PRIu64, view->layer_bytes);
	if (mount("remt-view", view->upper, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0)
		return error_errno(ERROR_INTERNAL, errno, "mounting a tmpfs on %s", view->upper);
	layer = &view->layers[view->nr_layers++];
	*layer = (struct view_layer){ .tmp.fd = -1 };
	layer->directory = open(view->upper, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	err = mount_trees(view);
	if (!err && (!bind_scratch(view) || !make_tmp(layer)))
		err = error_errno(ERROR_INTERNAL, errno, "mounting %s", view->scratch);
	if (err)
		unmount_layer(view);
	return err;
}

static struct error *renew_tmp(struct view *view)
{
	struct error *err;

	pristine_close(&view_top(view)->tmp);
	err = fs_remove_tree(view->tmp);
	if (!err && !make_tmp(view_top(view)))
		err = error_errno(ERROR_INTERNAL, errno, "creating %s", view->tmp);
	return err;
}

struct error *view_refresh(struct view *view)
{
	struct view_layer *layer;
	struct error *err = NULL;

	if (!view->nr_layers) /* the last refresh failed */
		return mount_layer(view);
	layer = view_top(view);
	planted_forget(&layer->planted);
	for (unsigned i = 0; i < view->nr_trees && !err; i++) {
		if (!layer->overlays[i].is_mounted || pristine_is_same(&layer->overlays[i].content))
			continue;
		if (view->trees[i].has_inner) {
			unmount_layer(view);
			return mount_layer(view);
		}
		err = overlay_renew(&layer->overlays[i]);
	}
	if (!err && !pristine_is_same(&layer->tmp))
		err = renew_tmp(view);
	return err;
}

/*
 * Adds the content of DIRECTORY of LAYER, if anything was written there. A fork begins with what
 * others wrote.
 */
static bool list_one(const struct view_layer *layer, const struct pristine *directory,
		     const char *path, struct strbuf *text)
{
	return directory->fd < 0 || (!layer->is_fork && pristine_is_same(directory)) ||
	       written_add(text, directory->fd, path);
}

struct error *view_list(const struct view *view, const char *path)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	const struct view_layer *tmp = view_tmp_owner(view);
	bool is_good = list_one(tmp, &tmp->tmp, view->tmp, &text);
	_cleanup_close_ int fd = -1;

	for (unsigned i = 0; i < view->nr_trees && is_good; i++) {
		const struct view_layer *layer = view_owner(view, i);

		if (layer)
			is_good = list_one(layer, &layer->overlays[i].content, view->trees[i].root,
					   &text);
	}
	if (!is_good)
		return error_errno(ERROR_INTERNAL, errno, "reading what a run has written");
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || !fs_write_all(fd, strbuf_get(&text), text.length))
		return error_errno(ERROR_INTERNAL, errno, "writing %s", path);
	return NULL;
}

struct error *view_push(struct view *view)
{
	return view->nr_layers < VIEW_NR_LAYERS ? mount_layer(view) : NULL;
}

void view_pop(struct view *view)
{
	while (view_top(view)->is_fork)
		view_unmount_fork(view);
	if (view->nr_layers == VIEW_NR_LAYERS)
		unmount_layer(view);
}

/*
 * True if an overlay of OUTER can change what lies in PATH, a directory below it. The overlay
 * copies the directories between, so a user namespace must know their owners.
 */
static bool can_copy_up(const struct view *view, const char *outer, const char *path)
{
	_cleanup_free_ char *directory = xstrdup(path);

	while (view->is_user && strcmp(directory, outer) != 0) {
		struct stat status;
		char *parent;

		if (stat(directory, &status) < 0 || status.st_uid != geteuid() ||
		    status.st_gid != getegid())
			return false;
		parent = path_dirname(directory);
		free(directory);
		directory = parent;
	}
	return true;
}

/*
 * Adds the tree PATH (taken over) behind those that it may lie in, unless one of them shows it
 * already.
 */
static void add_tree(struct view *view, char *path, bool is_needed)
{
	struct view_tree tree = { .root = path, .is_needed = is_needed };
	bool is_shown = false;
	struct statx status;

	tree.lower = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (tree.lower < 0 || statx(tree.lower, "", AT_EMPTY_PATH, STATX_MNT_ID, &status) < 0) {
		free(path);
		return;
	}
	/* A device number would not tell a tree from a bind mount in it. */
	tree.mount = status.stx_mnt_id;
	tree.has_inner = path_is_below(path, view->scratch);
	for (unsigned i = 0; i < view->nr_trees && !is_shown; i++) {
		struct view_tree *other = &view->trees[i];

		if (!path_is_below(other->root, path))
			continue;
		is_shown = other->mount == tree.mount && can_copy_up(view, other->root, path);
		if (is_shown)
			other->is_needed |= is_needed;
		else
			other->has_inner = true;
	}
	if (is_shown) {
		free(path);
		close(tree.lower);
	} else {
		view->trees[view->nr_trees++] = tree;
	}
}

/* An outer directory has the shorter name. */
static int compare_lengths(const void *a, const void *b)
{
	size_t left = strlen(*(char *const *)a), right = strlen(*(char *const *)b);

	return left < right ? -1 : left > right;
}

static struct error *add_trees(struct view *view, const char *root, bool offline)
{
	const char *names[VIEW_NR_TREES] = { root,	 "/tmp",	 "/var/tmp",
					     "/dev/shm", getenv("HOME"), offline ? "/run" : NULL };
	_cleanup_free_ char *needed = NULL;
	char *paths[VIEW_NR_TREES];
	size_t count = 0;

	for (size_t i = 0; i < VIEW_NR_TREES; i++) {
		struct error *err = NULL;

		if (!names[i] || names[i][0] != '/' || !names[i][1])
			continue;
		err = path_resolve(names[i], &paths[count]);
		if (err && i == 0)
			return err;
		if (!err)
			count++;
		error_destroy(err);
	}
	needed = xstrdup(paths[0]);
	qsort(paths, count, sizeof(paths[0]), compare_lengths);
	for (size_t i = 0; i < count; i++)
		add_tree(view, paths[i], strcmp(paths[i], needed) == 0);
	for (unsigned i = 0; i < view->nr_trees; i++) {
		if (view->trees[i].is_needed)
			return NULL;
	}
	return error_create(ERROR_INTERNAL, "%s can't be opened", needed);
}

/* Makes all present mounts but ours read-only in this namespace. */
static void protect(const struct view *view)
{
	struct mount_attr read_only = { .attr_set = MOUNT_ATTR_RDONLY };
	const struct view_layer *layer = view_top(view);

	syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &read_only, sizeof(read_only));
	for (unsigned i = 0; i < view->nr_trees; i++) {
		if (layer->overlays[i].is_mounted)
			set_writable(AT_FDCWD, view->trees[i].root);
	}
	set_writable(AT_FDCWD, view->scratch);
	set_writable(AT_FDCWD, view->upper);
	set_writable(layer->directory, ""); /* the same tmpfs, by its lower mount */
	set_writable(AT_FDCWD, "/proc");    /* a mount of our own */
	set_writable(AT_FDCWD, "/dev/pts"); /* programs create terminals there */
}

static uint64_t layer_bytes(unsigned nr_views)
{
	uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t part = all / MEMORY_PART / (nr_views ? nr_views : 1);

	return part > LEAST_BYTES ? part : LEAST_BYTES;
}

struct error *view_create(const struct view_opts *opts, struct view **ret)
{
	struct view *view = xcalloc(1, sizeof(*view));
	struct error *err;

	view->scratch = xstrdup(opts->scratch);
	view->upper = path_join(opts->scratch, "view");
	view->tmp = path_join(view->upper, "tmp");
	view->scratch_fd = open(opts->scratch, O_PATH | O_DIRECTORY | O_CLOEXEC);
	view->is_user = contain_has_user_namespace();
	view->layer_bytes = layer_bytes(opts->nr_views);
	err = add_trees(view, opts->root, opts->offline);
	if (!err)
		err = mount_layer(view);
	if (!err) {
		protect(view);
		*ret = view;
		return NULL;
	}
	for (unsigned i = 0; i < view->nr_trees; i++) {
		close(view->trees[i].lower);
		free(view->trees[i].root);
	}
	close(view->scratch_fd);
	free(view->scratch);
	free(view->upper);
	free(view->tmp);
	free(view);
	return err;
}
