/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/new_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/xalloc.h"

/* ERROR_UNUSABLE: PATH can't be read, or holds something. */
static struct error *check_empty(const char *path)
{
	DIR *directory = opendir(path);
	unsigned number = 0;

	if (!directory)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	while (readdir(directory))
		number++;
	closedir(directory);
	/* A directory holds itself and the one above. */
	return number == 2 ? NULL : error_create(ERROR_UNUSABLE, "%s is not empty", path);
}

struct error *new_directory_open(const char *path, struct new_directory *ret)
{
	struct error *err;

	*ret = (struct new_directory){ .fd = -1, .is_made = !fs_exists(path) };
	if (!*path)
		return error_create(ERROR_USAGE, "--write-tests wants the name of a directory");
	/* As a command of the shell it must not look like an option. */
	ret->path = xasprintf("%s%s", path[0] == '-' ? "./" : "", path);
	err = fs_make_directories(path, 0777);
	if (!err)
		err = check_empty(path);
	if (err)
		return err;
	ret->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return ret->fd < 0 ? error_errno(ERROR_UNUSABLE, errno, "%s", path) : NULL;
}

void new_directory_close(struct new_directory *directory)
{
	if (directory->fd >= 0)
		close(directory->fd);
	if (directory->fd >= 0 && directory->is_made)
		rmdir(directory->path);
	free(directory->path);
}
