/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which compiled functions see nothing of the program but what they are given. */
#ifndef EXPLORE_LIBRARY_H
#define EXPLORE_LIBRARY_H

#include <stdbool.h>

/* Returns the name of the file PATH without its directories, a part of PATH. */
const char *library_file(const char *path);

/* True if the name of the file PATH begins with one of PREFIXES, which end with NULL. */
bool library_is_named(const char *path, const char *const *prefixes);

/* True if the function at ADDRESS is the C library's. */
bool library_has(const void *address);

/* Returns the name of the function at ADDRESS, one of them if it has several; NULL: it has none. */
const char *library_name(const void *address);

#endif
