/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unit's own directories: those of its build, as they stand in strings. Such a string is
 * __FILE__ of a source with an absolute path, or a path that a build system defines.
 *
 * The compiler's working directory and the source's directory have a longest common directory: that
 * one is own, with all below it. If neither of the two contains the other, they may be a build tree
 * and a source tree side by side: then the names from the common directory down to either are own,
 * too. If they have only the root in common, each is own by itself.
 */
#ifndef PLUGIN_DESCRIBE_ORIGIN_H
#define PLUGIN_DESCRIBE_ORIGIN_H

#include "plugin/base/gcc.h"

/* A part of a string that names an own directory. */
struct origin {
	size_t first, end;  /* first byte, and one past the last */
	unsigned directory; /* index of the own directory: the common one, or one of the trees */
	unsigned levels;    /* how many of that tree's names do not follow in the string */
};

/*
 * Finds the first own directory at or after byte FROM of LENGTH bytes, which are characters of
 * WIDTH bytes. False: there is none. Only whole names match: /src/old is not in /src/older.
 */
bool origin_find(const char *bytes, size_t length, unsigned width, size_t from, origin *ret);

#endif
