/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classifies instructions and relocations of x86-64, and gathers the functions of this folder for
 * rewriter/machine/machine.c. Code of 16 and 32 bits is not supported.
 */
#include <elf.h>

#include "rewriter/machine/x86_64/x86_64.h"

static bool is_in(const cs_insn *decoded, uint8_t group)
{
	for (unsigned i = 0; i < decoded->detail->groups_count; i++) {
		if (decoded->detail->groups[i] == group)
			return true;
	}
	return false;
}

static bool is_result(x86_reg reg)
{
	return reg == X86_REG_RAX || reg == X86_REG_EAX || reg == X86_REG_AX || reg == X86_REG_AH ||
	       reg == X86_REG_AL;
}

static bool names_result(const cs_x86 *x86)
{
	for (unsigned i = 0; i < x86->op_count; i++) {
		const cs_x86_op *operand = &x86->operands[i];

		if (operand->type == X86_OP_REG
			    ? is_result(operand->reg)
			    : operand->type == X86_OP_MEM && (is_result(operand->mem.base) ||
							      is_result(operand->mem.index)))
			return true;
	}
	return false;
}

static void note_register(x86_reg reg, bool is_part, struct instruction *ret)
{
	uint8_t number = x86_64_number(reg);

	if (number == EFFECT_NO_REGISTER)
		return;
	ret->named |= 1u << number;
	if (is_part)
		ret->parted |= 1u << number;
}

static void note_registers(const cs_insn *decoded, struct instruction *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;

	for (unsigned i = 0; i < x86->op_count; i++) {
		const cs_x86_op *operand = &x86->operands[i];

		if (operand->type == X86_OP_REG) {
			note_register(operand->reg, operand->size < 4, ret);
		} else if (operand->type == X86_OP_MEM) {
			note_register(operand->mem.base, false, ret);
			note_register(operand->mem.index, false, ret);
		}
	}
	/* These take their dividend from two registers; the upper one is its sign. */
	if (decoded->id == X86_INS_DIV || decoded->id == X86_INS_IDIV)
		note_register(X86_REG_EDX, true, ret);
}

static void classify(const cs_insn *decoded, struct instruction *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;

	ret->is_call = is_in(decoded, CS_GRP_CALL);
	/* Capstone has loop, jrcxz and xbegin in the second group only. */
	ret->is_jump = is_in(decoded, CS_GRP_JUMP) ||
		       (is_in(decoded, CS_GRP_BRANCH_RELATIVE) && !ret->is_call);
	ret->is_return = is_in(decoded, CS_GRP_RET) || is_in(decoded, CS_GRP_IRET);
	ret->is_conditional_jump =
		ret->is_jump && decoded->id != X86_INS_JMP && decoded->id != X86_INS_LJMP;
	ret->condition = x86->opcode[x86->opcode[0] == 0x0f] & 15;
	if ((ret->is_jump || ret->is_call) && x86->op_count == 1 &&
	    x86->operands[0].type == X86_OP_IMM) {
		ret->target = (uint64_t)x86->operands[0].imm;
		ret->distance_at = x86->encoding.imm_offset;
	}
	ret->is_end = decoded->id == X86_INS_UD2 || decoded->id == X86_INS_HLT;
	note_registers(decoded, ret);
	ret->names_result = names_result(x86);
	ret->sets_result = x86->op_count && x86->operands[0].type == X86_OP_REG &&
			   is_result(x86->operands[0].reg);
}

/* Sizes by the psABI for x86-64, table 4.9. */
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

static enum fixup_kind relocation_kind(uint32_t type)
{
	switch (type) {
	case R_X86_64_64:
	case R_X86_64_32:
	case R_X86_64_32S:
	case R_X86_64_RELATIVE:
	case R_X86_64_RELATIVE64:
	case R_X86_64_GLOB_DAT:
	case R_X86_64_JUMP_SLOT: return FIXUP_ADDRESS;
	case R_X86_64_PC32:
	case R_X86_64_PC64:
	case R_X86_64_PLT32: return FIXUP_DISTANCE;
	default: return FIXUP_OTHER;
	}
}

const struct machine_ops machine_x86_64 = {
	.number = EM_X86_64,
	.arch = CS_ARCH_X86,
	.mode = CS_MODE_64,
	.classify = classify,
	.read_constant = x86_64_read_constant,
	.replace = x86_64_replace,
	.effect = x86_64_effect,
	.fields = x86_64_fields,
	.relocate = x86_64_relocate,
	.jump = x86_64_jump,
	.operands = x86_64_operands,
	.relocation_size = relocation_size,
	.relocation_kind = relocation_kind,
};
