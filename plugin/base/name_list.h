/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of name patterns. */
#ifndef PLUGIN_BASE_NAME_LIST_H
#define PLUGIN_BASE_NAME_LIST_H

#include <fnmatch.h>

/* True if one of GLOBS, which end in NULL, matches NAME. */
static inline bool name_is_listed(const char *name, const char *const *globs)
{
	for (; *globs; globs++)
		if (!fnmatch(*globs, name, 0))
			return true;
	return false;
}

#endif
