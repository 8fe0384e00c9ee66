/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An expansion in the making (atg/expansion.h). */
#ifndef ATG_MAKER_H
#define ATG_MAKER_H

#include "atg/expansion.h"
#include "equiv/side.h"

/*
 * Objects lie so far from each other that no index leads from one to another, each in the middle of its part of the
 * addresses, and where no program's numbers are: a number there is an address.
 */
#define OBJECT_SHIFT  24
#define ADDRESS_BASE  (UINT64_C(0x5a51) << 32)
#define OBJECT_MIDDLE (UINT64_C(1) << (OBJECT_SHIFT - 1))
#define MAX_OBJECTS   62
#define MAX_CELLS     2048
/* In what a value may lead to, beside a bit for each object: it may be NULL or a number, too. */
#define LEADS_NOWHERE (UINT64_C(1) << 63)

static inline uint64_t maker_address(uint64_t object)
{
	return ADDRESS_BASE + (object << OBJECT_SHIFT) + OBJECT_MIDDLE;
}

/* Returns the index of the object that ADDRESS belongs to; at least MAX_OBJECTS: it is no address. */
static inline uint64_t maker_object_at(uint64_t address)
{
	return (address - ADDRESS_BASE) >> OBJECT_SHIFT;
}

/* Returns where ADDRESS lies in its object; before it that is a very large number. */
static inline uint64_t maker_offset(uint64_t address)
{
	return address - maker_address(maker_object_at(address));
}

struct maker_phi {
	uint32_t value;
	struct ir_operand *operands; /* by predecessor */
};

struct maker_block {
	VEC(struct ir_statement) statements;
	VEC(struct maker_phi) phis;
	VEC(uint32_t) predecessors;
	struct ir_end end;
};

/* What control brings along: where it comes from, and what is known there. */
struct flow {
	uint32_t from;		   /* block */
	unsigned way;		   /* which of its `end.blocks` */
	struct ir_operand *values; /* of the instance; NULL: they don't matter */
	struct ir_operand *cells;  /* `nr_cells` */
	uint32_t nr_cells;
};

struct flows {
	VEC(struct flow) items;
};

struct maker_object {
	uint64_t bytes;
	uint32_t first_cell, nr_cells;
	uint32_t symbol, string; /* START_NONE: it is none */
	bool is_made;	 /* by the harness: another caller's may be larger, or be another object */
	bool is_foreign; /* another name may stand for it */
	bool is_used, is_written;
	bool is_block; /* the function allocated it: cells come with the accesses */
};

struct maker_cell {
	uint64_t offset;
	uint32_t bytes;
	char *name;	  /* owned; NULL: it is no output */
	bool is_bound;	  /* another caller could have more behind it */
	bool is_zero;	  /* what nobody has set is 0 */
	bool is_constant; /* nobody writes it: it is `number` on all ways */
	struct ir_operand number;
};

#define MAX_POSSIBLE 8

/* The numbers that a value may have. */
struct possible {
	unsigned number; /* 0: they are not known, or too many */
	uint64_t numbers[MAX_POSSIBLE];
};

struct maker {
	struct expansion *expansion;
	const struct expansion_options *options;
	const struct start *start;
	VEC(struct ir_value) values;
	VEC(uint64_t) leads_to;	       /* by value: a bit for each object that it may lead to */
	VEC(struct possible) possible; /* by value */
	VEC(struct maker_block) blocks;
	VEC(struct maker_object) objects;
	VEC(struct maker_cell) cells;
	struct flow now;      /* where it is; `from` is the block that statements are added to */
	bool is_dead;	      /* control does not get here */
	bool is_own;	      /* what is emitted is the maker's: it may compare addresses */
	struct flows outside; /* ways that end before the function does */
	struct ir_operand
		tables[3];    /* what functions behind <ctype.h> return; NUMBER: it was made */
	uint32_t truth, word; /* types */
	uint32_t numbers[9];  /* types without sign, by bytes */
	/* for numbers */
	struct world world;
	struct ir_function empty;
	struct equiv_function scene;
	struct side side;
};

/* A function that is being expanded. */
struct instance {
	struct maker *maker;
	const struct ir_function *function;
	uint32_t *objects; /* by local; START_NONE: it has none yet */
	unsigned depth;
	struct flows returns;
	struct ir_operand result;
};

void maker_refuse(struct maker *maker, const char *reason);
/* The same, where smaller bounds may help. */
void maker_refuse_size(struct maker *maker, const char *reason);

/* ---- maker_emit.c */

uint32_t maker_type(const struct maker *maker, const struct ir_operand *operand);
unsigned maker_width(const struct maker *maker, const struct ir_operand *operand);
struct ir_operand maker_number(const struct maker *maker, uint32_t type, uint64_t number);
bool maker_is_number(const struct ir_operand *operand, uint64_t *number);
bool maker_is_same(const struct ir_operand *a, const struct ir_operand *b);
/* Returns a new parameter. */
struct ir_operand maker_input(struct maker *maker, uint32_t type, const struct start_cell *cell);
struct ir_operand maker_value(struct maker *maker, uint32_t type, uint64_t leads_to,
			      struct possible possible);
/* Computes STATEMENT, of TYPE, if only numbers go into it. */
bool maker_fold(struct maker *maker, const struct ir_statement *statement, uint32_t type,
		struct ir_operand *ret);
uint64_t maker_leads_to(const struct maker *maker, const struct ir_operand *operand);
/* Returns the value of STATEMENT, which is added unless it is a number. */
struct ir_operand maker_emit(struct maker *maker, struct ir_statement statement, uint32_t type);
struct ir_operand maker_unary(struct maker *maker, enum remt_ir_operation operation, uint32_t type,
			      struct ir_operand a);
