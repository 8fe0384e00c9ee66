/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The instruction set: all that depends on the processor. Each processor has a folder of its name
 * and a row in machine.c.
 *
 *   machine_open()
 *   … use …
 *   machine_close()
 */
#ifndef REWRITER_MACHINE_MACHINE_H
#define REWRITER_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/operators.h"
#include "rewriter/machine/effect.h"

enum {
	MACHINE_MAX_SIZE = 16, /* bytes of an instruction */
	MACHINE_MAX_TEXT = 192,
	MACHINE_MAX_REPLACEMENTS = 12, /* replacements of one instruction */
	MACHINE_MAX_SEQUENCE = 32,     /* bytes that replace an instruction */
	MACHINE_MAX_STORY = 112,       /* bytes of the text of such a sequence */
};

#define MACHINE_NOWHERE UINT64_MAX

struct instruction {
	uint64_t address;
	uint8_t size;
	bool is_jump, is_conditional_jump, is_call, is_return;
	uint8_t condition;   /* of a conditional jump: the processor's number of the condition */
	bool is_end;	     /* nothing follows it, as it traps */
	uint8_t distance_at; /* of a jump or call with a target: offset of the distance to it */
	bool names_result;   /* an operand names the register in which functions return integers */
	bool sets_result;    /* that register is its first operand, and no part of an address */
	uint64_t target; /* of a jump or call; MACHINE_NOWHERE: it has none, or a computed one */
	uint32_t named;	 /* registers that its operands name, as bits */
	uint32_t parted; /* named registers of which it uses or writes only a part, as bits */
	char text[MACHINE_MAX_TEXT]; /* assembly, such as "je 0x1180" */
};

/* True if control can't come from INSTRUCTION to the one behind it. */
static inline bool instruction_is_end(const struct instruction *instruction)
{
	return instruction->is_return || instruction->is_end ||
	       (instruction->is_jump && !instruction->is_conditional_jump);
}

enum { MACHINE_MAX_FIELDS = 2 };

/* A number in an instruction that can be an address or a distance. */
struct field {
	uint8_t at, size; /* position and size in the instruction, in bytes */
	bool is_relative;
	uint8_t width;	/* bytes that are read or written at that address; 0: not known */
	bool is_thread; /* it counts from the place of the thread's variables */
	uint64_t value; /* the address, for a distance the resulting one */
};

/* An instruction that was moved to another place. */
struct moved {
	uint8_t size;
	uint8_t bytes[MACHINE_MAX_SIZE];
};

/* Bytes that replace an instruction: as many as it has, or more (is_long). */
struct replacement {
	enum remt_operator op;
	const char *from, *to; /* the change in short, such as "je" and "jne"; static strings */
	int64_t was, constant; /* of REMT_CRCR: the old and the new immediate operand */
	/* of REMT_CRCR: it goes into, or is added to, something as wide as an address */
	bool can_be_offset;
	bool is_long; /* the bytes don't fit into the place of the instruction */
	uint8_t size;
	/* offsets of a distance in `bytes` and of the byte that it counts from; 0: there is none */
	uint8_t distance_at, distance_end;
	/* as they would be at the address of the instruction */
	uint8_t bytes[MACHINE_MAX_SEQUENCE];
	/*
	 * The instructions, one per line, with addresses in place of distances. "": the instruction
	 * itself with another name or constant.
	 */
	char text[MACHINE_MAX_STORY];
};

enum fixup_kind {
	FIXUP_ADDRESS,	/* the address of `spot` is filled in */
	FIXUP_DISTANCE, /* the distance from the fixup to `spot` is filled in */
	/* the address of a symbol of another file, or the distance to it, is filled in */
	FIXUP_SYMBOL,
	FIXUP_OTHER,
};

struct machine;

/*
 * Opens the machine for an ELF machine NUMBER. Fails if that processor is not supported. The caller
 * ends *RET with machine_close().
 */
struct error *machine_open(uint16_t number, struct machine **ret) MUST_CHECK;
void machine_close(struct machine *machine);

/* Decodes the instruction at CODE, of which SIZE bytes exist. False: there is none. */
bool machine_decode(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		    struct instruction *ret);

/*
 * Fills RET with the variants of the instruction at CODE and returns their number. Each of them
 * decodes to what it is meant to do.
 */
unsigned machine_replace(struct machine *machine, const uint8_t *code,
			 const struct instruction *instruction,
			 struct replacement ret[MACHINE_MAX_REPLACEMENTS]);

/*
 * True if CODE, in the place of INSTRUCTION, does what REPLACEMENT says: only that, with the same
 * operands, and padded with nops.
 */
bool machine_does(struct machine *machine, const uint8_t *code,
		  const struct instruction *instruction, const struct replacement *replacement);
/*
 * Does the same check for the SIZE bytes at CODE, which lie at ADDRESS, by the text of REPLACEMENT.
 */
bool machine_does_at(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		     const struct replacement *replacement);

/*
 * Writes the bytes of REPLACEMENT for INSTRUCTION as they must be at ADDRESS. False: a distance is
 * too large.
 */
bool machine_place(const struct replacement *replacement, const struct instruction *instruction,
		   uint64_t address, uint8_t ret[MACHINE_MAX_SEQUENCE]) MUST_CHECK;
/* Moves the instruction at CODE to ADDRESS. False: it can't be moved there. */
bool machine_relocate(struct machine *machine, const uint8_t *code,
		      const struct instruction *instruction, uint64_t address,
		      struct moved *ret) MUST_CHECK;
/* Makes a jump from FROM to TO. False: the distance is too large. */
bool machine_jump(const struct machine *machine, uint64_t from, uint64_t to,
		  struct moved *ret) MUST_CHECK;
/*
 * Writes the instruction at CODE as text, with addresses in place of distances. False: there is
 * none.
 */
bool machine_describe(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		      char ret[MACHINE_MAX_TEXT]);

/* Tells what the instruction at CODE does, as far as computed jumps need it. */
void machine_effect(struct machine *machine, const uint8_t *code,
		    const struct instruction *instruction, struct effect *ret);

/*
 * Fills RET with the fields of the instruction at CODE, except the target of a jump, and returns
 * their number.
 */
unsigned machine_fields(struct machine *machine, const uint8_t *code,
			const struct instruction *instruction,
			struct field ret[MACHINE_MAX_FIELDS]);

/* Returns how many bytes a relocation of this type fills in; 0: none. */
uint64_t machine_relocation_size(uint16_t number, uint32_t type);
/* Returns what the relocation fills in: FIXUP_ADDRESS, FIXUP_DISTANCE or FIXUP_OTHER. */
enum fixup_kind machine_relocation_kind(uint16_t number, uint32_t type);

#endif
