/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Implication (Zhang, 2021, section 3.4.1): of values, forward and backward (3.4.1.1), and of what is executed, direct
 * (3.4.1.2) and over dominators and post-dominators (4.3.5.2).
 */
#include "atg/state.h"

/* ---- what is executed */

static enum status status_of(const struct search *state, unsigned version, uint32_t block)
{
	return (enum status)state->blocks[version][block];
}

/* A branch and the two blocks behind it. */
static bool imply_branch(struct search *state, unsigned version, uint32_t index)
{
	const struct ir_end *end = &state->function->blocks[index].end;
	enum status here = status_of(state, version, index);
	struct known known = state_get(state, version, &end->operands[0]);

	for (unsigned way = 0; way < 2; way++) {
		uint32_t next = end->blocks[way], other = end->blocks[!way];
		bool is_taken = known.is_known && (known.number != 0) == (way == 0);

		if ((here == STATUS_NOT || (known.is_known && !is_taken)) &&
		    !state_set_status(state, version, next, STATUS_NOT))
			return false;
		if (here == STATUS_EXECUTED && is_taken &&
		    !state_set_status(state, version, next, STATUS_EXECUTED))
			return false;
		if (here == STATUS_EXECUTED && status_of(state, version, other) == STATUS_NOT &&
		    !state_set_status(state, version, next, STATUS_EXECUTED))
			return false;
		if (status_of(state, version, next) != STATUS_EXECUTED)
			continue;
		if (!state_set_status(state, version, index, STATUS_EXECUTED) ||
		    !state_set_status(state, version, other, STATUS_NOT))
			return false;
		/* The condition of the edge; what is not one bit wide has many values that are not 0. */
		if ((way == 1 || state_width(state, &end->operands[0]) == 1) &&
		    !state_set_operand(state, version, &end->operands[0], way == 0))
			return false;
	}
	return true;
}

static bool imply_goto(struct search *state, unsigned version, uint32_t index)
{
	const struct ir_block *row = &state->function->blocks[index];
	uint32_t next = row->end.blocks[0];
	enum status here = status_of(state, version, index);

	if (here == STATUS_EXECUTED)
		return state_set_status(state, version, next, STATUS_EXECUTED);
	if (status_of(state, version, next) == STATUS_NOT)
		return state_set_status(state, version, index, STATUS_NOT);
	return true;
}

/* A block that several ways lead to: one of them is executed if it is. */
static bool imply_join(struct search *state, unsigned version, uint32_t index)
{
	const struct ir_block *row = &state->function->blocks[index];
	uint32_t nr_open = 0, open = 0, executed = IR_NO_BLOCK;

	for (uint32_t i = 0; i < row->nr_predecessors; i++) {
		enum status status = status_of(state, version, row->predecessors[i]);

		if (status == STATUS_OPEN) {
			nr_open++;
			open = row->predecessors[i];
		} else if (status == STATUS_EXECUTED &&
			   state->function->blocks[row->predecessors[i]].end.kind == REMT_IR_GOTO) {
			executed = row->predecessors[i];
		}
	}
	if (row->nr_predecessors < 2)
		return true;
	if (executed != IR_NO_BLOCK) {
		for (uint32_t i = 0; i < row->nr_predecessors; i++) {
			if (row->predecessors[i] != executed &&
			    !state_set_status(state, version, row->predecessors[i], STATUS_NOT))
				return false;
		}
		return true;
	}
	if (!nr_open)
		return state_set_status(state, version, index, STATUS_NOT);
	return nr_open > 1 || status_of(state, version, index) != STATUS_EXECUTED ||
	       state_set_status(state, version, open, STATUS_EXECUTED);
}

