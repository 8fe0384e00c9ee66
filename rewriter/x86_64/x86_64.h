/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64, as of "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2. */
#ifndef REWRITER_X86_64_H
#define REWRITER_X86_64_H

#include "rewriter/machine_ops.h"

bool x86_64_read_constant(const uint8_t *code, const cs_insn *decoded, int64_t *ret);
unsigned x86_64_replace(const uint8_t *code, const cs_insn *decoded,
			struct replacement ret[MACHINE_MAX_REPLACEMENTS]);
/* Other encodings of CODE, whose opcode is behind its prefixes; returns how many of RET are filled,
 * which are as many as a set of one's own has. */
unsigned x86_64_sequences(const uint8_t *code, const cs_insn *decoded, unsigned opcode,
			  struct replacement *ret);

/* By number of the condition. */
extern const char *const x86_64_sets[];
extern const char *const x86_64_moves[];
/* True if the instruction computes an address on the stack, or sets a register to 0. */
bool x86_64_is_bookkeeping(const cs_insn *decoded);

/* Number of a general register, or of a low part of one, as in ModRM; EFFECT_NO_REGISTER: another
 * one. */
uint8_t x86_64_number(x86_reg reg);
/* The operands as text, with the address itself in place of the distance to it. */
void x86_64_operands(const cs_insn *decoded, char *ret, size_t size);

/* Bytes of the displacement; 0: it has none.  Capstone takes it for a short one where the operands
 * are, but in this mode there are none of 16 bits. */
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
