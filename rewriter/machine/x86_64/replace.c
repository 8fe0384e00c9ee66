/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes replacements of the same size, in the encoding of the Intel manual, volume 2. A condition
 * is a number of four bits in the opcode (jcc, setcc, cmovcc), whose lowest bit negates it.
 * Arithmetic with two operands differs in three bits of the opcode, or of the ModRM byte if an
 * immediate operand takes the opcode.
 *
 * Vector and floating-point instructions have no replacements here.
 */
#include <string.h>

#include "rewriter/machine/x86_64/x86_64.h"

enum {
	ALU_ADD = 0,
	ALU_OR = 1,
	ALU_AND = 4,
	ALU_SUB = 5,
	ALU_XOR = 6,
	SHIFT_SHL = 4,
	SHIFT_SHR = 5,
	SHIFT_SAR = 7,
};

/* By number of the condition. */
static const char *const jumps[] = { "jo", "jno", "jb", "jae", "je", "jne", "jbe", "ja",
				     "js", "jns", "jp", "jnp", "jl", "jge", "jle", "jg" };
const char *const x86_64_sets[] = { "seto",  "setno", "setb",  "setae", "sete", "setne",
				    "setbe", "seta",  "sets",  "setns", "setp", "setnp",
				    "setl",  "setge", "setle", "setg" };
const char *const x86_64_moves[] = { "cmovo",  "cmovno", "cmovb",  "cmovae", "cmove", "cmovne",
				     "cmovbe", "cmova",	 "cmovs",  "cmovns", "cmovp", "cmovnp",
				     "cmovl",  "cmovge", "cmovle", "cmovg" };
/* The condition that differs where both sides are equal; itself: there is none. */
static const uint8_t boundary[] = { 0, 1, 6, 7, 4, 5, 2, 3, 8, 9, 10, 11, 14, 15, 12, 13 };

static const char *const alus[] = { "add", "or", "adc", "sbb", "and", "sub", "xor", "cmp" };
static const char *const shifts[] = { "rol", "ror", "rcl", "rcr", "shl", "shr", "shl", "sar" };

/* An instruction that is looked at. */
struct instance {
	const uint8_t *code;
	const cs_insn *decoded;
	unsigned opcode; /* index of the opcode behind the prefixes */
	unsigned count;
	struct replacement *ret;
};

static struct replacement *add(struct instance *instance, enum remt_operator op, const char *from,
			       const char *to)
{
	struct replacement *replacement = &instance->ret[instance->count++];

	*replacement = (struct replacement){
		.op = op,
		.from = from,
		.to = to,
		.size = (uint8_t)instance->decoded->size,
	};
	memcpy(replacement->bytes, instance->code, instance->decoded->size);
	return replacement;
}

/* Adds the other conditions. The number of the present one is in the byte at AT. */
static void add_conditions(struct instance *instance, const char *const *names, unsigned at)
{
	unsigned condition = instance->code[at] & 15, edge = boundary[condition];
	struct replacement *negated =
		add(instance, REMT_OCNG, names[condition], names[condition ^ 1]);

	negated->bytes[at] ^= 1;
	if (edge != condition) {
		struct replacement *moved = add(instance, REMT_ORRN, names[condition], names[edge]);

		moved->bytes[at] = (uint8_t)((moved->bytes[at] & ~15u) | edge);
	}
}

static void fill_with_nops(uint8_t *bytes, size_t size)
{
	static const uint8_t two[] = { 0x66, 0x90 };
	static const uint8_t six[] = { 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00 };

	if (size == sizeof(six))
		memcpy(bytes, six, size);
	else if (size == sizeof(two))
		memcpy(bytes, two, size);
	else
		memset(bytes, 0x90, size);
}

/*
 * Adds replacements of a jump. Its displacement stays behind the opcode; a prefix before it, a
 * hint, makes no difference.
 */
