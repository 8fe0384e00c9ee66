/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The instruction set: all that depends on the processor.  Each has a folder of its name, and a row
 * in machine.c.
 */
#ifndef REWRITER_MACHINE_H
#define REWRITER_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/operators.h"
#include "rewriter/binary.h"
#include "rewriter/effect.h"

enum {
	MACHINE_MAX_SIZE = 16, /* bytes of an instruction */
	MACHINE_MAX_TEXT = 192,
	MACHINE_MAX_REPLACEMENTS = 12, /* of an instruction */
	MACHINE_MAX_SEQUENCE = 32,     /* bytes in place of an instruction */
	MACHINE_MAX_STORY = 112,       /* text of these */
};

#define MACHINE_NOWHERE UINT64_MAX

struct instruction {
	uint64_t address;
	uint8_t size;
	bool is_jump, is_conditional_jump, is_call, is_return;
	uint8_t condition;   /* of a conditional jump: its number, as the processor has it */
	bool is_end;	     /* nothing follows it: a trap */
	uint8_t distance_at; /* of a jump or call with a target: offset of the distance to it */
	bool names_result;   /* the register in which functions return integers */
	bool sets_result;    /* it is the first operand, and no address */
	uint64_t target; /* of a jump or call; MACHINE_NOWHERE: it has none, or it is computed */
	uint32_t named;	 /* registers that its operands name, as bits */
	uint32_t parted; /* those of which it needs, or writes, a part only */
	char text[MACHINE_MAX_TEXT]; /* as assembly: "je 0x1180" */
};

/* True if nothing is executed behind it, unless somebody jumps there. */
static inline bool instruction_is_end(const struct instruction *instruction)
{
	return instruction->is_return || instruction->is_end ||
	       (instruction->is_jump && !instruction->is_conditional_jump);
}

enum { MACHINE_MAX_FIELDS = 2 };

/* A number in an instruction that can be an address, or the distance to one. */
struct field {
	uint8_t at, size; /* in its bytes */
	bool is_relative;
	uint8_t width;	/* bytes of what is read or written there, and nowhere else; 0: who knows */
	bool is_thread; /* it counts from where a thread has its variables */
	uint64_t value; /* the address, also of a distance */
};

/* An instruction that was moved to another place. */
struct moved {
	uint8_t size;
	uint8_t bytes[MACHINE_MAX_SIZE];
};

/* Other bytes in the place of an instruction: as many as it has, or more (is_long). */
struct replacement {
	enum remt_operator op;
	const char *from, *to; /* what it does, in short: "je", "jne"; borrowed for ever */
	int64_t was, constant; /* REMT_CRCR: the immediate operand, and what it is then */
	bool can_be_offset; /* REMT_CRCR: it is put into, or added to, what is as wide as an address
			     */
	bool is_long;	    /* they do not fit in its place */
	uint8_t size;
	uint8_t distance_at, distance_end;   /* of a distance in them, and of the end of what it is
						from; 0: there is none */
	uint8_t bytes[MACHINE_MAX_SEQUENCE]; /* as they are in its place */
	char text[MACHINE_MAX_STORY]; /* the instructions, a line each, with addresses in place of
					 distances; "": the one instruction, with another name or
					 constant */
};

struct machine;

/* Of the ELF machine NUMBER; an error says that it is none that is known here. */
struct error *machine_open(uint16_t number, struct machine **ret) MUST_CHECK;
void machine_close(struct machine *machine);

/* Decodes the instruction at CODE, of which SIZE bytes are there; false: it is none. */
bool machine_decode(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		    struct instruction *ret);

/* The variants of the instruction at CODE; returns how many of RET are filled.  Each decodes to
 * what it is to do. */
unsigned machine_replace(struct machine *machine, const uint8_t *code,
			 const struct instruction *instruction,
			 struct replacement ret[MACHINE_MAX_REPLACEMENTS]);

/* True if CODE does in the place of INSTRUCTION what the replacement says: it alone, to the same
 * operands, with nops that fill it up. */
bool machine_does(struct machine *machine, const uint8_t *code,
		  const struct instruction *instruction, const struct replacement *replacement);
/* The same, of a long one at ADDRESS, of which SIZE bytes are there. */
bool machine_does_at(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		     const struct replacement *replacement);

/* The bytes of REPLACEMENT for INSTRUCTION as they are at ADDRESS; false: it is too far. */
bool machine_place(const struct replacement *replacement, const struct instruction *instruction,
		   uint64_t address, uint8_t ret[MACHINE_MAX_SEQUENCE]) MUST_CHECK;
/* The instruction at CODE as it is at ADDRESS; false: it can't be moved there. */
bool machine_relocate(struct machine *machine, const uint8_t *code,
		      const struct instruction *instruction, uint64_t address,
		      struct moved *ret) MUST_CHECK;
/* A jump that leads anywhere near; false: that is too far. */
bool machine_jump(const struct machine *machine, uint64_t from, uint64_t to,
		  struct moved *ret) MUST_CHECK;
/* The instruction at CODE as text, with addresses in place of distances; false: it is none. */
bool machine_describe(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		      char ret[MACHINE_MAX_TEXT]);

/* What the instruction at CODE does, as far as computed jumps need it. */
void machine_effect(struct machine *machine, const uint8_t *code,
		    const struct instruction *instruction, struct effect *ret);

/* The fields of the instruction at CODE but where it jumps to; returns how many there are. */
unsigned machine_fields(struct machine *machine, const uint8_t *code,
			const struct instruction *instruction,
			struct field ret[MACHINE_MAX_FIELDS]);

/* Bytes that a relocation of this type fills in; 0: none. */
uint64_t machine_relocation_size(uint16_t number, uint32_t type);
/* What it fills in: FIXUP_ADDRESS, FIXUP_DISTANCE or FIXUP_OTHER. */
enum fixup_kind machine_relocation_kind(uint16_t number, uint32_t type);

#endif
