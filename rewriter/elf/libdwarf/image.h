/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sections of an ELF file that hold debug information, as a library for DWARF wants them:
 * decompressed, and with relocations applied. In an object each section begins at address 0; here
 * each section that is loaded has addresses of its own, which lead back to it.
 */
#ifndef REWRITER_ELF_LIBDWARF_IMAGE_H
#define REWRITER_ELF_LIBDWARF_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/elf/elf_copy.h"
#include "rewriter/elf/spot.h"

struct debug_section {
	const char *name; /* owned by the file */
	uint8_t *data;	  /* owned by the file, unless it is joined */
	uint64_t size;
	bool is_joined; /* of sections with the same name, as the linker does it */
};

/* A section of an object as a part of what is told. */
struct debug_part {
	uint32_t section; /* its number in the file */
	size_t whole;	  /* index in the sections of the image */
	uint64_t offset, size;
};

/* Where a section of an object is. */
struct debug_range {
	uint64_t begin, size;
	uint32_t section;
};

struct debug_image {
	struct elf_copy file;
	VEC(struct debug_section) sections;
	VEC(struct debug_part) parts;	/* sorted by section */
	VEC(struct debug_range) ranges; /* of an object, sorted by section, and so by address */
	uint64_t size;			/* of all sections together */
};

/* Reads the file PATH. After an error there is nothing to close. */
struct error *debug_image_open(const char *path, struct debug_image *ret) MUST_CHECK;
void debug_image_close(struct debug_image *image);

/* Finds the place of ADDRESS in the file. False: it is in no section. */
bool debug_image_find(const struct debug_image *image, uint64_t address, struct spot *ret);
/* True if there is a section NAME. */
bool debug_image_has(const struct debug_image *image, const char *name);

#endif
