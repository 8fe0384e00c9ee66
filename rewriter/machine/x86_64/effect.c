/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tells the effects of those instructions from which compilers make the jump of a switch, by
 * Capstone's operands and the Intel manual. For all other instructions only written registers and
 * memory are told.
 */
#include "common/attr.h"
#include "rewriter/machine/x86_64/x86_64.h"

/* The general registers by their numbers in ModRM: as a whole, and their low parts. */
static const x86_reg registers[EFFECT_NR_REGISTERS][4] = {
	{ X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL },
	{ X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL },
	{ X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL },
	{ X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL },
	{ X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL },
	{ X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL },
	{ X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL },
	{ X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL },
	{ X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B },
	{ X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B },
	{ X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B },
	{ X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B },
	{ X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B },
	{ X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B },
	{ X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B },
	{ X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B },
};

uint8_t x86_64_number(x86_reg reg)
{
	for (uint8_t number = 0; number < EFFECT_NR_REGISTERS; number++) {
		for (unsigned part = 0; part < 4; part++) {
			if (registers[number][part] == reg)
				return number;
		}
	}
	return EFFECT_NO_REGISTER;
}

/*
 * Returns the number of a register that is written. Unlike x86_64_number(), knows the second byte
 * of a register, too.
 */
static uint8_t written_number(x86_reg reg)
{
	static const x86_reg second[] = { X86_REG_AH, X86_REG_CH, X86_REG_DH, X86_REG_BH };

	for (uint8_t number = 0; number < ARRAY_SIZE(second); number++) {
		if (second[number] == reg)
			return number;
	}
	return x86_64_number(reg);
}

static void read_memory(const cs_insn *decoded, const x86_op_mem *memory, struct operand *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;

	ret->kind = OPERAND_MEMORY;
	ret->constant = memory->disp;
	ret->constant_at = x86_64_displacement_size(x86) == 4 ? x86->encoding.disp_offset : 0;
	if (memory->base == X86_REG_RIP) {
		ret->is_relative = true;
		ret->constant += (int64_t)(decoded->address + decoded->size);
	} else if (memory->base != X86_REG_INVALID) {
		ret->base = x86_64_number(memory->base);
	}
	if (memory->index != X86_REG_INVALID && memory->index != X86_REG_RIZ)
		ret->index = x86_64_number(memory->index);
	ret->scale = (uint8_t)memory->scale;
	/* Not followed: addresses of 32 bits, parts of registers, and variables of threads. */
	if (memory->segment == X86_REG_FS || memory->segment == X86_REG_GS ||
	    (memory->base != X86_REG_INVALID && memory->base != X86_REG_RIP &&
	     ret->base == EFFECT_NO_REGISTER) ||
	    (memory->index != X86_REG_INVALID && memory->index != X86_REG_RIZ &&
	     ret->index == EFFECT_NO_REGISTER) ||
	    decoded->detail->x86.addr_size != 8)
		ret->kind = OPERAND_NONE;
}

static void read_operand(const cs_insn *decoded, unsigned which, struct operand *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;
	const cs_x86_op *operand = &x86->operands[which];

	if (which >= x86->op_count)
		return;
	ret->width = operand->size;
	if (operand->type == X86_OP_MEM) {
		read_memory(decoded, &operand->mem, ret);
	} else if (operand->type == X86_OP_IMM) {
		ret->kind = OPERAND_CONSTANT;
		ret->constant = operand->imm;
		ret->constant_at = x86->encoding.imm_size >= 4 ? x86->encoding.imm_offset : 0;
	} else if (operand->type == X86_OP_REG) {
		ret->reg = x86_64_number(operand->reg);
		if (ret->reg != EFFECT_NO_REGISTER)
			ret->kind = OPERAND_REGISTER;
	}
}

static enum condition condition_of(unsigned id)
{
	switch (id) {
	case X86_INS_JA: return CONDITION_ABOVE;
	case X86_INS_JBE: return CONDITION_NOT_ABOVE;
	case X86_INS_JB: return CONDITION_BELOW;
	case X86_INS_JAE: return CONDITION_NOT_BELOW;
	case X86_INS_JE: return CONDITION_EQUAL;
	case X86_INS_JNE: return CONDITION_NOT_EQUAL;
	default: return CONDITION_OTHER;
	}
}

static enum effect_kind kind_of(const cs_insn *decoded)
{
	switch (decoded->id) {
	case X86_INS_MOV:
	case X86_INS_MOVABS:
	case X86_INS_MOVZX:
	case X86_INS_MOVSX:
	case X86_INS_MOVSXD:
	case X86_INS_CDQE: return EFFECT_COPY;
	case X86_INS_LEA: return EFFECT_ADDRESS;
	case X86_INS_ADD: return EFFECT_ADD;
	case X86_INS_SUB: return EFFECT_SUBTRACT;
	case X86_INS_AND: return EFFECT_MASK;
	case X86_INS_SHL: return EFFECT_SHIFT;
	case X86_INS_CMP: return EFFECT_COMPARE;
	case X86_INS_JMP: return EFFECT_JUMP;
	default: return EFFECT_NONE;
	}
}

