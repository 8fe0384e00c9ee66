/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the linker decided of a program or shared library, and no site table tells. A line for each
 * fact; in stored form, too:
 *
 *   unit UID            in the order in which they were linked
 *   file NAME           between them: one that has no table
 *   wrap NAME STATE     calls of NAME go to __wrap_NAME ("on"), or don't ("off"); "?" not known
 *   ifunc NAME          which function it is comes out when the file is loaded
   section NAME SIZE   of lists that the linker collects from all units
 *   export NAME HOW     others can see it, which is no copy of theirs
 *   through NAME        its own code finds NAME, which is defined here, as others do
 *   image HASH          of all that is loaded, but for what tells of lines alone
 */
#ifndef SITES_RESOLUTION_H
#define SITES_RESOLUTION_H

#include "sites/table.h"

/* Of PATH with TABLES; owned by the caller. */
struct error *resolution_read(const char *path, const struct site_tables *tables,
			      char **ret) MUST_CHECK;

/*
 * The facts of KIND ("unit") in TEXT, one after the other: *AT, which begins as TEXT, is where to
 * go on. False: no more. *RET: the rest of the line, of *SIZE bytes.
 */
bool resolution_next(const char *kind, const char **at, const char **ret, size_t *size);

/* The fact `image` as a number; 0: there is none. */
uint64_t resolution_image(const char *resolution);

#endif
