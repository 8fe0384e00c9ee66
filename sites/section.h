/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the sections `.remt`, `.remt.unit`, `.remt.ir` and `.remt.ir.at` of ELF files of 32 or 64 bits (executable, shared
 * library, object) and of ar archives of these. Compressed sections are expanded. The content of
 * the sections is not looked at.
 */
#ifndef SITES_SECTION_H
#define SITES_SECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "sites/elf_file.h"

enum section_kind {
	SECTION_OTHER,
	SECTION_TABLES,		 /* .remt */
	SECTION_UNITS,		 /* .remt.unit */
	SECTION_IR,		 /* .remt.ir */
	SECTION_ADDRESSES,	 /* .remt.ir.at */
	SECTION_DEBUG_ADDRESSES, /* .line.remt.ir.at */
};

/* NAME is for messages ("libx.a(y.o)"). NAME and DATA are valid during the call only. */
typedef struct error *section_each_fn(void *arg, enum section_kind kind, const char *name,
				      const void *data, size_t size);

/*
 * Calls EACH for every such section of PATH. An error of EACH ends the iteration and is returned.
 * For a file of another kind EACH is not called.
 */
struct error *section_each(const char *path, section_each_fn *each, void *arg) MUST_CHECK;

/* True if PATH has a section .remt, whose content is not read. Any failure gives false. */
bool section_present(const char *path);

/* True if the open ELF file has a section .remt. Any failure gives false. */
bool section_is_in(Elf *elf);

#endif
