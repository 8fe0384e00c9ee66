/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One version, original or mutant, going through a region on all ways at once: for each block the condition on which
 * control comes there, memory and deeds at its end, and for each value its term. Arithmetic wraps as the processor's
 * does. Where C leaves it open what happens, this is noted (`undefined`).
 *
 * What is computed, and what a read of memory finds, has the meaning that explore/ gives to it.
 */
#ifndef EQUIV_SIDE_H
#define EQUIV_SIDE_H

#include "equiv/region.h"
#include "equiv/world.h"

/* How a type lies in a term. */
enum shape {
	SHAPE_INTEGER, /* and pointers: its bits */
	SHAPE_REAL,    /* of 32 or 64 bits: its bytes, which are not computed with */
	SHAPE_NAME, /* something larger: a number that names it; of equal numbers the things are equal */
};

struct form {
	enum shape shape;
	bool is_signed;
	bool is_pointer;
	bool overflows; /* arithmetic that does not fit is undefined */
	unsigned width; /* bits of the term */
};

/* Something that C does not define. */
struct undefined {
	uint32_t condition;		      /* on which it happens */
	const struct ir_statement *statement; /* where; NULL: at the end of a block */
	uint32_t a, b;			      /* terms of the operands; 0: none */
	bool is_certain; /* it comes to that on the condition, whatever calls do, and the processor does it the same */
	bool is_of_mark; /* an alternative does it */
};

/* Where control goes from a block. */
struct side_edge {
	uint32_t from, to;
	uint32_t condition; /* of coming to `from` and going this way */
	uint32_t local;	    /* of going this way at the end of `from` */
};

struct side_block {
	uint32_t reach;		/* condition; 0: the block was not looked at */
	uint32_t memory, deeds; /* states at its end */
	uint32_t value;		/* that it returns; 0: none */
};

struct side_mark {
	const struct ir_statement *statement;
	uint32_t reach, value;
};

struct side {
	struct world *world;
	const struct equiv_function *function;
	const struct region *region;
	uint32_t site, alternative; /* alternative 0: the original */
	uint32_t *values;	    /* by value: its term; 0: not known yet */
	struct side_block *blocks;  /* by block */
	VEC(struct side_edge) edges;
	VEC(struct undefined) undefined;
	VEC(struct side_mark) marks; /* of the site */
	const char *refusal;	     /* why the region can't be gone through; NULL: it can */
	bool trusts_objects; /* that accesses stay within the objects that their pointers lead to */
	/* where it is */
	uint32_t block, reach, memory, deeds;
	const struct ir_statement *statement;
	bool has_called; /* in a block before: control may not come here */
	bool is_outside; /* a value from before the region is looked at */
	unsigned depth;
	/*
	 * By block: the condition of coming there from a block that each way to where the side is goes through; 0: it
	 * is not on such a way. NULL: the conditions of edges count. What is chosen by these depends on no condition
	 * that was decided before, so that sides which differ in those choose alike.
	 */
	uint32_t *relative;
};

/* Goes through REGION. WORLD, FUNCTION and REGION have to outlive the side. */
void side_init(struct side *ret, struct world *world, const struct equiv_function *function,
	       const struct region *region, uint32_t site, uint32_t alternative);
void side_deinit(struct side *side);

/* What it is like to come to BLOCK by the edges that are known: condition, memory and deeds; all 0: there is none. */
struct side_block side_arrival(struct side *side, uint32_t block);
/* Returns the value of PHI there; 0: no edge leads to BLOCK. */
uint32_t side_phi(struct side *side, uint32_t block, const struct ir_phi *phi);

/* Notes the first reason. */
void side_refuse(struct side *side, const char *reason);

/* ---- side_operation.c */

struct form side_form(const struct side *side, uint32_t type);
uint32_t side_operand(struct side *side, const struct ir_operand *operand);
uint32_t side_operand_type(const struct side *side, const struct ir_operand *operand);

/* Returns the value of type RESULT of OPERATION on terms of the TYPES. */
uint32_t side_compute(struct side *side, enum remt_ir_operation operation, uint32_t result,
		      const uint32_t *types, const uint32_t *terms, uint32_t number);
uint32_t side_condition(struct side *side, enum remt_ir_operation operation, const uint32_t *types,
			const uint32_t *terms);
/* Returns the value of a statement that computes with values alone. */
uint32_t side_value(struct side *side, const struct ir_statement *statement);
void side_note(struct side *side, uint32_t condition, uint32_t a, uint32_t b, bool is_certain,
	       bool is_of_mark);

/* side_mark.c: the value of a MARK or SELECT. */
uint32_t side_mark_value(struct side *side, const struct ir_statement *statement);

/* ---- side_place.c */

uint32_t side_address(struct side *side, const struct ir_place *place);
/* Returns whether BYTES at ADDRESS lie in the object that PLACE, which is accessed there, names. */
uint32_t side_is_inside(struct side *side, const struct ir_place *place, uint32_t address,
			uint64_t bytes);
/* Returns what a read of PLACE finds; the access is a deed if it may fault. */
uint32_t side_load(struct side *side, const struct ir_place *place);
void side_store(struct side *side, const struct ir_place *place, uint32_t value);
void side_move(struct side *side, const struct ir_place *to, const struct ir_place *from);
void side_clear(struct side *side, const struct ir_place *place);
/* Returns BYTES at ADDRESS in MEMORY: their bits, or a name of over 8 bytes. PLACE is what is read. */
uint32_t side_read(struct side *side, uint32_t memory, uint32_t address, uint64_t bytes,
		   const struct ir_place *place);
/* Returns the object that PLACE reads as one term. */
uint32_t side_object(struct side *side, const struct ir_place *place);

/* side_call.c */
void side_call(struct side *side, const struct ir_statement *statement);

#endif
