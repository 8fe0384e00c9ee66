/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds where jumps and calls lead: to places of the binary, or to functions of other files. */
#ifndef REWRITER_FLOW_TARGET_H
#define REWRITER_FLOW_TARGET_H

#include "rewriter/elf/binary.h"
#include "rewriter/machine/machine.h"

/*
 * Finds where INSTRUCTION, in code section CODE, jumps or what it calls. Fixups are taken into
 * account. False: it has no target, or one in another file.
 */
bool target_find_in(const struct binary *binary, uint32_t code,
		    const struct instruction *instruction, struct spot *ret);
/*
 * Finds the place whose address is the constant of OPERAND of INSTRUCTION. False: the constant is
 * no address.
 */
bool target_place_in(const struct binary *binary, uint32_t code,
		     const struct instruction *instruction, const struct operand *operand,
		     struct spot *ret);

/* Do what the two functions above do for instructions of FUNCTION. */
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

/*
 * Returns the name of the function that INSTRUCTION jumps to or calls if the loader decides which
 * one that is. Stubs of the linker are looked through. NULL: there is none. The name is borrowed
 * from the binary.
 */
const char *target_import(const struct binary *binary, struct machine *machine, uint32_t function,
			  const struct instruction *instruction);

/* True if the computed jump goes to a function, as fixups or a pointer of the loader show. */
bool target_is_outside(const struct binary *binary, struct machine *machine, uint32_t function,
		       const struct instruction *instruction);

/* True if a function of this name is known to never return. */
bool target_is_final(const char *name);

#endif
