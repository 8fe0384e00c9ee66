/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Foreign files: what belongs to another user or group and may be written all the same, as does
 * all that lies below it.
 *
 * A user who is not root has views in a user namespace that knows one user and one group.
 * An overlay copies a file, and the directories above it, before it is changed, and can't
 * do that with owners whom its namespace does not know: the change fails with EOVERFLOW ("Value too
 * large for defined data type"), which the test was never told to expect.
 */
#ifndef RUNNER_SANDBOX_UNOWNED_FILES_H
#define RUNNER_SANDBOX_UNOWNED_FILES_H

#include "common/attr.h"

/*
 * Files and directories below ROOT that this process may write and its views can't change; what
 * lies below one of them is not told again.  NULL: none.  Owned by the caller.
 */
char **unowned_files_find(const char *root) MUST_CHECK;

#endif
