/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <elf.h>

#include "rewriter/x86_64/x86_64.h"

static bool is_in(const cs_insn *decoded, uint8_t group)
{
	for (unsigned i = 0; i < decoded->detail->groups_count; i++) {
		if (decoded->detail->groups[i] == group)
			return true;
	}
	return false;
}

static void classify(const cs_insn *decoded, struct instruction *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;
	bool is_jump = is_in(decoded, CS_GRP_JUMP); /* loop and jrcxz, too */

	ret->is_conditional_jump =
		is_jump && decoded->id != X86_INS_JMP && decoded->id != X86_INS_LJMP;
	if ((is_jump || is_in(decoded, CS_GRP_CALL)) && x86->op_count == 1 &&
	    x86->operands[0].type == X86_OP_IMM)
		ret->target = (uint64_t)x86->operands[0].imm;
}

/* The psABI for x86-64, table 4.9. */
static uint64_t relocation_size(uint32_t type)
{
	switch (type) {
	case R_X86_64_NONE: return 0;
	case R_X86_64_8:
	case R_X86_64_PC8: return 1;
	case R_X86_64_16:
	case R_X86_64_PC16: return 2;
	case R_X86_64_64:
	case R_X86_64_RELATIVE:
	case R_X86_64_GLOB_DAT:
	case R_X86_64_JUMP_SLOT:
	case R_X86_64_DTPMOD64:
	case R_X86_64_DTPOFF64:
	case R_X86_64_TPOFF64:
	case R_X86_64_PC64:
	case R_X86_64_GOTOFF64:
	case R_X86_64_GOT64:
	case R_X86_64_GOTPCREL64:
	case R_X86_64_GOTPC64:
	case R_X86_64_GOTPLT64:
	case R_X86_64_PLTOFF64:
	case R_X86_64_SIZE64:
	case R_X86_64_IRELATIVE:
	case R_X86_64_RELATIVE64: return 8;
	default: return 4;
	}
}

const struct machine_ops machine_x86_64 = {
	.number = EM_X86_64,
	.arch = CS_ARCH_X86,
	.mode = CS_MODE_64,
	.classify = classify,
	.replace = x86_64_replace,
	.relocation_size = relocation_size,
};
