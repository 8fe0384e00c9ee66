/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Built copies of the project, made by the plain compiler.
 *
 * Tests and build files contain absolute paths. So each copy is used from within namespaces in
 * which it is mounted over the project's own root.
 *
 *	verify_copy_create()
 *	verify_copy_build()
 *	verify_copy_check()
 *	verify_copy_fork(), in the child verify_copy_enter()
 */
#ifndef VERIFY_COPY_H
#define VERIFY_COPY_H

#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "verify/sample.h"

struct verify_build {
	/* shell command, run once in the root before the build; NULL: none */
	const char *configure;
	const char *build;  /* shell command that builds, run in the root */
	char **environment; /* environment of both commands, with CC and CFLAGS */
	unsigned timeout_s; /* limit of each command in seconds */
};

/*
 * Copies the tree FROM to the new directory TO, without its `.remt`; the output goes to the file
 * TO.log. ERROR_UNUSABLE if the files can't be copied.
 */
struct error *verify_copy_create(const char *from, const char *to) MUST_CHECK;

/*
 * Configures and builds COPY, mounted over ROOT. The output of the commands is appended to the
 * file LOG. ERROR_UNUSABLE if a command fails or the machine refuses namespaces.
 */
struct error *verify_copy_build(const char *copy, const char *root, const char *log,
				const struct verify_build *build) MUST_CHECK;

/*
 * Checks COPY. ERROR_UNUSABLE if it contains code made with the plugin, or if a source file with
 * mutants of SAMPLE is missing or not the one that the stored run compiled.
 */
struct error *verify_copy_check(const char *copy, const struct verify_sample *sample) MUST_CHECK;

/*
 * Forks as fork() does. The child gets namespaces of its own, and must call verify_copy_enter().
 */
pid_t verify_copy_fork(void) MUST_CHECK;
/* Mounts COPY over ROOT in a child of verify_copy_fork(), and changes to the directory /. */
struct error *verify_copy_enter(const char *copy, const char *root) MUST_CHECK;

#endif
