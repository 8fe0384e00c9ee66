/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes replacements that are encoded otherwise, or consist of several instructions: they need not
 * fit into the place of the instruction. Each has a text that tells what it must decode to.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rewriter/machine/x86_64/x86_64.h"

enum {
	REGISTER_SP = 4,
	OPCODE_MOVE = 0x8b,
	OPCODE_MOVE_BYTE_CONSTANT = 0xc6,
	OPCODE_MOVE_CONSTANT = 0xb8,
	OPCODE_ADDRESS = 0x8d,
	OPCODE_ALU_CONSTANT = 0x81,
	OPCODE_ALU_SHORT_CONSTANT = 0x83,
	OPCODE_MULTIPLY_CONSTANT = 0x69,
	OPCODE_MULTIPLY_SHORT_CONSTANT = 0x6b,
};

/* The general registers by their numbers. */
static const char *const halves[] = {
	"eax", "ecx", "edx",  "ebx",  "esp",  "ebp",  "esi",  "edi",
	"r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"
};
static const char *const wholes[] = { "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
				      "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15" };

/* An instruction that is looked at. */
struct maker {
	const uint8_t *code;
	const cs_insn *decoded;
	const cs_x86 *x86;
	unsigned opcode; /* index of the opcode behind the prefixes */
	struct replacement *ret;
	unsigned count;
	char operands[MACHINE_MAX_TEXT]; /* with addresses in place of distances */
};

static struct replacement *begin(struct maker *maker, enum remt_operator op, const char *from,
				 const char *to)
{
	struct replacement *made = &maker->ret[maker->count++];

	*made = (struct replacement){ .op = op, .from = from, .to = to };
	return made;
}

static void put(struct replacement *made, const void *bytes, size_t size)
{
	if (made->size + size > sizeof(made->bytes))
		return;
	memcpy(made->bytes + made->size, bytes, size);
	made->size = (uint8_t)(made->size + size);
}

static void put_byte(struct replacement *made, unsigned byte)
{
	put(made, &(uint8_t){ (uint8_t)byte }, 1);
}

/* Adds an instruction to the text that the bytes must decode to. */
PRINTF_LIKE(2, 3)
static void say(struct replacement *made, const char *format, ...)
{
	size_t length = strlen(made->text);
	va_list args;

	if (length)
		made->text[length++] = '\n';
	va_start(args, format);
	vsnprintf(made->text + length, sizeof(made->text) - length, format, args);
	va_end(args);
}

/* Adds the prefixes, OPCODE, and the bytes of the instruction from AT to END. */
static void put_with_prefixes(const struct maker *maker, struct replacement *made, unsigned opcode,
			      unsigned at, unsigned end)
{
	put(made, maker->code, maker->opcode);
	put_byte(made, opcode);
	put(made, maker->code + at, end - at);
}

/*
 * Adapts a distance that was copied as the last bytes before TAIL others: it counts from the end of
 * all bytes now.
 */
static void keep_distance(const struct maker *maker, struct replacement *made, unsigned tail)
{
	int32_t distance;
	bool is_relative = false;

	for (unsigned i = 0; i < maker->x86->op_count; i++)
		is_relative |= maker->x86->operands[i].type == X86_OP_MEM &&
			       maker->x86->operands[i].mem.base == X86_REG_RIP;
	if (!is_relative || made->size < sizeof(distance) + tail)
		return;
	made->distance_at = (uint8_t)(made->size - tail - sizeof(distance));
	made->distance_end = made->size;
	memcpy(&distance, made->bytes + made->distance_at, sizeof(distance));
	distance += maker->decoded->size - made->size;
	memcpy(made->bytes + made->distance_at, &distance, sizeof(distance));
}

static const char *last_operand(const struct maker *maker)
{
	const char *comma = strrchr(maker->operands, ',');

	return comma ? comma + 2 : "";
}

/* Returns the length of all operands but the last one. */
static int length_before_last(const struct maker *maker)
{
	const char *comma = strrchr(maker->operands, ',');

	return comma ? (int)(comma - maker->operands) : 0;
}

/* Adds a constant that is too large for the one byte of the present one. */
static void add_grown(struct maker *maker, const char *to, int64_t was, int64_t constant)
{
	unsigned width = maker->x86->operands[0].size == 2 ? 2 : 4;
	struct replacement *made;

	if (constant >= INT8_MIN && constant <= INT8_MAX)
		return;
	made = begin(maker, REMT_CRCR, "constant", to);
	made->was = was;
	made->constant = constant;
	made->can_be_offset =
		maker->decoded->id != X86_INS_CMP && maker->x86->operands[0].size == 8;
	put_with_prefixes(maker, made, OPCODE_ALU_CONSTANT, maker->opcode + 1,
			  maker->decoded->size - 1u);
	put(made, &constant, width);
	keep_distance(maker, made, width);
	say(made, "%s %s", maker->decoded->mnemonic, maker->operands);
}

