/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the `.remt` sections of a file: an ELF file of 32 or 64 bits (executable, shared library,
 * object), or an ar archive of such files. Compressed sections are expanded. The module knows ELF,
 * and nothing of what the section contains.
 */
#ifndef SITES_SECTION_H
#define SITES_SECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "sites/elf_file.h"

/* NAME is for messages ("libx.a(y.o)"). NAME and DATA are valid during the call only. */
typedef struct error *section_each_fn(void *arg, const char *name, const void *data, size_t size);

/* Calls EACH for each .remt section of PATH. An error of EACH ends the iteration and is returned.
 * For a file that is neither ELF nor an archive EACH is not called. */
struct error *section_each(const char *path, section_each_fn *each, void *arg) MUST_CHECK;

/* Returns true if PATH has a .remt section. The content is not read. Any failure gives false. */
bool section_present(const char *path);

/* Returns true if the open ELF file has a .remt section. Any failure gives false. */
bool section_is_in(Elf *elf);

#endif