static bool imply_over_dominators(struct search *state, unsigned version, uint32_t index)
{
	const struct equiv_function *scene = &state->circuit->scene;
	uint32_t above = scene->dominators.immediate[index],
		 below = scene->postdominators.immediate[index];

	if (status_of(state, version, index) == STATUS_EXECUTED) {
		if (above != IR_NO_BLOCK &&
		    !state_set_status(state, version, above, STATUS_EXECUTED))
			return false;
		return below == IR_NO_BLOCK || below >= state->function->nr_blocks ||
		       state_set_status(state, version, below, STATUS_EXECUTED);
	}
	return above == IR_NO_BLOCK || status_of(state, version, above) != STATUS_NOT ||
	       state_set_status(state, version, index, STATUS_NOT);
}

static bool imply_status(struct search *state, unsigned version, uint32_t index)
{
	enum remt_ir_end_kind kind = state->function->blocks[index].end.kind;

	if (!imply_over_dominators(state, version, index) || !imply_join(state, version, index))
		return false;
	if (kind == REMT_IR_IF)
		return imply_branch(state, version, index);
	return kind != REMT_IR_GOTO || imply_goto(state, version, index);
}

/* ---- values */

/* What A is, is B, too. */
static bool tie(struct search *state, unsigned version, const struct ir_operand *a,
		const struct ir_operand *b)
{
	struct known left = state_get(state, version, a), right = state_get(state, version, b);

	if (left.is_known)
		return state_set_operand(state, version, b, left.number);
	return !right.is_known || state_set_operand(state, version, a, right.number);
}

static bool imply_phi(struct search *state, unsigned version, uint32_t index,
		      const struct ir_phi *phi)
{
	const struct ir_block *row = &state->function->blocks[index];
	const struct ir_operand result = { .kind = REMT_IR_VALUE, .value = phi->value };
	struct known known = state_get(state, version, &result);

	for (uint32_t i = 0; i < row->nr_predecessors; i++) {
		const struct ir_operand *operand = &phi->operands[i];
		enum status status = status_of(state, version, row->predecessors[i]);
		struct known other = state_get(state, version, operand);

		if (status == STATUS_EXECUTED && !tie(state, version, &result, operand))
			return false;
		if (status != STATUS_OPEN || !known.is_known ||
		    status_of(state, version, index) != STATUS_EXECUTED)
			continue;
		/* A definition that can't be the value does not reach it. */
		if (((state_has(state, ATG_PAIRS) && other.is_known &&
		      other.number != known.number) ||
		     (version == ORIGINAL && !may_be(state, operand, known.number))) &&
		    !state_set_status(state, version, row->predecessors[i], STATUS_NOT))
			return false;
	}
	return true;
}

/* Finds the one operand of STATEMENT that is not known; returns how many there are. */
static unsigned find_open(const struct search *state, unsigned version,
			  const struct ir_statement *statement, uint32_t *ret)
{
	unsigned number = 0;

	for (uint32_t i = 0; i < statement->nr_operands; i++) {
		if (state_get(state, version, &statement->operands[i]).is_known)
			continue;
		*ret = i;
		number++;
	}
	return number;
}

/* Finds the one number that the operand OPEN of STATEMENT has if the result is RESULT; false: there are several. */
static bool invert(const struct search *state, unsigned version,
		   const struct ir_statement *statement, uint32_t open, uint64_t result,
		   uint64_t *ret)
{
	const struct ir_operand *operand = &statement->operands[open];
	unsigned width = state_width(state, operand);
	uint64_t other = statement->nr_operands == 2
				 ? state_get(state, version, &statement->operands[!open]).number
				 : 0;
	const struct ir_operand value = { .kind = REMT_IR_VALUE, .value = statement->value };

	switch ((unsigned)statement->operation) {
	case REMT_IR_OP_NONE:
	case REMT_IR_OP_BITS: *ret = result; return true;
	case REMT_IR_OP_CONVERT:
		*ret = term_mask(result, width);
		return width <= state_width(state, &value);
	case REMT_IR_OP_NEGATE: *ret = term_mask(-result, width); return true;
	case REMT_IR_OP_NOT: *ret = term_mask(~result, width); return true;
	case REMT_IR_OP_ADD:
	case REMT_IR_OP_MOVE: *ret = term_mask(result - other, width); return true;
	case REMT_IR_OP_SUBTRACT:
		*ret = term_mask(open ? other - result : result + other, width);
		return true;
	case REMT_IR_OP_XOR: *ret = result ^ other; return true;
	case REMT_IR_OP_EQUAL: *ret = result ? other : !other; return result || width == 1;
	case REMT_IR_OP_NOT_EQUAL: *ret = result ? !other : other; return !result || width == 1;
	case REMT_IR_OP_AND: *ret = result; return width == 1 && (result || other);
	case REMT_IR_OP_OR: *ret = result; return width == 1 && (!result || !other);
	default: return false;
	}
}

