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

/* The bit of MACHINE_RESULTS for a register, whatever part of it is named (psABI, 3.2.3). */
static uint8_t result_of(uint16_t reg)
{
	switch (reg) {
	case X86_REG_RAX:
	case X86_REG_EAX:
	case X86_REG_AX:
	case X86_REG_AH:
	case X86_REG_AL: return MACHINE_INTEGER_RESULT;
	case X86_REG_RDX:
	case X86_REG_EDX:
	case X86_REG_DX:
	case X86_REG_DH:
	case X86_REG_DL: return 2;
	case X86_REG_XMM0:
	case X86_REG_YMM0:
	case X86_REG_ZMM0: return 4;
	case X86_REG_XMM1:
	case X86_REG_YMM1:
	case X86_REG_ZMM1: return 8;
	/* A float of 80 bits. */
	case X86_REG_ST0: return 4;
	default: return 0;
	}
}

/* True if all of a result's register is written: a part of it keeps the rest. */
static bool is_whole(uint16_t reg)
{
	return reg == X86_REG_RAX || reg == X86_REG_EAX || reg == X86_REG_RDX ||
	       reg == X86_REG_EDX || !(result_of(reg) & 3);
}

/* What makes 0 of a register, whatever it was. */
static bool clears(const cs_insn *decoded)
{
	const cs_x86 *x86 = &decoded->detail->x86;

	return (decoded->id == X86_INS_XOR || decoded->id == X86_INS_SUB ||
		decoded->id == X86_INS_PXOR || decoded->id == X86_INS_XORPS) &&
	       x86->op_count == 2 && x86->operands[0].type == X86_OP_REG &&
	       x86->operands[1].type == X86_OP_REG && x86->operands[0].reg == x86->operands[1].reg;
}

static void note_registers(csh capstone, const cs_insn *decoded, struct instruction *ret)
{
	cs_regs reads, writes;
	uint8_t nr_reads, nr_writes;

	if (cs_regs_access(capstone, decoded, reads, &nr_reads, writes, &nr_writes) != CS_ERR_OK) {
		ret->reads = MACHINE_RESULTS; /* nobody knows */
		return;
	}
	for (unsigned i = 0; i < nr_reads && !clears(decoded); i++)
		ret->reads |= result_of(reads[i]);
	for (unsigned i = 0; i < nr_writes; i++) {
		if (is_whole(writes[i]))
			ret->writes |= result_of(writes[i]);
		else
			ret->reads |= result_of(writes[i]);
	}
	ret->uses_vectors = (ret->reads | ret->writes) & MACHINE_VECTOR_RESULTS;
}

static void classify(csh capstone, const cs_insn *decoded, struct instruction *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;

	ret->is_jump = is_in(decoded, CS_GRP_JUMP); /* loop and jrcxz, too */
	ret->is_call = is_in(decoded, CS_GRP_CALL);
	ret->is_return = is_in(decoded, CS_GRP_RET) || is_in(decoded, CS_GRP_IRET);
	ret->is_conditional_jump =
		ret->is_jump && decoded->id != X86_INS_JMP && decoded->id != X86_INS_LJMP;
	if ((ret->is_jump || ret->is_call) && x86->op_count == 1 &&
	    x86->operands[0].type == X86_OP_IMM)
		ret->target = (uint64_t)x86->operands[0].imm;
	note_registers(capstone, decoded, ret);
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
	.read_constant = x86_64_read_constant,
	.replace = x86_64_replace,
	.relocation_size = relocation_size,
};
