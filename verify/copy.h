/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of the project, built by the plain compiler.
 *
 * Tests and build files hold absolute paths.  So each copy is used from within
 * namespaces where it is mounted over the project's own root.
 */
#ifndef VERIFY_COPY_H
#define VERIFY_COPY_H

#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "verify/sample.h"

struct verify_build {
	const char *configure; /* shell command, run once in the root; NULL: none */
	const char *build;     /* shell command, run in the root */
	char **environment;    /* of both, with CC and CFLAGS */
	unsigned timeout_s;
};

/* Copies the tree FROM, its `.remt` excepted, to the new directory TO. */
struct error *verify_copy_create(const char *from, const char *to) MUST_CHECK;

/* Configures and builds COPY as ROOT; what the commands say goes to the file LOG. */
struct error *verify_copy_build(const char *copy, const char *root, const char *log,
				const struct verify_build *build) MUST_CHECK;

/* ERROR_UNUSABLE if the copy holds code made with the plugin, or another text of a file of the sample. */
struct error *verify_copy_check(const char *copy, const struct verify_sample *sample) MUST_CHECK;

/* Forks a process of namespaces of its own, as fork() does; the child calls verify_copy_enter(). */
pid_t verify_copy_fork(void) MUST_CHECK;
/* Mounts COPY over ROOT. */
struct error *verify_copy_enter(const char *copy, const char *root) MUST_CHECK;

#endif
