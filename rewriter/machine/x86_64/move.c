/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves instructions to another place, where they do what they did before: distances are adapted,
 * and short jumps become long. Calls, and instructions whose own address matters, are not moved.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rewriter/machine/x86_64/x86_64.h"

enum { LONG_JUMP = 5 }; /* in bytes */

void x86_64_operands(const cs_insn *decoded, char *ret, size_t size)
{
	static const char counter[] = "rip ";
	const char *at = strstr(decoded->op_str, counter), *end = at ? strchr(at, ']') : NULL;
	const cs_x86 *x86 = &decoded->detail->x86;
	uint64_t address = decoded->address + decoded->size;

	if (!end) {
		snprintf(ret, size, "%s", decoded->op_str);
		return;
	}
	for (unsigned i = 0; i < x86->op_count; i++) {
		if (x86->operands[i].type == X86_OP_MEM)
			address += (uint64_t)x86->operands[i].mem.disp;
	}
	snprintf(ret, size, "%.*s0x%" PRIx64 "%s", (int)(at - decoded->op_str), decoded->op_str,
		 address, end);
}

static bool is_relative(const cs_x86 *x86)
{
	for (unsigned i = 0; i < x86->op_count; i++) {
		if (x86->operands[i].type == X86_OP_MEM && x86->operands[i].mem.base == X86_REG_RIP)
			return true;
	}
	return false;
}

/* Writes the distance from FROM, where the instruction ends, to TO. False: it is too large. */
static bool put_distance(uint64_t from, uint64_t to, uint8_t *bytes)
{
	int64_t distance = (int64_t)(to - from);
	int32_t coded = (int32_t)distance;

	memcpy(bytes, &coded, sizeof(coded));
	return coded == distance;
}

/* Moves a direct jump, with or without a condition, in its long form. */
static bool relocate_jump(const uint8_t *code, const cs_insn *decoded, uint64_t address,
			  struct moved *ret)
{
	uint64_t target = (uint64_t)decoded->detail->x86.operands[0].imm;
	unsigned opcode = 0;

	while (opcode + 1u < decoded->size &&
	       (code[opcode] == 0x2e || code[opcode] == 0x3e || code[opcode] == 0xf2))
		opcode++; /* hints, and the prefix of bounds checking (BND) */
	if (code[opcode] == 0xeb || code[opcode] == 0xe9)
		return x86_64_jump(address, target, ret);
	if (code[opcode] >> 4 == 7)
		ret->bytes[1] = (uint8_t)(0x80 | (code[opcode] & 15));
	else if (code[opcode] == 0x0f && code[opcode + 1] >> 4 == 8)
		ret->bytes[1] = code[opcode + 1];
	else
		return false;
	ret->bytes[0] = 0x0f;
	ret->size = 2 + sizeof(int32_t);
	return put_distance(address + ret->size, target, ret->bytes + 2);
}

bool x86_64_jump(uint64_t from, uint64_t to, struct moved *ret)
{
	ret->bytes[0] = 0xe9;
	ret->size = LONG_JUMP;
	return put_distance(from + LONG_JUMP, to, ret->bytes + 1);
}

bool x86_64_relocate(const uint8_t *code, const cs_insn *decoded, uint64_t address,
		     struct moved *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;
	uint64_t target = decoded->address + decoded->size;

	/* Their own address matters: they push it, save it, or are jumped to through a pointer. */
	if (decoded->id == X86_INS_CALL || decoded->id == X86_INS_LCALL ||
	    decoded->id == X86_INS_SYSCALL || decoded->id == X86_INS_ENDBR64 ||
	    decoded->id == X86_INS_XBEGIN || decoded->size > sizeof(ret->bytes))
		return false;
	for (unsigned i = 0; i < decoded->detail->groups_count; i++) {
		if (decoded->detail->groups[i] == CS_GRP_BRANCH_RELATIVE)
			return x86->op_count == 1 && x86->operands[0].type == X86_OP_IMM &&
			       relocate_jump(code, decoded, address, ret);
	}
	memcpy(ret->bytes, code, decoded->size);
	ret->size = (uint8_t)decoded->size;
	if (!is_relative(x86))
		return true;
	if (x86_64_displacement_size(x86) != sizeof(int32_t) || x86->addr_size != 8)
		return false;
	for (unsigned i = 0; i < x86->op_count; i++) {
		if (x86->operands[i].type == X86_OP_MEM)
			target += (uint64_t)x86->operands[i].mem.disp;
	}
	return put_distance(address + decoded->size, target,
			    ret->bytes + x86->encoding.disp_offset);
}

static const cs_x86_op *memory_of(const cs_x86 *x86)
{
	for (unsigned i = 0; i < x86->op_count; i++) {
		if (x86->operands[i].type == X86_OP_MEM)
			return &x86->operands[i];
	}
	return NULL;
}

/*
 * Returns how many bytes are used at the address in the displacement. 0: what is used lies some way
 * behind it, or nothing is used.
 */
static uint8_t width_of(const cs_insn *decoded, const cs_x86_op *memory)
{
	bool is_alone = memory->mem.base == X86_REG_RIP || (memory->mem.base == X86_REG_INVALID &&
							    memory->mem.index == X86_REG_INVALID);

	return decoded->id == X86_INS_LEA || !is_alone ? 0 : memory->size;
}

/* Variables lie before the thread's block; the block itself belongs to libc. */
static bool is_of_thread(const cs_x86_op *memory)
{
	return memory->mem.segment == X86_REG_FS && memory->mem.disp <= 0;
}

unsigned x86_64_fields(const cs_insn *decoded, struct field ret[MACHINE_MAX_FIELDS])
{
	const cs_x86 *x86 = &decoded->detail->x86;
	const cs_x86_encoding *encoding = &x86->encoding;
	const cs_x86_op *memory = memory_of(x86);
	const cs_x86_op *last = x86->op_count ? &x86->operands[x86->op_count - 1] : NULL;
	unsigned count = 0;

	if (memory && x86_64_displacement_size(x86) == sizeof(int32_t)) {
		bool is_relative = memory->mem.base == X86_REG_RIP;

		ret[count++] = (struct field){
			.at = encoding->disp_offset,
			.size = sizeof(int32_t),
			.is_relative = is_relative,
			.width = width_of(decoded, memory),
			.is_thread = is_of_thread(memory),
			.value = (uint64_t)memory->mem.disp +
				 (is_relative ? decoded->address + decoded->size : 0),
		};
	}
	if (last && last->type == X86_OP_IMM && encoding->imm_size >= sizeof(int32_t) &&
	    encoding->imm_offset + encoding->imm_size <= decoded->size)
		ret[count++] = (struct field){
			.at = encoding->imm_offset,
			.size = encoding->imm_size,
			.value = (uint64_t)last->imm,
		};
	return count;
}