static void add_jump(struct instance *instance)
{
	unsigned at = instance->opcode;
	bool is_near = instance->code[at] == 0x0f;
	const char *name = jumps[instance->code[at + is_near] & 15];
	struct replacement *always, *never;

	add_conditions(instance, jumps, at + is_near);
	always = add(instance, REMT_DCRT, name, "jmp");
	always->bytes[at] = is_near ? 0x90 : 0xeb;
	if (is_near)
		always->bytes[at + 1] = 0xe9;
	never = add(instance, REMT_DCRF, name, "nop");
	fill_with_nops(never->bytes, instance->decoded->size);
}

bool x86_64_is_bookkeeping(const cs_insn *decoded)
{
	const cs_x86 *x86 = &decoded->detail->x86;
	const cs_x86_op *to = &x86->operands[0], *from = &x86->operands[1];

	if (x86->op_count < 2 || to->type != X86_OP_REG)
		return false;
	return to->reg == X86_REG_RSP || to->reg == X86_REG_RBP ||
	       (from->type == X86_OP_REG && from->reg == to->reg);
}

static enum remt_operator alu_operator(unsigned number)
{
	return number == ALU_ADD || number == ALU_SUB ? REMT_OAAN : REMT_OBBN;
}

/* Returns the arithmetic that replaces NUMBER; NUMBER itself: none does. */
static unsigned alu_counterpart(unsigned number)
{
	switch (number) {
	case ALU_ADD: return ALU_SUB;
	case ALU_SUB: return ALU_ADD;
	case ALU_AND: return ALU_OR;
	case ALU_OR: return ALU_AND;
	case ALU_XOR: return ALU_OR;
	default: return number;
	}
}

/* Adds the replacement of arithmetic. Bits 3 to 5 of the byte at AT are its number. */
static void add_alu(struct instance *instance, unsigned at)
{
	unsigned number = instance->code[at] >> 3 & 7, other = alu_counterpart(number);

	if (other == number || x86_64_is_bookkeeping(instance->decoded))
		return;
	add(instance, alu_operator(number), alus[number], alus[other])->bytes[at] ^=
		(uint8_t)((number ^ other) << 3);
}

static void add_shift(struct instance *instance)
{
	unsigned at = instance->opcode + 1, number = instance->code[at] >> 3 & 7;
	unsigned other = number == SHIFT_SHL			      ? SHIFT_SHR
			 : number == SHIFT_SHR || number == SHIFT_SAR ? SHIFT_SHL
								      : number;

	if (other != number)
		add(instance, REMT_OSSN, shifts[number], shifts[other])->bytes[at] ^=
			(uint8_t)((number ^ other) << 3);
}

static void add_step(struct instance *instance)
{
	unsigned at = instance->opcode + 1, number = instance->code[at] >> 3 & 7;

	if (number <= 1)
		add(instance, REMT_OIDO, number ? "dec" : "inc", number ? "inc" : "dec")
			->bytes[at] ^= 8;
}

/* imul of two operands has one byte more than add, and both code their operands alike. */
static void add_multiplication(struct instance *instance)
{
	unsigned at = instance->opcode;
	struct replacement *sum = add(instance, REMT_OAAN, "imul", "add");

	memmove(sum->bytes + 1, instance->code, at);
	sum->bytes[0] = 0x90;
	sum->bytes[at + 1] = 0x03;
}

static void look_at_two_bytes(struct instance *instance)
{
	unsigned second = instance->code[instance->opcode + 1];

	if (second >> 4 == 8)
		add_jump(instance);
	else if (second >> 4 == 9)
		add_conditions(instance, x86_64_sets, instance->opcode + 1);
	else if (second >> 4 == 4)
		add_conditions(instance, x86_64_moves, instance->opcode + 1);
	else if (second == 0xaf)
		add_multiplication(instance);
}

static void look_at_one_byte(struct instance *instance)
{
	unsigned opcode = instance->code[instance->opcode];

	if (opcode >> 4 == 7)
		add_jump(instance);
	else if (opcode < 0x40 && (opcode & 7) < 6)
		add_alu(instance, instance->opcode);
	else if (opcode == 0x80 || opcode == 0x81 || opcode == 0x83)
		add_alu(instance, instance->opcode + 1);
	else if (opcode == 0xc0 || opcode == 0xc1 || (opcode >= 0xd0 && opcode <= 0xd3))
		add_shift(instance);
	else if (opcode == 0xfe || opcode == 0xff)
		add_step(instance);
}

