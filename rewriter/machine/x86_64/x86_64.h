/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * x86-64, as described in "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2.
 */
#ifndef REWRITER_X86_64_H
#define REWRITER_X86_64_H

#include "rewriter/machine/machine_ops.h"

bool x86_64_read_constant(const uint8_t *code, const cs_insn *decoded, int64_t *ret);
unsigned x86_64_replace(const uint8_t *code, const cs_insn *decoded,
			struct replacement ret[MACHINE_MAX_REPLACEMENTS]);
/*
 * Fills RET with replacements of CODE that are encoded in another way, and returns their number,
 * which is at most 3. OPCODE is the index of the opcode behind the prefixes.
 */
unsigned x86_64_sequences(const uint8_t *code, const cs_insn *decoded, unsigned opcode,
			  struct replacement *ret);

/* By number of the condition. */
extern const char *const x86_64_sets[];
extern const char *const x86_64_moves[];
/* True if the instruction computes an address on the stack, or sets a register to 0. */
bool x86_64_is_bookkeeping(const cs_insn *decoded);

/*
 * Returns the number of a general register, or of the low part of one, as in ModRM.
 * EFFECT_NO_REGISTER: it is another register.
 */
uint8_t x86_64_number(x86_reg reg);
/* Writes the operands as text, with addresses in place of distances. */
void x86_64_operands(const cs_insn *decoded, char *ret, size_t size);

/*
 * Returns the size of the displacement in bytes; 0: there is none. Capstone takes a displacement
 * for a short one where the operands are short, but in this mode there are none of 16 bits.
 */
static inline uint8_t x86_64_displacement_size(const cs_x86 *x86)
{
	return x86->encoding.disp_size == 2 ? 4 : x86->encoding.disp_size;
}

unsigned x86_64_fields(const cs_insn *decoded, struct field ret[MACHINE_MAX_FIELDS]);
bool x86_64_relocate(const uint8_t *code, const cs_insn *decoded, uint64_t address,
		     struct moved *ret);
bool x86_64_jump(uint64_t from, uint64_t to, struct moved *ret);
void x86_64_effect(csh capstone, const cs_insn *decoded, struct effect *ret);

#endif
