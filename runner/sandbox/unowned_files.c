/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/sandbox/unowned_files.h"

#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* The root does not count: its upper directory belongs to us. */
static bool is_foreign(const FTSENT *entry)
{
	const struct stat *status = entry->fts_statp;

	return entry->fts_level > FTS_ROOTLEVEL &&
	       (status->st_uid != geteuid() || status->st_gid != getegid());
}

char **unowned_files_find(const char *root)
{
	_cleanup_free_ char *start = xstrdup(root);
	char *const paths[] = { start, NULL };
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	char **found = NULL;
	FTSENT *entry;

	while (walk && (entry = fts_read(walk))) {
		bool is_directory = entry->fts_info == FTS_D;

		if (!is_directory && entry->fts_info != FTS_F)
			continue;
		/* fts_number is not 0 if this entry, or a directory above it, is unowned. */
		entry->fts_number = entry->fts_parent->fts_number || is_foreign(entry);
		if (!entry->fts_number || access(entry->fts_path, W_OK) < 0)
			continue;
		strv_append(&found, entry->fts_path);
		if (is_directory)
			fts_set(walk, entry, FTS_SKIP);
	}
	if (walk)
		fts_close(walk);
	return found;
}
