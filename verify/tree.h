/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees of files: the copy that a lane builds in, and the reference, a built
 * copy in which nothing is changed.  Times of files decide what a build
 * compiles, so they are restored and compared to the nanosecond.
 */
#ifndef VERIFY_TREE_H
#define VERIFY_TREE_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/* Gives the tree ROOT the files of REFERENCE, with their times; touches only what differs. */
struct error *verify_tree_restore(const char *reference, const char *root) MUST_CHECK;

/* True for the names of sources that compilers are called for, false for headers. */
bool verify_tree_is_source(const char *path);
/* Makes every such source below ROOT younger than what was made of it. */
struct error *verify_tree_touch(const char *root) MUST_CHECK;

/* *RET: whether a program or shared library of ROOT was written since it was that of REFERENCE. */
struct error *verify_tree_has_new_binary(const char *reference, const char *root, bool *ret) MUST_CHECK;

#endif