struct ir_operand maker_binary(struct maker *maker, enum remt_ir_operation operation, uint32_t type,
			       struct ir_operand a, struct ir_operand b);
struct ir_operand maker_choose(struct maker *maker, struct ir_operand condition,
			       struct ir_operand yes, struct ir_operand no);
struct ir_operand maker_convert(struct maker *maker, struct ir_operand a, uint32_t type);
/* Returns A as a word, which is different for different A; what is larger stays as it is. */
struct ir_operand maker_widen(struct maker *maker, struct ir_operand a);

/* ---- maker_address.c */

/*
 * Finds what the result of STATEMENT may lead to. False: it depends on where objects lie, which no program can know;
 * *RET is all that it was made of.
 */
bool maker_follow(const struct maker *maker, const struct ir_statement *statement, uint32_t type,
		  uint64_t *ret);
/* Returns what a value may lead to that is one of what A and B lead to. */
uint64_t maker_lead_either(uint64_t a, uint64_t b);
/* True if a pointer of another caller may lead to an object of the start that is written, and that has another name here. */
bool maker_has_aliases(const struct maker *maker);

/* ---- maker_possible.c */

struct possible maker_possible(const struct maker *maker, const struct ir_operand *operand);
/* Adds the numbers of OTHER to SET, which may be none then. */
void possible_join(struct possible *set, const struct possible *other);
/* Returns the numbers that STATEMENT of TYPE may give. */
struct possible maker_possible_results(struct maker *maker, const struct ir_statement *statement,
				       uint32_t type);

/* ---- maker_flow.c */

uint32_t maker_block(struct maker *maker);
/* Ends the block where the maker is by going on to a block that is not known yet; returns what it brings. */
struct flow maker_go(struct maker *maker, unsigned way, uint32_t nr_values);
/* Ends the block where the maker is by a branch on CONDITION, of one bit. */
void maker_branch(struct maker *maker, struct ir_operand condition);
/* Brings FLOWS together in a new block, where the maker is then. NR_VALUES are the instance's. Empties FLOWS. */
void maker_join(struct maker *maker, struct flows *flows, uint32_t nr_values);
/* Ends the way where the maker is; the output OUT says so if it IS_OUT. */
void maker_leave(struct maker *maker, bool is_out);
/* The same with OUT and BEYOND: REASON is a bound. */
void maker_leave_beyond(struct maker *maker, const char *reason);
/* Notes that the way where the maker is goes beyond the bound REASON on CONDITION, of one bit. */
void maker_note_beyond(struct maker *maker, struct ir_operand condition, const char *reason);
void flow_deinit(struct flow *flow);

/* ---- maker_object.c */

uint32_t maker_add_object(struct maker *maker, uint64_t bytes);
void maker_add_cell(struct maker *maker, uint64_t offset, uint32_t bytes, char *name,
		    struct ir_operand value);
/* Adds the cells of TYPE at OFFSET to the last object; VALUE tells what is in them. False: there are too many. */
bool maker_add_cells(struct maker *maker, uint32_t type, uint64_t offset,
		     struct ir_operand (*value)(struct maker *maker, uint32_t type));
/* Adds a cell that nobody writes. */
void maker_add_constant(struct maker *maker, uint64_t offset, uint32_t bytes, uint64_t number);
/* Adds cells for BYTES to the last object, which get a place when they are accessed; at first they are 0 if it IS_ZERO. */
void maker_reserve_cells(struct maker *maker, uint64_t bytes, bool is_zero);
/* Lets the way where the maker is have all cells that there are. */
void maker_reach_cells(struct maker *maker);
/*
 * Prepares the object INDEX, if it is an allocated block, for an access to BYTES at OFFSET; with UINT64_MAX at any that is
 * a multiple.
 */
void maker_place_cells(struct maker *maker, uint64_t index, uint64_t offset, uint32_t bytes);

/* ---- maker_memory.c */

/* Returns what is in the cell INDEX of which nobody has set anything, as of TYPE. */
struct ir_operand maker_unset(struct maker *maker, uint32_t index, uint32_t type);
struct ir_operand maker_load(struct maker *maker, struct ir_operand address, uint32_t type);
void maker_store(struct maker *maker, struct ir_operand address, uint32_t bytes,
		 struct ir_operand value);
/* Copies BYTES, or sets them to 0 if there is no FROM. */
void maker_copy(struct maker *maker, struct ir_operand to, const struct ir_operand *from,
		uint64_t bytes);

/* ---- maker_place.c */

struct ir_operand instance_operand(struct instance *instance, const struct ir_operand *operand);
struct ir_operand instance_address(struct instance *instance, const struct ir_place *place);

/* ---- maker_library.c */

/* Notes in the output CALLS that SYMBOL is called with ARGUMENTS. */
void maker_note_call(struct maker *maker, uint32_t symbol, const struct ir_operand *arguments,
		     uint32_t number);
/* Notes that the way where the maker is comes to WHAT, which is not told, and goes on. */
void maker_note_vague(struct maker *maker, const char *what);
/* Does what the function NAME of the C library does, and tells what it returns; false: that is not known here. */
bool instance_call_library(struct instance *instance, const struct ir_call *call, const char *name,
			   struct ir_operand *ret);
/* Finds what stands in the harness for the function NAME of the C library; NULL: nothing does. */
const struct ir_entry *maker_model(const struct ir_unit *unit, const char *name);

/* ---- maker_statement.c */

void instance_execute(struct instance *instance, const struct ir_statement *statement);

/* maker_function.c: expands FUNCTION where the maker is, which goes on behind it. Returns what it returns. */
struct ir_operand maker_function(struct maker *maker, const struct ir_function *function,
				 const struct ir_operand *arguments, uint32_t nr_arguments,
				 unsigned depth);

#endif
