/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where jumps and calls lead to: places of the binary, and functions of others. */
#ifndef REWRITER_TARGET_H
#define REWRITER_TARGET_H

#include "rewriter/binary.h"
#include "rewriter/machine.h"

/* Where INSTRUCTION of section CODE jumps, or what it calls, by what the linker is to fill in, too.
 * False: it has no target, or somewhere else. */
bool target_find_in(const struct binary *binary, uint32_t code,
		    const struct instruction *instruction, struct spot *ret);
/* The place whose address the constant of an operand of INSTRUCTION is; false: of none. */
bool target_place_in(const struct binary *binary, uint32_t code,
		     const struct instruction *instruction, const struct operand *operand,
		     struct spot *ret);

/* The same, of instructions of FUNCTION. */
static inline bool target_find(const struct binary *binary, uint32_t function,
			       const struct instruction *instruction, struct spot *ret)
{
	return target_find_in(binary, binary->functions.items[function].code, instruction, ret);
}

static inline bool target_place(const struct binary *binary, uint32_t function,
				const struct instruction *instruction,
				const struct operand *operand, struct spot *ret)
{
	return target_place_in(binary, binary->functions.items[function].code, instruction, operand,
			       ret);
}

/* The name of the function that it jumps to, or calls, where the loader decides which one that is,
 * also through a stub of the linker; NULL: there is none.  Borrowed from the binary. */
const char *target_import(const struct binary *binary, struct machine *machine, uint32_t function,
			  const struct instruction *instruction);

/* True if the computed jump goes to a function, as what the linker or the loader fills in says. */
bool target_is_outside(const struct binary *binary, struct machine *machine, uint32_t function,
		       const struct instruction *instruction);

/* True if a function of this name is known never to come back. */
bool target_is_final(const char *name);

#endif
