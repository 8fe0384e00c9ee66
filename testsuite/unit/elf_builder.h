/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes small ELF files with one `.remt` section, for tests of their reader. */
#ifndef TESTSUITE_ELF_BUILDER_H
#define TESTSUITE_ELF_BUILDER_H

#include <stdbool.h>
#include <stddef.h>

struct elf_shape {
	bool is_32;
	bool is_compressed; /* SHF_COMPRESSED, zlib */
	bool is_nobits;
};

/* An object whose .remt section holds SIZE bytes at CONTENT; owned by the caller. */
void *elf_builder_object(struct elf_shape shape, const void *content, size_t size,
			 size_t *ret_size);

/* An ar archive of NR_MEMBERS copies of MEMBER; owned by the caller. */
void *elf_builder_archive(const void *member, size_t size, unsigned nr_members, size_t *ret_size);

#endif
