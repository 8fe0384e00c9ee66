/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which compiled functions see nothing of the program but what they are given. */
#ifndef EXPLORE_LIBRARY_H
#define EXPLORE_LIBRARY_H

#include <stdbool.h>

/* True if the function at ADDRESS is the C library's. */
bool library_has(const void *address);

/* Returns the name of the function at ADDRESS, one of them if it has several; NULL: it has none. */
const char *library_name(const void *address);

#endif
