/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A segment of code that a file of ELF gets in addition.  All that the file has stays where it is;
 * the segment, a section for it, and new tables of both come behind it.
 */
#ifndef REWRITER_SEGMENT_H
#define REWRITER_SEGMENT_H

#include <elf.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/binary.h"

struct segment {
	uint64_t offset, address; /* of its first byte: in the file and when loaded */
	uint64_t code_address;	  /* where code begins in it */
	bool has_headers; /* it begins with the program headers, which have no room elsewhere */
	VEC(Elf64_Phdr) headers; /* all of the file, with its own */
	size_t own;		 /* its index among them */
};

/*
 * Plans a segment for BINARY; RET is to be given to segment_deinit() in any case.  Refused:
 * objects, which have no segments, and files whose tables are damaged.
 */
struct error *segment_plan(const struct binary *binary, struct segment *ret) MUST_CHECK;
void segment_deinit(struct segment *segment);

/* DATA, as large as BINARY, becomes the file with the segment, of CODE; it is moved, and grows to
 * *RET_SIZE. */
void segment_add(const struct binary *binary, struct segment *segment, const uint8_t *code,
		 size_t code_size, unsigned char **data, uint64_t *ret_size);

/* Puts back in DATA what segment_add() has changed of the bytes of BINARY. */
void segment_restore(const struct binary *binary, const struct segment *segment,
		     unsigned char *data);

#endif
