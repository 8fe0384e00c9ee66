/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the linker decided about a program or shared library, and no site table tells. The result is
 * a text with one line for each fact. The text is stored, too:
 *
 *   unit UID            a unit; units come in the order in which they were linked
 *   file NAME           a source without a table, between the units where it was linked
 *   wrap NAME STATE     "on": calls of NAME go to __wrap_NAME; "off": they don't; "?": not known
 *   ifunc NAME          the loader chooses the function behind NAME
 *   section NAME SIZE   a list that the linker collects from all units, with its size in bytes
 *   export NAME HOW     others can see NAME, which is no copy of a library's variable; HOW is
 *                       st_info:visibility:version
 *   through NAME        the file defines NAME, but its own code finds NAME as others do
 *   image HASH          hash of all that is loaded, but for the notes of build-id and unit
 *
 * For example:
 *
 *   unit 9c1185a5c5e9fc54
 *   export parse_line 18:0:1
 */
#ifndef SITES_RESOLUTION_H
#define SITES_RESOLUTION_H

#include "sites/table.h"

/* Reads the facts of PATH, which has TABLES. The caller frees *RET. */
struct error *resolution_read(const char *path, const struct site_tables *tables,
			      char **ret) MUST_CHECK;

/*
 * Iterates over the facts of KIND ("unit") in a text of such lines. *AT begins as the text and
 * moves behind the line that was found. *RET points to the rest of that line, which has *SIZE bytes
 * and no end mark. Returns false at the end.
 */
bool resolution_next(const char *kind, const char **at, const char **ret, size_t *size);

/*
 * Returns a number that is equal for equal facts `image`: the hash of the text of HASH. 0:
 * RESOLUTION has no such fact.
 */
uint64_t resolution_image(const char *resolution);

#endif