/* What calls and the kernel leave in these registers is not known (psABI, 3.2.3). */
static uint32_t clobbered_by(unsigned id)
{
	switch (id) {
	case X86_INS_CALL:
	case X86_INS_LCALL:
	case X86_INS_SYSCALL:
	case X86_INS_INT: return 1u << 0 | 1u << 1 | 1u << 2 | 1u << 6 | 1u << 7 | 0xf00u;
	case X86_INS_CPUID: return 0xfu;
	default: return 0;
	}
}

/* Capstone numbers the conditional jumps in this order. */
static bool is_jump(const cs_insn *decoded)
{
	return decoded->id == X86_INS_JMP ||
	       (decoded->id >= X86_INS_JAE && decoded->id <= X86_INS_JS);
}

static void note_writes(csh capstone, const cs_insn *decoded, struct effect *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;
	cs_regs read, written;
	uint8_t nr_read, nr_written;
	bool reads_only = decoded->id == X86_INS_CMP || decoded->id == X86_INS_TEST ||
			  decoded->id == X86_INS_LEA || decoded->id == X86_INS_NOP ||
			  decoded->id == X86_INS_JMP || decoded->id == X86_INS_PUSH;
	bool writes_all = decoded->id == X86_INS_XCHG || decoded->id == X86_INS_XADD;

	ret->written = clobbered_by(decoded->id);
	ret->sets_flags = ret->kind != EFFECT_COPY && ret->kind != EFFECT_ADDRESS &&
			  !is_jump(decoded) && decoded->id != X86_INS_NOP;
	/* The memory that push writes to was unused before. */
	ret->writes_memory = ret->written != 0;
	if (cs_regs_access(capstone, decoded, read, &nr_read, written, &nr_written) != CS_ERR_OK) {
		ret->written = UINT32_MAX;
		ret->writes_memory = true;
		return;
	}
	for (unsigned i = 0; i < nr_written; i++) {
		uint8_t number = written_number(written[i]);

		if (number != EFFECT_NO_REGISTER)
			ret->written |= 1u << number;
	}
	/* Capstone does not always tell which of its operands are written. */
	for (unsigned i = 0; !reads_only && i < x86->op_count; i++) {
		const cs_x86_op *operand = &x86->operands[i];

		if (operand->type == X86_OP_MEM)
			ret->writes_memory |= i == 0 || operand->access & CS_AC_WRITE;
		if ((i == 0 || writes_all) && operand->type == X86_OP_REG &&
		    written_number(operand->reg) != EFFECT_NO_REGISTER)
			ret->written |= 1u << written_number(operand->reg);
	}
}

/* Writing to the lower half of a register clears the upper half ("Basic Architecture", 3.4.1.1). */
static uint32_t halved_by(const cs_insn *decoded)
{
	const cs_x86_op *to = &decoded->detail->x86.operands[0];
	uint8_t number = decoded->detail->x86.op_count && to->type == X86_OP_REG && to->size == 4
				 ? x86_64_number(to->reg)
				 : EFFECT_NO_REGISTER;

	/* These do not always write. */
	if (number == EFFECT_NO_REGISTER || decoded->id == X86_INS_BSF ||
	    decoded->id == X86_INS_BSR || decoded->id == X86_INS_CMPXCHG ||
	    decoded->id == X86_INS_CALL)
		return 0;
	return 1u << number;
}

void x86_64_effect(csh capstone, const cs_insn *decoded, struct effect *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;

	ret->kind = kind_of(decoded);
	ret->condition = condition_of(decoded->id);
	note_writes(capstone, decoded, ret);
	ret->halved = halved_by(decoded);
	if (decoded->id == X86_INS_CDQE) {
		ret->to.kind = ret->from.kind = OPERAND_REGISTER;
		ret->to.reg = ret->from.reg = 0;
		ret->to.width = 8;
		ret->from.width = 4;
		ret->is_signed = true;
	} else if (ret->kind == EFFECT_JUMP || decoded->id == X86_INS_CALL) {
		read_operand(decoded, 0, &ret->from);
	} else if (ret->kind != EFFECT_NONE) {
		ret->is_signed = decoded->id == X86_INS_MOVSX || decoded->id == X86_INS_MOVSXD;
		read_operand(decoded, 0, &ret->to);
		read_operand(decoded, 1, &ret->from);
		if (x86->op_count != 2 || x86->prefix[0])
			ret->kind = EFFECT_NONE;
	}
}
