/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A whole ELF file in memory, for readers that run in a child (rewriter/elf/child_reader.h). libelf
 * works on it, and may change it.
 */
#ifndef REWRITER_ELF_ELF_COPY_H
#define REWRITER_ELF_ELF_COPY_H

#include <gelf.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct elf_copy {
	char *data;
	size_t size;
	Elf *elf;
	GElf_Ehdr header;
};

/* Reads the file PATH. After an error there is nothing to close. */
struct error *elf_copy_open(const char *path, struct elf_copy *ret) MUST_CHECK;
void elf_copy_close(struct elf_copy *copy);

/* Returns the first section NAME and its *HEADER; NULL: there is none. */
Elf_Scn *elf_copy_find(const struct elf_copy *copy, const char *name, GElf_Shdr *ret_header);
/* Returns the name of a section, which may be empty. */
const char *elf_copy_name(const struct elf_copy *copy, const GElf_Shdr *header);

#endif
