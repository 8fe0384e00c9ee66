/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The modules of a test: which programs and libraries it loads in both versions, and what of them
 * no graph tells.
 */
#ifndef REUSE_MODULES_H
#define REUSE_MODULES_H

#include "reuse/judge.h"

/* Returns the module PATH of TEST; NULL if TEST does not load it. */
const struct stored_module *modules_find(const struct stored_run *stored_run,
					 const struct stored_test *test, const char *path);

/*
 * True if two tests of one version load the same modules, and the same libraries built without
 * remt.
 */
bool modules_are_alike(const struct stored_test *base, const struct stored_test *other);

/* True if INPUT is a shared library that was built without remt. */
bool modules_is_plain_library(const struct stored_input *input);

/*
 * Compares the modules that a test loads in both versions: which files they are, their code that
 * was not built with remt, and the libraries and options that they are linked with. Returns why
 * they differ, owned by the caller; NULL if they do not.
 */
char *modules_compare(const struct judge *judge, const struct stored_test *old,
		      const struct stored_test *new);

#endif
