/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the folder of an instruction set provides. */
#ifndef REWRITER_MACHINE_MACHINE_OPS_H
#define REWRITER_MACHINE_MACHINE_OPS_H

#include <capstone/capstone.h>

#include "rewriter/machine/machine.h"

struct machine_ops {
	uint16_t number; /* EM_… */
	cs_arch arch;
	cs_mode mode;
	/*
	 * Fills RET from what Capstone has decoded. Address, size and text are set already, and the
	 * target is MACHINE_NOWHERE.
	 */
	void (*classify)(const cs_insn *decoded, struct instruction *ret);
	/* Reads the immediate operand of CODE, which is the last operand. False: there is none. */
	bool (*read_constant)(const uint8_t *code, const cs_insn *decoded, int64_t *ret);
	/* Like machine_replace(), but the caller drops what does not decode as intended. */
	unsigned (*replace)(const uint8_t *code, const cs_insn *decoded,
			    struct replacement ret[MACHINE_MAX_REPLACEMENTS]);
	/* Fills RET, which is zeroed and whose registers are EFFECT_NO_REGISTER. */
	void (*effect)(csh capstone, const cs_insn *decoded, struct effect *ret);
	unsigned (*fields)(const cs_insn *decoded, struct field ret[MACHINE_MAX_FIELDS]);
	/* Like machine_relocate() and machine_jump(). */
	bool (*relocate)(const uint8_t *code, const cs_insn *decoded, uint64_t address,
			 struct moved *ret);
	bool (*jump)(uint64_t from, uint64_t to, struct moved *ret);
	/* Writes the operands in the form of machine_describe(). */
	void (*operands)(const cs_insn *decoded, char *ret, size_t size);
	uint64_t (*relocation_size)(uint32_t type);
	enum fixup_kind (*relocation_kind)(uint32_t type);
};

extern const struct machine_ops machine_x86_64;

#endif
