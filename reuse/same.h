/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares all that a test depends on beside instrumented code: command, directory, environment,
 * oracle, output, files and libraries.
 */
#ifndef REUSE_SAME_H
#define REUSE_SAME_H

#include "common/attr.h"
#include "reuse/stored_run.h"

/*
 * Returns why the verdicts of OLD say nothing of NEW, owned by the caller; NULL if nothing speaks
 * against them. With INPUTS as NULL the states of files are not compared.
 */
char *same_test(const struct stored_test *old, const struct stored_test *new,
		struct inputs *inputs) MUST_CHECK;

#endif
