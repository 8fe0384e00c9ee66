/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unowned files: files of another user or group that this process may write all the same, and
 * everything below such a directory.
 *
 * A user who is not root has views in a user namespace that knows one user and one group. An
 * overlay copies a file, and the directories above it, before it is changed. The copy fails for
 * owners that the namespace does not know, with EOVERFLOW ("Value too large for defined data
 * type"), which no test expects.
 */
#ifndef RUNNER_SANDBOX_UNOWNED_FILES_H
#define RUNNER_SANDBOX_UNOWNED_FILES_H

#include "common/attr.h"

/*
 * Returns the files and directories below ROOT that this process may write and its views can't
 * change, without those inside a directory that is listed; NULL: none. Owned by the caller.
 */
char **unowned_files_find(const char *root) MUST_CHECK;

#endif
