/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees of files: the copy in which a verify worker builds, and the reference, a built copy in
 * which nothing is changed. The times of files decide what a build compiles. So they are restored
 * and compared to the nanosecond.
 */
#ifndef VERIFY_TREE_H
#define VERIFY_TREE_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Gives the tree ROOT the files of REFERENCE, with their times. Files that are the same already
 * are not touched.
 */
struct error *verify_tree_restore(const char *reference, const char *root) MUST_CHECK;

/* True for the name of a source that compilers are called for, false for a header. */
bool verify_tree_is_source(const char *path);
/*
 * Gives every source below ROOT (verify_tree_is_source()) the present time: it is then younger than
 * what was made of it.
 */
struct error *verify_tree_touch(const char *root) MUST_CHECK;

/*
 * *RET: some program or shared library of ROOT has another time than in REFERENCE, or is not there.
 */
struct error *verify_tree_has_new_binary(const char *reference, const char *root,
					 bool *ret) MUST_CHECK;

#endif
