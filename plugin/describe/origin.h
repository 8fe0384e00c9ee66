/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the unit is built: its own directories, as they stand in strings (__FILE__ of a source that
 * is named by an absolute path, or what a build system defines).
 *
 * Own is the longest common directory of the one that the compiler runs in and the source's, with
 * all below it. Where neither of the two holds the other, they may be a build and a source tree
 * beside each other, each with a name of its own: then what leads from the common one to either is
 * own, too. If they have nothing in common, each is own by itself.
 */
#ifndef PLUGIN_DESCRIBE_ORIGIN_H
#define PLUGIN_DESCRIBE_ORIGIN_H

#include "plugin/base/gcc.h"

/* A part of a string that names an own directory. */
struct origin {
	size_t first, end;  /* bytes */
	unsigned directory; /* which of them: the common one, or the tree */
	unsigned levels;    /* of that tree's names, those that do not follow any more */
};

/* The first one from the byte FROM on, in LENGTH bytes, which are characters of WIDTH bytes; false:
 * none. Names are whole: /src/old is not in /src/older. */
bool origin_find(const char *bytes, size_t length, unsigned width, size_t from, origin *ret);

#endif
