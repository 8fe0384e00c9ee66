/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

static const char *const parents[] = { "/dev/shm", "/run/shm", NULL };

static const char *parent(void)
{
	const char *temporary = getenv("TMPDIR");

	for (size_t i = 0; parents[i]; i++)
		if (access(parents[i], W_OK | X_OK) == 0)
			return parents[i];
	return temporary && temporary[0] == '/' ? temporary : "/tmp";
}

/* Removes what belongs to this user and to a process that is no more. */
static void sweep(const char *directory)
{
	_cleanup_closedir_ DIR *dir = opendir(directory);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		_cleanup_free_ char *path = path_join(directory, entry->d_name);
		struct stat info;
		int pid, end = 0;

		if (sscanf(entry->d_name, "remt-%d-%n", &pid, &end) != 1 || !end || pid <= 1)
			continue;
		if (lstat(path, &info) < 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid())
			continue;
		if (kill(pid, 0) < 0 && errno == ESRCH)
			error_destroy(fs_remove_tree(path));
	}
}

struct error *scratch_create(char **ret)
{
	const char *directory = parent();
	_cleanup_free_ char *path = xasprintf("%s/remt-%d-XXXXXX", directory, (int)getpid());

	sweep(directory);
	if (!mkdtemp(path))
		return error_errno(ERROR_INTERNAL, errno, "making a scratch directory in %s",
				   directory);
	*ret = TAKE(path);
	return NULL;
}

void scratch_destroy(char *path)
{
	if (path)
		error_destroy(fs_remove_tree(path));
	free(path);
}
