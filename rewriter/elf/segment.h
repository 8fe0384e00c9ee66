/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A segment of code that is added to an ELF file. The content of the file stays where it is; the
 * segment, a section for it, and new tables of both follow it.
 *
 *   segment_plan()      decides where the segment will be
 *   segment_add()       appends it to the bytes of the file
 *   segment_restore()   undoes the changes in the old bytes, to compare them
 *   segment_deinit()
 */
#ifndef REWRITER_ELF_SEGMENT_H
#define REWRITER_ELF_SEGMENT_H

#include <elf.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/elf/binary.h"

struct segment {
	uint64_t offset, address; /* of its first byte in the file and in memory */
	uint64_t code_address;	  /* where the code begins in it, in memory */
	bool has_headers; /* it begins with the program headers, which have no room elsewhere */
	VEC(Elf64_Phdr) headers; /* all program headers of the file, with its own */
	size_t own;		 /* its index in headers */
};

/*
 * Plans a segment for BINARY. Refuses objects, which have no segments, and files whose tables are
 * damaged or unusual. The caller ends RET with segment_deinit() even after an error.
 */
struct error *segment_plan(const struct binary *binary, struct segment *ret) MUST_CHECK;
void segment_deinit(struct segment *segment);

/*
 * Adds the segment with CODE to *DATA, a heap copy of the file that is as large as BINARY. *DATA is
 * reallocated and has *RET_SIZE bytes then.
 */
void segment_add(const struct binary *binary, struct segment *segment, const uint8_t *code,
		 size_t code_size, unsigned char **data, uint64_t *ret_size);

/* Restores in DATA the bytes of BINARY that segment_add() has changed. */
void segment_restore(const struct binary *binary, const struct segment *segment,
		     unsigned char *data);

#endif