static int64_t extend(uint64_t value, unsigned size)
{
	unsigned shift = 64 - 8 * size;

	return (int64_t)(value << shift) >> shift;
}

bool x86_64_read_constant(const uint8_t *code, const cs_insn *decoded, int64_t *ret)
{
	const cs_x86 *x86 = &decoded->detail->x86;
	unsigned at = x86->encoding.imm_offset, size = x86->encoding.imm_size;
	uint64_t value = 0;

	if (!x86->op_count || x86->operands[x86->op_count - 1].type != X86_OP_IMM || !at || !size ||
	    size > sizeof(value) || at + size > decoded->size)
		return false;
	memcpy(&value, code + at, size);
	*ret = extend(value, size);
	return true;
}

static void add_constant(struct instance *instance, const char *name, int64_t was, int64_t constant)
{
	const cs_x86_encoding *encoding = &instance->decoded->detail->x86.encoding;
	struct replacement *changed;

	if (extend((uint64_t)constant, encoding->imm_size) != constant)
		return;
	changed = add(instance, REMT_CRCR, "constant", name);
	changed->was = was;
	changed->constant = constant;
	changed->can_be_offset = instance->decoded->id != X86_INS_CMP &&
				 instance->decoded->detail->x86.operands[0].size == 8;
	memcpy(changed->bytes + encoding->imm_offset, &constant, encoding->imm_size);
}

static void look_at_constant(struct instance *instance)
{
	static const unsigned with_constants[] = { X86_INS_ADD, X86_INS_CMP, X86_INS_MOV,
						   X86_INS_MOVABS, X86_INS_SUB };
	int64_t was;

	for (size_t i = 0; i < sizeof(with_constants) / sizeof(with_constants[0]); i++) {
		if (instance->decoded->id != with_constants[i] ||
		    x86_64_is_bookkeeping(instance->decoded) ||
		    !x86_64_read_constant(instance->code, instance->decoded, &was))
			continue;
		add_constant(instance, "0", was, 0);
		if (was != INT64_MAX)
			add_constant(instance, "+1", was, was + 1);
		if (was != INT64_MIN) {
			add_constant(instance, "-1", was, was - 1);
			add_constant(instance, "negated", was, -was);
		}
	}
}

/* Replaces a call with nothing. */
static void look_at_call(struct instance *instance)
{
	struct replacement *deleted = add(instance, REMT_SSDL, "call", "nop");

	fill_with_nops(deleted->bytes, instance->decoded->size);
}

static bool is_prefix(uint8_t byte)
{
	static const uint8_t legacy[] = { 0xf0, 0xf2, 0xf3, 0x2e, 0x36, 0x3e,
					  0x26, 0x64, 0x65, 0x66, 0x67 };

	return byte >> 4 == 4 || memchr(legacy, byte, sizeof(legacy));
}

/* Adds the replacements of the instruction. */
static void look_at(struct instance *instance)
{
	const cs_insn *decoded = instance->decoded;

	if (decoded->id == X86_INS_CALL)
		look_at_call(instance);
	else
		look_at_constant(instance);
	/*
	 * The encodings below have at least two bytes. Vector instructions begin otherwise, or are
	 * not among them.
	 */
	if (decoded->size < instance->opcode + 2u)
		return;
	if (instance->code[instance->opcode] == 0x0f)
		look_at_two_bytes(instance);
	else
		look_at_one_byte(instance);
}

unsigned x86_64_replace(const uint8_t *code, const cs_insn *decoded,
			struct replacement ret[MACHINE_MAX_REPLACEMENTS])
{
	struct instance instance = { .code = code, .decoded = decoded, .ret = ret };

	while (instance.opcode + 1u < decoded->size && is_prefix(code[instance.opcode]))
		instance.opcode++;
	look_at(&instance);
	return instance.count +
	       x86_64_sequences(code, decoded, instance.opcode, ret + instance.count);
}
