/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function in translation; the parts of translate.c. */
#ifndef EXPLORE_TRANSLATE_STATE_H
#define EXPLORE_TRANSLATE_STATE_H

#include "common/vec.h"
#include "explore/operate.h"
#include "explore/translate.h"
#include "explore/unit.h"

/* An instruction's field that names a block and is to name an instruction. */
enum jump_field { JUMP_D, JUMP_C };

struct jump {
	uint32_t insn;
	enum jump_field field;
	uint32_t from, to; /* blocks */
};

/* A table whose targets are not known yet; one of the three is not NULL. */
struct pending_table {
	struct jump_table *table;
	struct resumption *resumption;
	struct jump_labels *labels;
	uint32_t block;
};

struct translation {
	struct code *code;
	struct unit *unit;
	const struct ir_unit *ir;
	const struct ir_function *function;
	const char *refusal;
	bool has_setjmp, has_restore; /* calls of setjmp() and __builtin_stack_restore() */
	VEC(struct insn) insns;
	VEC(union word) constants;
	uint32_t nr_slots; /* of values and temporaries */
	uint32_t block;	   /* that is being translated */
	const struct ir_operand *
		*same_as; /* by value: the operand that is the same bits; NULL: none */
	VEC(struct jump) jumps;
	VEC(struct pending_table) tables;
};

void translation_refuse(struct translation *t, const char *reason);

/* Adds an instruction; returns its index. */
uint32_t emit(struct translation *t, enum instruction op, uint32_t d, uint32_t a, uint32_t b,
	      uint32_t c, int64_t n);

/* Returns a new temporary slot. */
uint32_t slot_new(struct translation *t);
uint32_t slot_of_value(struct translation *t, uint32_t value);
/* Returns the slot of a constant. */
uint32_t slot_of_constant(struct translation *t, union word constant);

/* Returns the slot that has OPERAND; may add instructions. */
uint32_t slot_of_operand(struct translation *t, const struct ir_operand *operand);

/* True if OPERAND is an integer that an instruction can hold; *RET gets it. */
bool operand_is_number(struct translation *t, const struct ir_operand *operand, int64_t *ret);

struct form form_of_index(const struct translation *t, uint32_t type);

/* ---- translate_place.c */

void place_load(struct translation *t, uint32_t d, const struct ir_place *place);
void place_store(struct translation *t, const struct ir_place *place, uint32_t value);
/* Returns a slot with the place's address. */
uint32_t place_address(struct translation *t, const struct ir_place *place);
uint64_t place_size(const struct translation *t, const struct ir_place *place);

/* ---- translate_operation.c */

void operation_emit(struct translation *t, enum remt_ir_operation op, uint32_t d,
		    struct form result, const struct ir_operand *operands, uint32_t number);
void mark_emit(struct translation *t, const struct ir_statement *statement);
/* Returns the alternative that MARK takes; 0: the original. */
uint32_t mark_alternative(const struct translation *t, const struct ir_mark *mark);
/* Adds the branch that ends a block. */
void branch_emit(struct translation *t, const struct ir_end *end, uint32_t nr_statements);

/* ---- translate_flow.c */

/* Adds the end of BLOCK, the block in translation. */
void end_emit(struct translation *t, const struct ir_block *block);
/* Returns the instruction where control goes on along an edge; adds the edge's own if it needs some. */
uint32_t edge_target(struct translation *t, uint32_t from, uint32_t to);
/* Gives all jumps their targets, once all blocks are there. */
void jumps_resolve(struct translation *t);

/* ---- translate_label.c */

/* Adds the computed goto that ends the block in translation. */
void labels_emit(struct translation *t, const struct ir_end *end, uint32_t nr_statements);
/* Gives its labels their targets. */
void labels_resolve(struct translation *t, const struct pending_table *pending);

/* ---- translate_call.c */

void call_emit(struct translation *t, const struct ir_statement *statement);

#endif