static void look_at_short_constant(struct maker *maker)
{
	int64_t was;

	if ((maker->decoded->id != X86_INS_ADD && maker->decoded->id != X86_INS_SUB &&
	     maker->decoded->id != X86_INS_CMP) ||
	    x86_64_is_bookkeeping(maker->decoded) ||
	    !x86_64_read_constant(maker->code, maker->decoded, &was))
		return;
	add_grown(maker, "+1", was, was + 1);
	add_grown(maker, "-1", was, was - 1);
	add_grown(maker, "negated", was, -was);
}

/* Replaces xor of a register with itself, which writes 0. */
static void look_at_zero(struct maker *maker)
{
	const cs_x86_op *to = &maker->x86->operands[0], *from = &maker->x86->operands[1];
	struct replacement *made;
	uint8_t number;

	if (to->type != X86_OP_REG || from->type != X86_OP_REG || to->reg != from->reg ||
	    to->size != 4)
		return;
	number = x86_64_number(to->reg);
	made = begin(maker, REMT_CRCR, "constant", "+1");
	made->constant = 1;
	if (number >= 8)
		put_byte(made, 0x41);
	put_byte(made, OPCODE_MOVE_CONSTANT | (number & 7u));
	put(made, &(uint32_t){ 1 }, 4);
	say(made, "mov %.*s, 0", length_before_last(maker), maker->operands);
}

/* Adds REX, opcode and ModRM of an instruction with two registers of 32 bits. */
static void put_registers(struct replacement *made, unsigned opcode, uint8_t reg, uint8_t other)
{
	unsigned rex = (reg >= 8 ? 4u : 0) | (other >= 8 ? 1u : 0);

	if (rex)
		put_byte(made, 0x40 | rex);
	put_byte(made, opcode);
	put_byte(made, 0xc0 | (reg & 7u) << 3 | (other & 7u));
}

static void put_not(struct replacement *made, uint8_t reg)
{
	put_registers(made, 0xf7, 2, reg);
	say(made, "not %s", halves[reg]);
}

/* Adds a lea: TO becomes the sum of two registers, as bases of 64 bits, and a constant. */
static void put_sum(struct replacement *made, uint8_t to, uint8_t base, uint8_t index,
		    uint8_t constant)
{
	unsigned rex = (to >= 8 ? 4u : 0) | (index >= 8 ? 2u : 0) | (base >= 8 ? 1u : 0);

	if (rex)
		put_byte(made, 0x40 | rex);
	put_byte(made, OPCODE_ADDRESS);
	put_byte(made, 0x44 | (to & 7u) << 3);
	put_byte(made, (index & 7u) << 3 | (base & 7u));
	put_byte(made, constant);
}

/*
 * Replaces lea of two registers in 32 bits, by which compilers add into a third register. a - b is
 * ~(~a + b), and also a + ~b + 1. Neither not nor lea changes a flag.
 */
static void look_at_sum(struct maker *maker)
{
	const x86_op_mem *memory = &maker->x86->operands[1].mem;
	uint8_t to = x86_64_number(maker->x86->operands[0].reg);
	uint8_t base = x86_64_number(memory->base), index = x86_64_number(memory->index);
	struct replacement *made;

	if (maker->x86->operands[0].size != 4 || maker->x86->addr_size != 8 || memory->disp ||
	    memory->scale != 1 || memory->segment != X86_REG_INVALID || base > 15 || index > 15 ||
	    base == index || base == REGISTER_SP || index == REGISTER_SP)
		return;
	made = begin(maker, REMT_OAAN, "add", "sub");
	if (to == index) {
		put_not(made, to);
		put_sum(made, to, base, to, 1);
		say(made, "lea %s, [%s + %s + 1]", halves[to], wholes[base], wholes[to]);
		return;
	}
	if (to != base) {
		put_registers(made, OPCODE_MOVE, to, base);
		say(made, "mov %s, %s", halves[to], halves[base]);
	}
	put_not(made, to);
	put_sum(made, to, to, index, 0);
	say(made, "lea %s, [%s + %s]", halves[to], wholes[to], wholes[index]);
	put_not(made, to);
}

