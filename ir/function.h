/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one function does: values, locals and blocks, as remt/ir.h defines them. Indices were
 * checked when the function was read: of values and locals against the function, of types, symbols
 * and strings against the unit, of blocks against the function. Each value is assigned at one place,
 * and predecessors and successors tell the same edges.
 */
#ifndef IR_FUNCTION_H
#define IR_FUNCTION_H

#include "common/arena.h"
#include "ir/unit.h"

struct ir_place;

struct ir_operand {
	enum remt_ir_operand_kind kind;
	uint32_t type;
	union {
		uint32_t value; /* VALUE */
		struct {
			uint64_t low, high; /* NUMBER (sign-extended) and WIDE */
		} number;
		const unsigned char *real;    /* REAL: the type's size of bytes */
		const struct ir_place *place; /* ADDRESS */
	};
};

struct ir_index {
	struct ir_operand operand;
	int64_t stride; /* bytes */
};

struct ir_place {
	enum remt_ir_base base;
	uint32_t index;		   /* of the local, symbol or string */
	struct ir_operand pointer; /* POINTED */
	uint32_t type;		   /* of what is read or written */
	unsigned flags;		   /* remt_ir_place_flags */
	int64_t offset;		   /* bytes */
	uint32_t nr_indices;
	const struct ir_index *indices;
	uint32_t bit_position, bit_size; /* REMT_IR_BITS */
};

struct ir_target {
	enum remt_ir_target_kind kind;
	uint32_t value;
	const struct ir_place *place;
};

struct ir_argument {
	const struct ir_place *place; /* the object is passed; NULL: `operand` is */
	struct ir_operand operand;
};

struct ir_call {
	unsigned flags;	  /* remt_ir_call_flags */
	uint32_t type;	  /* of the function; INTERNAL: 0 */
	const char *name; /* INTERNAL: the compiler's name; else NULL */
	bool is_direct;
	uint32_t symbol;	   /* is_direct */
	struct ir_operand pointer; /* else */
	struct ir_target target;
	uint32_t nr_arguments;
	const struct ir_argument *arguments;
};

struct ir_alternative {
	enum remt_ir_realize realize;
	enum remt_ir_operation operation;
	int64_t delta, value;
	int factor; /* -1, 0 or 1 */
};

struct ir_mark {
	uint32_t site;
	uint32_t nr_alternatives; /* of a MARK */
	const struct ir_alternative *alternatives;
	uint32_t infects; /* of a SELECT */
	unsigned flags;	  /* remt_ir_select_flags */
};

struct ir_statement {
	enum remt_ir_statement_kind kind;
	uint32_t line; /* 0: unknown */
	enum remt_ir_operation operation;
	uint32_t value; /* that is assigned; UINT32_MAX: none, or the target of a call */
	uint32_t nr_operands;
	struct ir_operand operands[3];
	const struct ir_place *place; /* LOAD, STORE, CLEAR, END; of a MOVE where to */
	const struct ir_place *from;  /* MOVE */
	const struct ir_call *call;   /* CALL, INTERNAL */
	const struct ir_mark *mark;   /* MARK, SELECT */
};

struct ir_case {
	struct ir_operand low, high; /* constants, inclusive */
	uint32_t block;
};

struct ir_label {
	uint32_t symbol; /* REMT_IR_LABEL */
	uint32_t block;
};

struct ir_end {
	enum remt_ir_end_kind kind;
	uint32_t line;
	enum remt_ir_operation operation; /* IF */
	uint32_t nr_operands;		  /* IF 2, SWITCH and JUMP 1, RETURN 1 or 0 */
	struct ir_operand operands[2];
	const struct ir_place *place; /* RETURN of an object */
	uint32_t blocks[2];	      /* GOTO, SWITCH (default) 1; IF 2: if true, if false */
	uint32_t nr_cases;
	const struct ir_case *cases;
	uint32_t nr_labels;
	const struct ir_label *labels; /* JUMP: where it may go; two may have one block */
};

struct ir_phi {
	uint32_t value;
	const struct ir_operand *operands; /* one per predecessor */
};

struct ir_block {
	uint32_t node; /* of the function's graph (remt/ir.h); not checked */
	uint32_t nr_predecessors;
	const uint32_t *predecessors;
	uint32_t nr_phis;
	const struct ir_phi *phis;
	uint32_t nr_statements;
	const struct ir_statement *statements;
	struct ir_end end;
	uint32_t nr_ways;
	const uint32_t *ways;
	uint32_t nr_successors; /* each once, in the order of end and ways */
	const uint32_t *successors;
};

struct ir_local {
	const char *name; /* "": it has none */
	uint32_t type;
	unsigned flags; /* remt_ir_local_flags */
	uint32_t line;
	uint32_t alignment; /* bytes */
};

/* A thing that a pointer may point to. */
struct ir_pointed {
	enum remt_ir_pointed_kind kind;
	uint32_t index; /* of the local or symbol, or the number of what has no name */
};

struct ir_value {
	uint32_t type;
	uint32_t local;		/* that it is a value of; UINT32_MAX: none */
	uint32_t parameter;	/* whose first value it is, from 1 on; 0: it is assigned */
	unsigned pointed_flags; /* remt_ir_pointed_flags */
	uint32_t nr_pointed;
	const struct ir_pointed *pointed;
};

struct ir_function {
	const struct ir_unit *unit;
	const struct ir_entry *entry;
	const struct ir_local *locals;
	const struct ir_value *values;
	const struct ir_block *blocks;
	uint32_t nr_locals, nr_values, nr_blocks;
	struct arena memory;
};

/*
 * Reads the body of ENTRY, which has one. UNIT has to outlive the function. ERROR_UNUSABLE: the
 * body is damaged.
 */
struct error *ir_function_read(const struct ir_unit *unit, const struct ir_entry *entry,
			       struct ir_function *ret) MUST_CHECK;

void ir_function_deinit(struct ir_function *function);
#define _cleanup_ir_function_ _cleanup_(ir_function_deinit)

#endif
