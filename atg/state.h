/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of the D-algorithm (Zhang, "Automatic Test Generation System for Software", 2021, section 3.3.8): what is
 * known of the values of a circuit, and of what is executed (execution status, EXS; section 3.3.4), in both versions.
 *
 * All blocks that follow a branch come from it alone, so that the status of an edge is that of the block behind it, and
 * its condition is the value of the branch.
 */
#ifndef ATG_STATE_H
#define ATG_STATE_H

#include "atg/kill_state.h"
#include "term/evaluate.h"

enum status { STATUS_NOT = -1, STATUS_OPEN = 0, STATUS_EXECUTED = 1 };

/* What a value is in one version. */
struct known {
	bool is_known;
	uint64_t number;
};

/* What was changed, to be undone. */
struct change {
	uint32_t index; /* value or block */
	uint8_t version;
	bool is_value;
};

/* Possible concrete values (section 4.3.2), and for each the index of the operand that it comes from (section 4.3.4). */
#define MAX_PCV 8
struct pcv {
	unsigned number; /* 0: not known, or too many */
	uint64_t numbers[MAX_PCV];
	uint32_t from[MAX_PCV];
};

struct search {
	struct kill *kill;
	struct circuit *circuit;
	const struct ir_function *function;
	struct known *values[NR_VERSIONS]; /* by value */
	signed char *blocks[NR_VERSIONS];  /* by block: enum status */
	bool *has_effect;		   /* by value: its terms differ in the versions */
	bool *differs;			   /* by block: it may be executed in one version alone */
	struct pcv *possible;		   /* by value: of the original */
	VEC(struct change) trail;
	struct change conflict; /* the last one: what was to be changed again */
	/* one statement at a time: each version with terms for its operands */
	struct side local[NR_VERSIONS];
	struct solver *solver;
	unsigned char *inputs;
	struct evaluator evaluator;
	uint32_t *unknowns[NR_VERSIONS]; /* by value: the term that stands for it */
	unsigned depth;			 /* of parts in parts */
	uint64_t nr_left;		 /* decisions */
	uint32_t max_inputs;		 /* that the solver and `inputs` have room for */
};

/*
 * Bytes of unknowns that a search may add to those of the circuit: what operations that are not computed give. A question
 * adds fewer than half of them.
 */
#define STATE_MORE_INPUTS 65536

void state_init(struct search *ret, struct kill *kill);
void state_deinit(struct search *state);

static inline bool state_has(const struct search *state, enum atg_improvement improvement)
{
	return state->kill->options->improvements & improvement;
}

/* Takes back all changes since the trail was AT. */
void state_undo(struct search *state, size_t at);

/* Set what is known; false: that is a conflict. */
bool state_set(struct search *state, unsigned version, uint32_t value, uint64_t number);
bool state_set_status(struct search *state, unsigned version, uint32_t block, enum status status);
/* The same of an operand: a constant is known. */
struct known state_get(const struct search *state, unsigned version,
		       const struct ir_operand *operand);
bool state_set_operand(struct search *state, unsigned version, const struct ir_operand *operand,
		       uint64_t number);
/* Returns whether both versions are known of OPERAND, and differ. */
bool state_shows_effect(const struct search *state, const struct ir_operand *operand);
unsigned state_width(const struct search *state, const struct ir_operand *operand);

/* Statements of an expression in expressions that a region has at most. */
#define MAX_PARTS 10

/*
 * Returns the statement that gives OPERAND, if that is a part of an expression and no variable's value; else NULL. A
 * region of analysis is a statement of the source: the IR has one for each operator.
 */
const struct ir_statement *state_part(const struct search *state, const struct ir_operand *operand);
/*
 * Returns the term of STATEMENT in a version, with its parts. What is not known of the variables in it is unknown.
 */
uint32_t state_local_term(struct search *state, unsigned version,
			  const struct ir_statement *statement);
uint32_t state_operand_term(struct search *state, unsigned version,
			    const struct ir_operand *operand);

/* imply.c: section 3.4.1, all implications until nothing changes. False: a conflict. */
bool imply(struct search *state);
/* True if the search is to end: its decisions, its time or its unknowns are spent. It is, then. */
bool state_is_spent(struct search *state);

/* possible.c: fills `possible`. */
void find_possible(struct search *state);
/* True if the number is among the possible ones of OPERAND, or these are not known. */
bool may_be(const struct search *state, const struct ir_operand *operand, uint64_t number);
/* Decides the edges by which VALUE, a phi's, gets NUMBER, and what goes into those (section 4.3.4). */
bool follow_history(struct search *state, uint32_t value, uint64_t number);

#define MAX_ASSISTS 8 /* K_EC of section 4.3.1 */

/* local.c: a question about a statement or a phi (region of analysis). */
struct local {
	struct search *state;
	uint32_t block;
	VEC(uint32_t) conditions;
	VEC(struct ir_operand) operands; /* controllable inputs of the region (RIU) */
	unsigned nr_solutions, nr_assists;
	bool has_links; /* the operands are what the program's inputs make of them */
};

void local_init(struct local *local, struct search *state, uint32_t block);
void local_deinit(struct local *local);
/* Makes OPERAND an input of the region, in both versions. */
void local_add_operand(struct local *local, const struct ir_operand *operand);
/*
 * Finds the next solution and assigns it; true: the state has it now, and all that it implies. False: there is none, or
 * there were too many.
 */
bool local_next(struct local *local, size_t at);

/*
 * assist.c: adds the condition that went wrong to LOCAL (section 4.3.1). The state is that before the solution.
 */
void assist(struct local *local);
/*
 * The effect at VALUE did not go on (4.3.1.5): adds that it is there, too, where all ways of it lead (the unique D-drive
 * of hardware). The state is that before the solution.
 */
void assist_effect(struct local *local, uint32_t value);

/* justify.c: true: a test was found. */
bool justify(struct search *state);

/* search.c: the algorithm; a test is in the result then. */
void kill_search(struct kill *kill);

#endif