/* Replaces imul of a constant in 32 bits. Wider ones mostly compute places of array elements. */
static void look_at_product(struct maker *maker)
{
	unsigned width = maker->x86->encoding.imm_size;
	uint8_t to = x86_64_number(maker->x86->operands[0].reg);
	struct replacement *made;
	int64_t was;

	if (maker->x86->op_count != 3 || maker->x86->operands[0].size != 4 || to > 15 ||
	    !x86_64_read_constant(maker->code, maker->decoded, &was))
		return;
	made = begin(maker, REMT_OAAN, "imul", "add");
	put_with_prefixes(maker, made, OPCODE_MOVE, maker->opcode + 1,
			  maker->decoded->size - width);
	keep_distance(maker, made, 0);
	say(made, "mov %.*s", length_before_last(maker), maker->operands);
	if (to >= 8)
		put_byte(made, 0x41);
	put_byte(made, OPCODE_ALU_CONSTANT);
	put_byte(made, 0xc0 | (to & 7u));
	put(made, &was, 4);
	say(made, "add %s, %s", halves[to], last_operand(maker));
}

/* Replaces what a condition sets by 1, or by 0. */
static void look_at_set(struct maker *maker)
{
	const char *from = x86_64_sets[maker->code[maker->opcode + 1] & 15];

	for (unsigned truth = 0; truth < 2; truth++) {
		struct replacement *made =
			begin(maker, truth ? REMT_DCRT : REMT_DCRF, from, truth ? "1" : "0");

		put_with_prefixes(maker, made, OPCODE_MOVE_BYTE_CONSTANT, maker->opcode + 2,
				  maker->decoded->size);
		put_byte(made, truth);
		keep_distance(maker, made, 1);
		say(made, "mov %s, %u", maker->operands, truth);
	}
}

/*
 * Replaces a conditional move by an unconditional one or none. In 32 bits both clear the upper
 * half.
 */
static void look_at_move(struct maker *maker)
{
	const char *from = x86_64_moves[maker->code[maker->opcode + 1] & 15];
	uint8_t to = x86_64_number(maker->x86->operands[0].reg);
	struct replacement *made = begin(maker, REMT_DCRT, from, "mov");

	put_with_prefixes(maker, made, OPCODE_MOVE, maker->opcode + 2, maker->decoded->size);
	keep_distance(maker, made, 0);
	say(made, "mov %s", maker->operands);
	if (maker->x86->operands[0].size != 4 || to > 15)
		return;
	made = begin(maker, REMT_DCRF, from, "nop");
	put_registers(made, OPCODE_MOVE, to, to);
	say(made, "mov %s, %s", halves[to], halves[to]);
}

/* Replaces a call by a result. */
static void look_at_call(struct maker *maker)
{
	struct replacement *made;

	if (maker->x86->operands[0].type != X86_OP_IMM)
		return;
	made = begin(maker, REMT_SRSR, "call", "0");
	put(made, (uint8_t[]){ 0x31, 0xc0 }, 2);
	say(made, "xor eax, eax");
	made = begin(maker, REMT_SRSR, "call", "1");
	put(made, (uint8_t[]){ 0xb8, 1, 0, 0, 0 }, 5);
	say(made, "mov eax, 1");
}

static void look_at_two_bytes(struct maker *maker)
{
	unsigned kind = maker->code[maker->opcode + 1] >> 4;

	if (kind == 9)
		look_at_set(maker);
	else if (kind == 4)
		look_at_move(maker);
}

static void look_at_one_byte(struct maker *maker)
{
	switch (maker->code[maker->opcode]) {
	case 0x31:
	case 0x33: look_at_zero(maker); break;
	case OPCODE_ALU_SHORT_CONSTANT: look_at_short_constant(maker); break;
	case OPCODE_ADDRESS: look_at_sum(maker); break;
	case OPCODE_MULTIPLY_CONSTANT:
	case OPCODE_MULTIPLY_SHORT_CONSTANT: look_at_product(maker); break;
	default: break;
	}
}

unsigned x86_64_sequences(const uint8_t *code, const cs_insn *decoded, unsigned opcode,
			  struct replacement *ret)
{
	struct maker maker = {
		.code = code,
		.decoded = decoded,
		.x86 = &decoded->detail->x86,
		.opcode = opcode,
		.ret = ret,
	};

	x86_64_operands(decoded, maker.operands, sizeof(maker.operands));
	if (decoded->id == X86_INS_CALL)
		look_at_call(&maker);
	else if (decoded->size >= opcode + 2u && code[opcode] == 0x0f)
		look_at_two_bytes(&maker);
	else if (decoded->size >= opcode + 2u)
		look_at_one_byte(&maker);
	return maker.count;
}
