/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the frames of .eh_frame, by which the stack is unwound (Linux Standard Base, "Exception
 * Frames"): where functions begin and end, and where their tables of exceptions are. Relocations
 * are not applied, so that the frames of objects tell nothing.
 */
#ifndef REWRITER_ELF_FRAMES_H
#define REWRITER_ELF_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "rewriter/elf/elf_copy.h"

struct frame {
	bool is_understood; /* false: nothing else is told */
	uint64_t begin, size;
	uint64_t table; /* address in .gcc_except_table; 0: the function has none */
};

/* False: no further frames are wanted. */
typedef bool frames_take_fn(void *arg, const struct frame *frame);

/*
 * Calls TAKE for the frames of all sections .eh_frame. PATH is for the error, which says that one
 * of them is damaged.
 */
struct error *frames_each(const struct elf_copy *copy, const char *path, frames_take_fn *take,
			  void *arg) MUST_CHECK;

#endif
