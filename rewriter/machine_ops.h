/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a folder of an instruction set has to tell. */
#ifndef REWRITER_MACHINE_OPS_H
#define REWRITER_MACHINE_OPS_H

#include <capstone/capstone.h>

#include "rewriter/machine.h"

struct machine_ops {
	uint16_t number; /* EM_… */
	cs_arch arch;
	cs_mode mode;
	/* Fills all of RET but address, size and text, for what Capstone has decoded. */
	void (*classify)(const cs_insn *decoded, struct instruction *ret);
	/* The immediate operand of CODE, which is the last one; false: there is none. */
	bool (*read_constant)(const uint8_t *code, const cs_insn *decoded, int64_t *ret);
	/* As machine_replace(); what does not decode as intended is dropped by the caller. */
	unsigned (*replace)(const uint8_t *code, const cs_insn *decoded,
			    struct replacement ret[MACHINE_MAX_REPLACEMENTS]);
	/* Fills RET, which is zeroed, and whose registers are EFFECT_NO_REGISTER. */
	void (*effect)(csh capstone, const cs_insn *decoded, struct effect *ret);
	unsigned (*fields)(const cs_insn *decoded, struct field ret[MACHINE_MAX_FIELDS]);
	/* As machine_relocate() and machine_jump(). */
	bool (*relocate)(const uint8_t *code, const cs_insn *decoded, uint64_t address,
			 struct moved *ret);
	bool (*jump)(uint64_t from, uint64_t to, struct moved *ret);
	/* Operands as machine_describe() has them. */
	void (*operands)(const cs_insn *decoded, char *ret, size_t size);
	uint64_t (*relocation_size)(uint32_t type);
	enum fixup_kind (*relocation_kind)(uint32_t type);
};

extern const struct machine_ops machine_x86_64;

#endif
