/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mounts overlays. A new entry anywhere in the tree changes the upper directory itself, since the
 * overlay copies the directories above it: one fstat tells whether anything was written.
 */
#include "runner/sandbox/overlay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "runner/sandbox/upper_layer.h"

bool pristine_open(struct pristine *directory, int parent, const char *name)
{
	directory->fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return directory->fd >= 0 && fstat(directory->fd, &directory->status) == 0;
}

bool pristine_is_same(const struct pristine *directory)
{
	const struct stat *old = &directory->status;
	struct stat now;

	/* The size of a tmpfs directory counts its entries. */
	return fstat(directory->fd, &now) == 0 && now.st_size == old->st_size &&
	       now.st_nlink == old->st_nlink && now.st_ctim.tv_sec == old->st_ctim.tv_sec &&
	       now.st_ctim.tv_nsec == old->st_ctim.tv_nsec;
}

void pristine_close(struct pristine *directory)
{
	if (directory->fd >= 0)
		close(directory->fd);
	directory->fd = -1;
}

void overlay_release(const char *path)
{
	if (umount2(path, 0) < 0)
		umount2(path, MNT_DETACH);
}

/*
 * Makes the upper directory, whose owner and mode the overlay shows as those of the root. A user
 * namespace can't give a directory to ids that it does not know. The directory is ours then, but
 * not writable if the root was not.
 */
static bool make_upper(const struct overlay *overlay)
{
	const char *name = overlay->upper;
	int directory = overlay->directory;
	struct stat status;

	mode_t mode;

	if (fstat(overlay->lower, &status) < 0 || mkdirat(directory, name, 0700) < 0)
		return false;
	mode = status.st_mode & 07777;
	if (fchownat(directory, name, status.st_uid, status.st_gid, 0) < 0) {
		if (!overlay->is_user)
			return false;
		if (faccessat(overlay->lower, ".", W_OK, AT_EACCESS) < 0)
			mode &= ~(mode_t)0222;
	}
	return fchmodat(directory, name, mode, 0) == 0;
}

/* The options name descriptors, so that no character of a path can be misread. */
static struct error *mount_prepared(struct overlay *overlay)
{
	_cleanup_close_ int work =
		openat(overlay->directory, overlay->work, O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct error *err = NULL;
	char options[160];

	if (work < 0 || !make_upper(overlay) ||
	    !pristine_open(&overlay->content, overlay->directory, overlay->upper))
		return error_errno(ERROR_INTERNAL, errno, "preparing the upper layer of %s",
				   overlay->root);
	if (overlay->begin)
		err = upper_layer_copy(overlay->begin->fd, overlay->content.fd);
	if (err)
		return err;
	snprintf(options, sizeof(options),
		 "lowerdir=/proc/self/fd/%d,upperdir=/proc/self/fd/%d,workdir=/proc/self/fd/%d%s",
		 overlay->lower, overlay->content.fd, work, overlay->is_user ? ",userxattr" : "");
	overlay->is_mounted = mount("remt-view", overlay->root, "overlay", 0, options) == 0;
	if (overlay->is_mounted && fstat(overlay->content.fd, &overlay->content.status) == 0)
		return NULL;
	return error_errno(ERROR_INTERNAL, errno, "mounting an overlay on %s", overlay->root);
}

struct error *overlay_mount(struct overlay *overlay, unsigned number)
{
	struct error *err;

	snprintf(overlay->upper, sizeof(overlay->upper), "upper-%u", number);
	snprintf(overlay->work, sizeof(overlay->work), "work-%u", number);
	overlay->content.fd = -1;
	if (mkdirat(overlay->directory, overlay->work, 0700) < 0 && errno != EEXIST)
		err = error_errno(ERROR_INTERNAL, errno, "creating %s", overlay->work);
	else
		err = mount_prepared(overlay);
	if (err)
		overlay_unmount(overlay);
	return err;
}

static struct error *remove_upper(const struct overlay *overlay)
{
	_cleanup_free_ char *upper =
		xasprintf("/proc/self/fd/%d/%s", overlay->directory, overlay->upper);

	return fs_remove_tree(upper);
}

struct error *overlay_renew(struct overlay *overlay)
{
	struct error *err;

	overlay_unmount(overlay);
	err = remove_upper(overlay);
	return err ? err : mount_prepared(overlay);
}

void overlay_remove(struct overlay *overlay)
{
	overlay_unmount(overlay);
	error_destroy(remove_upper(overlay));
}

void overlay_unmount(struct overlay *overlay)
{
	if (overlay->is_mounted)
		overlay_release(overlay->root);
	overlay->is_mounted = false;
	pristine_close(&overlay->content);
}
