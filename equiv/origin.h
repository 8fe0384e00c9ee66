/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where preprocessed text comes from, as its line markers say:
 *
 *	# 12 "src/parse.y" 2
 *
 * Generated sources claim by #line to be other files. An edit of these does not change what was generated of them.
 */
#ifndef EQUIV_ORIGIN_H
#define EQUIV_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * True if some of the SIZE bytes of TEXT, other than blanks and markers, is said to be of PATH, which is absolute.
 * Relative names in markers count from DIRECTORY. A name with a quote or a backslash counts as PATH.
 */
bool equiv_origin_has_text(const char *text, size_t size, const char *directory, const char *path);

#endif
