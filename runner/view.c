/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Overlays over one tree.
 *
 * Each layer is a tmpfs over the scratch directory, with upper/, work/ and tmp/,
 * and an overlay of upper/ over the tree as it was at the beginning (an open
 * descriptor leads below the mounts).  Layers are stacked, so that a process that
 * was started in one keeps valid paths while another lies above it.
 */
#include "runner/view.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "common/xalloc.h"

#define NR_LAYERS 2
#define TMPFS_OPTIONS "size=25%,mode=0755"
#define FULL_PERCENT 95

/* Directories of one layer, and what they were like when it was mounted. */
struct layer {
	int upper, tmp;
	struct stat upper_status, tmp_status;
};

struct view {
	char *root, *scratch;
	char *upper, *work, *tmp; /* below scratch */
	char *options;		  /* of the overlay */
	int lower;		  /* descriptor of root below all overlays */
	struct layer layers[NR_LAYERS];
	int nr_layers;
};

const char *view_tmpdir(const struct view *view)
{
	return view->tmp;
}

static bool is_same(int fd, const struct stat *old)
{
	struct stat now;

	/* The size of a tmpfs directory counts its entries. */
	return fstat(fd, &now) == 0 && now.st_size == old->st_size &&
	       now.st_ctim.tv_sec == old->st_ctim.tv_sec &&
	       now.st_ctim.tv_nsec == old->st_ctim.tv_nsec;
}

bool view_is_untouched(const struct view *view)
{
	const struct layer *top = &view->layers[view->nr_layers - 1];

	return is_same(top->upper, &top->upper_status) && is_same(top->tmp, &top->tmp_status);
}

bool view_is_full(const struct view *view)
{
	struct statvfs status;

	return fstatvfs(view->layers[view->nr_layers - 1].tmp, &status) == 0 &&
	       (status.f_blocks - status.f_bfree) * 100 >= status.f_blocks * FULL_PERCENT;
}

/* Copies owner and mode of the tree's root: the overlay shows those of the upper directory. */
static bool make_upper(const struct view *view)
{
	struct stat status;

	return fstat(view->lower, &status) == 0 && mkdir(view->upper, 0700) == 0 &&
	       chown(view->upper, status.st_uid, status.st_gid) == 0 &&
	       chmod(view->upper, status.st_mode & 07777) == 0;
}

static bool open_layer(const struct view *view, struct layer *layer)
{
	layer->upper = open(view->upper, O_PATH | O_CLOEXEC);
	layer->tmp = open(view->tmp, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (layer->upper >= 0 && layer->tmp >= 0 && fstat(layer->upper, &layer->upper_status) == 0 &&
	    fstat(layer->tmp, &layer->tmp_status) == 0)
		return true;
	if (layer->upper >= 0)
		close(layer->upper);
	if (layer->tmp >= 0)
		close(layer->tmp);
	return false;
}

static void unmount(const char *path)
{
	if (umount2(path, 0) < 0)
		umount2(path, MNT_DETACH);
}

static struct error *mount_layer(struct view *view)
{
	struct layer *layer = &view->layers[view->nr_layers];
	struct error *err;

	if (mount("remt-view", view->scratch, "tmpfs", MS_NOSUID | MS_NODEV, TMPFS_OPTIONS) < 0)
		return error_errno(ERROR_INTERNAL, errno, "mounting a tmpfs on %s", view->scratch);
	if (!make_upper(view) || mkdir(view->work, 0700) < 0 || mkdir(view->tmp, 0700) < 0)
		err = error_errno(ERROR_INTERNAL, errno, "filling %s", view->scratch);
	else if (mount("remt-view", view->root, "overlay", 0, view->options) < 0)
		err = error_errno(ERROR_INTERNAL, errno, "mounting an overlay on %s", view->root);
	else if (open_layer(view, layer)) {
		view->nr_layers++;
		return NULL;
	} else {
		err = error_errno(ERROR_INTERNAL, errno, "opening %s", view->scratch);
		unmount(view->root);
	}
	unmount(view->scratch);
	return err;
}

static void unmount_layer(struct view *view)
{
	struct layer *top = &view->layers[--view->nr_layers];

	close(top->upper);
	close(top->tmp);
	unmount(view->root);
	unmount(view->scratch);
}

struct error *view_refresh(struct view *view)
{
	if (view_is_untouched(view))
		return NULL;
	unmount_layer(view);
	return mount_layer(view);
}

struct error *view_push(struct view *view)
{
	return view->nr_layers < NR_LAYERS ? mount_layer(view) : NULL;
}

void view_pop(struct view *view)
{
	if (view->nr_layers == NR_LAYERS)
		unmount_layer(view);
}

static void destroy(struct view *view)
{
	if (view->lower >= 0)
		close(view->lower);
	free(view->root);
	free(view->scratch);
	free(view->upper);
	free(view->work);
	free(view->tmp);
	free(view->options);
	free(view);
}

struct error *view_create(const char *root, const char *scratch, bool user, struct view **ret)
{
	struct view *view = xcalloc(1, sizeof(*view));
	struct error *err = NULL;

	view->root = xstrdup(root);
	view->scratch = xstrdup(scratch);
	view->upper = xasprintf("%s/upper", scratch);
	view->work = xasprintf("%s/work", scratch);
	view->tmp = xasprintf("%s/tmp", scratch);
	view->lower = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	view->options = xasprintf("lowerdir=/proc/self/fd/%d,upperdir=%s,workdir=%s%s", view->lower,
				  view->upper, view->work, user ? ",userxattr" : "");
	if (view->lower < 0)
		err = error_errno(ERROR_INTERNAL, errno, "opening %s", root);
	if (!err)
		err = mount_layer(view);
	if (err)
		destroy(view);
	else
		*ret = view;
	return err;
}
