/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the sections `.remt` and `.remt.unit` of a file: ELF of 32 or 64 bits (executable,
 * shared library, object) or an ar archive of such.  Compressed sections are
 * expanded.  Knows ELF, knows nothing of what the section holds.
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
	SECTION_TABLES, /* .remt */
	SECTION_UNITS,	/* .remt.unit */
};

/* NAME is for messages ("libx.a(y.o)"); NAME and DATA are valid during the call only. */
typedef struct error *section_each_fn(void *arg, enum section_kind kind, const char *name,
				      const void *data, size_t size);

/* Calls EACH for every section of these kinds of PATH; its error stops and is returned.  Other
 * files: no call. */
struct error *section_each(const char *path, section_each_fn *each, void *arg) MUST_CHECK;

/* True if PATH has a section .remt; reads no content; any failure is false. */
bool section_present(const char *path);

/* Returns true if the open ELF file has a .remt section. Any failure gives false. */
bool section_is_in(Elf *elf);

#endif