static bool imply_backward(struct search *state, unsigned version,
			   const struct ir_statement *statement, uint64_t result)
{
	bool is_on = version == MUTANT &&
		     (statement->kind == REMT_IR_MARK || statement->kind == REMT_IR_SELECT);
	bool is_bit = statement->kind == REMT_IR_BINARY &&
		      state_width(state, &statement->operands[0]) == 1 &&
		      ((statement->operation == REMT_IR_OP_AND && result) ||
		       (statement->operation == REMT_IR_OP_OR && !result));
	uint32_t open = 0;
	uint64_t number;

	if (is_on || statement->kind == REMT_IR_SELECT)
		return true;
	if (is_bit)
		return state_set_operand(state, version, &statement->operands[0], result) &&
		       state_set_operand(state, version, &statement->operands[1], result);
	if (find_open(state, version, statement, &open) != 1 || statement->nr_operands > 2 ||
	    !invert(state, version, statement, open, result, &number))
		return true;
	return state_set_operand(state, version, &statement->operands[open], number);
}

static bool imply_choice(struct search *state, unsigned version,
			 const struct ir_statement *statement)
{
	const struct ir_operand result = { .kind = REMT_IR_VALUE, .value = statement->value };
	struct known condition = state_get(state, version, &statement->operands[0]);

	return !condition.is_known ||
	       tie(state, version, &result, &statement->operands[condition.number ? 1 : 2]);
}

static bool imply_statement(struct search *state, unsigned version,
			    const struct ir_statement *statement)
{
	struct known known = state->values[version][statement->value];
	uint32_t open = 0;
	unsigned nr_open = find_open(state, version, statement, &open);
	uint64_t number;

	if (!state->unknowns[version][statement->value])
		return true;
	if (statement->kind == REMT_IR_CHOOSE)
		return imply_choice(state, version, statement);
	if (nr_open < statement->nr_operands || !statement->nr_operands) {
		uint32_t term = state_local_term(state, version, statement);

		if (term_is_constant(&state->circuit->world.terms, term, &number))
			return state_set(state, version, statement->value, number);
	}
	return !known.is_known || !nr_open ||
	       imply_backward(state, version, statement, known.number);
}

static bool imply_block(struct search *state, unsigned version, uint32_t index)
{
	const struct ir_block *row = &state->function->blocks[index];

	if (!imply_status(state, version, index))
		return false;
	for (uint32_t i = 0; i < row->nr_phis; i++) {
		if (!imply_phi(state, version, index, &row->phis[i]))
			return false;
	}
	for (uint32_t i = 0; i < row->nr_statements; i++) {
		if (!imply_statement(state, version, &row->statements[i]))
			return false;
	}
	return true;
}

bool imply(struct search *state)
{
	const struct region *region = &state->circuit->region;
	size_t before;
	bool goes_back = false;

	do {
		if (state_is_spent(state))
			return false;
		before = state->trail.count;
		for (uint32_t i = 0; i < region->nr_blocks; i++) {
			uint32_t at = goes_back ? region->nr_blocks - 1 - i : i;

			for (unsigned v = 0; v < NR_VERSIONS; v++) {
				if (!imply_block(state, v, region->blocks[at]))
					return false;
			}
		}
		goes_back = !goes_back;
	} while (state->trail.count > before || goes_back);
	return true;
}
