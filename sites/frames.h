/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the frames of .eh_frame, by which the stack is unwound (Linux Standard Base, "Exception
 * Frames"): where functions begin and end, and where their tables of exceptions are. Relocations
 * are not applied, so that the frames of objects tell nothing.
 */
#ifndef SITES_FRAMES_H
#define SITES_FRAMES_H

#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct eh_frame {
	bool is_understood; /* false: nothing else is told */
	uint64_t begin, size;
	uint64_t table; /* address in .gcc_except_table; 0: the function has none */
};

/* False: no further frames are wanted. */
typedef bool frames_take_fn(void *arg, const struct eh_frame *frame);

/*
 * Calls TAKE for the frames of all sections .eh_frame. NAME is for the error, which says that one
 * of them is damaged.
 */
struct error *frames_each(Elf *elf, const char *name, frames_take_fn *take, void *arg) MUST_CHECK;

#endif
