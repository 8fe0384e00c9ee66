/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/successor.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"

int successor_open(const char *path, struct successor *ret)
{
	_cleanup_free_ char *directory = path_dirname(path);
	/* Not PATH with a suffix: that may be too long for a name. */
	_cleanup_free_ char *temporary = path_join(directory, ".remt-XXXXXX");
	int fd = mkostemp(temporary, O_CLOEXEC);

	if (fd < 0)
		return errno;
	*ret = (struct successor){ xstrdup(path), TAKE(temporary), fd };
	return 0;
}

/* Returns the mode that open() gives a new file. */
static mode_t usual_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Gives the temporary file mode and owner; mkostemp() gives 0600 and the user's own id. */
static int take_over(const struct successor *successor, mode_t mode)
{
	struct stat old, new;

	if (stat(successor->path, &old) < 0)
		return fchmod(successor->fd, mode ? mode : usual_mode());
	if (!mode)
		mode = old.st_mode & 07777;
	if (fstat(successor->fd, &new) < 0)
		return -1;
	/*
	 * If the owner can't be kept, the mode must not make the file another user's setuid
	 * program.
	 */
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
	    fchown(successor->fd, old.st_uid, old.st_gid) < 0)
		mode &= 0777;
	return fchmod(successor->fd, mode);
}

/* Makes the rename survive a crash of the machine, if that is possible. */
static void sync_directory_of(const char *path)
{
	_cleanup_free_ char *directory = path_dirname(path);
	_cleanup_close_ int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		(void)fsync(fd);
}

static void release(struct successor *successor)
{
	close(successor->fd);
	free(successor->path);
	free(successor->temporary);
	*successor = (struct successor){ .fd = -1 };
}

int successor_commit(struct successor *successor, mode_t mode)
{
	if (take_over(successor, mode) < 0 || fsync(successor->fd) < 0 ||
	    rename(successor->temporary, successor->path) < 0)
		return errno;
	sync_directory_of(successor->path);
	release(successor);
	return 0;
}

void successor_abandon(struct successor *successor)
{
	if (!successor->temporary)
		return;
	unlink(successor->temporary);
	release(successor);
}
