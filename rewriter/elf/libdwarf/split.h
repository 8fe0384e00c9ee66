/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the other halves of the units of which a file has one half only (split DWARF): in the file
 * that the unit names, or in a package (FILE.dwp).
 */
#ifndef REWRITER_ELF_LIBDWARF_SPLIT_H
#define REWRITER_ELF_LIBDWARF_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "rewriter/elf/libdwarf/image.h"
#include "rewriter/elf/libdwarf/source.h"

struct debug_split;

/* Finds halves for IMAGE, the file at PATH. Both must live until debug_split_destroy(). */
struct debug_split *debug_split_create(struct debug_image *image, const char *path);
void debug_split_destroy(struct debug_split *split);

/*
 * Finds the entry of the half with this ID. NAME is its file, seen from where IMAGE is or from
 * DIRECTORY, which may be NULL. The caller frees the entry. *RET_SOURCE is valid until the next
 * call.
 */
bool debug_split_find(struct debug_split *split, uint64_t id, const char *name,
		      const char *directory, struct debug_source **ret_source, Dwarf_Die *ret);

#endif
