/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and directories. */
#ifndef COMMON_FS_H
#define COMMON_FS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Reads the whole file into *RET, which the caller frees, and adds a NUL beyond its *SIZE bytes.
 * SIZE may be NULL.
 */
struct error *fs_read_file(const char *path, char **ret, size_t *size) MUST_CHECK;
/*
 * Creates or replaces PATH by a temporary file beside it, fsync and rename, so that a crash leaves
 * the old or the new content. For remt's own files: a link is replaced, not followed. Files that
 * the user names are written by common/destination.h.
 */
struct error *fs_write_file(const char *path, const void *data, size_t size) MUST_CHECK;
/* Writes all SIZE bytes. False: errno says why not. */
bool fs_write_all(int fd, const void *data, size_t size) MUST_CHECK;

/* Makes PATH and the directories above it. A directory that exists is success. */
struct error *fs_make_directories(const char *path, mode_t mode) MUST_CHECK;
/*
 * Removes PATH and everything below it, without following symbolic links. Another file system below
 * is an error, and is not entered. A missing PATH is success.
 */
struct error *fs_remove_tree(const char *path) MUST_CHECK;

bool fs_exists(const char *path);
bool fs_is_directory(const char *path); /* follows links */
/* True if both paths lead to the same file or directory. */
bool fs_is_same(const char *path, const char *other);

#endif
