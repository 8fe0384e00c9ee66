/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/proof_invariant.h"

/* Guesses for one region. */
#define MAX_GUESSES 24

/* A variable at the entry, as it is compared: perhaps converted to a wider type. */
struct variable {
	uint32_t phi;  /* index */
	uint32_t type; /* of the comparison */
};

struct guess {
	struct side *side;
	const struct ir_block *entry;
	struct invariants *ret;
};

void invariants_deinit(struct invariants *invariants)
{
	vec_deinit(&invariants->items);
}

static const struct ir_statement *definition(const struct side *side,
					     const struct ir_operand *operand)
{
	const struct ir_function *function = side->function->function;
	struct ir_point point;

	if (operand->kind != REMT_IR_VALUE)
		return NULL;
	point = side->function->uses.definitions[operand->value];
	if (point.block >= function->nr_blocks ||
	    point.at >= function->blocks[point.block].nr_statements)
		return NULL;
	return &function->blocks[point.block].statements[point.at];
}

/* Goes back through copies, marks of operands, and conversions to types that hold all values. */
static const struct ir_operand *behind_copies(const struct side *side,
					      const struct ir_operand *operand)
{
	for (unsigned i = 0; i < 8; i++) {
		const struct ir_statement *statement = definition(side, operand);
		struct form from, to;

		if (!statement || statement->nr_operands < 1)
			break;
		from = side_form(side, side_operand_type(side, &statement->operands[0]));
		to = side_form(side, side_operand_type(side, operand));
		if (statement->kind == REMT_IR_UNARY &&
		    statement->operation == REMT_IR_OP_CONVERT) {
			if (from.shape != SHAPE_INTEGER || to.shape != SHAPE_INTEGER ||
			    from.width > to.width ||
			    (from.width == to.width && from.is_signed != to.is_signed) ||
			    (from.is_signed && !to.is_signed))
				break;
		} else if (statement->kind != REMT_IR_COPY &&
			   (statement->kind != REMT_IR_MARK ||
			    statement->operation != REMT_IR_OP_NONE)) {
			break;
		}
		operand = &statement->operands[0];
	}
	return operand;
}

/* Returns whether VALUE, a term of the variable's own type, is on the wrong side of BOUND. */
static uint32_t is_beyond(struct guess *guess, const struct variable *variable, uint32_t value,
			  uint32_t bound, bool is_upper)
{
	struct terms *terms = &guess->side->world->terms;
	struct form own =
		side_form(guess->side, guess->side->function->function
					       ->values[guess->entry->phis[variable->phi].value]
					       .type);
	struct form form = side_form(guess->side, variable->type);
	enum term_operation less = form.is_signed ? TERM_LESS_SIGNED : TERM_LESS_UNSIGNED;

	value = term_extend(terms, value, form.width, own.is_signed);
	return is_upper ? term_binary(terms, less, bound, value)
			: term_binary(terms, less, value, bound);
}

static void add_guess(struct guess *guess, const struct variable *variable, uint32_t bound,
		      bool is_upper)
{
	struct side *side = guess->side;
	struct world *world = side->world;
	const struct ir_phi *phi = &guess->entry->phis[variable->phi];
	const struct ir_operand now = { .kind = REMT_IR_VALUE, .value = phi->value };
	struct invariant invariant = { .broken = world_truth(world, false) };
	struct side_block back = side_arrival(side, side->region->entry);

	if (guess->ret->items.count >= MAX_GUESSES || !back.reach)
		return;
	invariant.now = term_not(&world->terms, is_beyond(guess, variable, side_operand(side, &now),
							  bound, is_upper));
	for (uint32_t i = 0; i < guess->entry->nr_predecessors; i++) {
		uint32_t value;

		if (side->region->contains[guess->entry->predecessors[i]])
			continue;
		value = side_operand(side, &phi->operands[i]);
		invariant.broken = world_or(world, invariant.broken,
					    is_beyond(guess, variable, value, bound, is_upper));
	}
	invariant.lost =
		world_and(world, back.reach,
			  is_beyond(guess, variable, side_phi(side, side->region->entry, phi),
				    bound, is_upper));
	vec_push(&guess->ret->items, invariant);
}

/* Bounds by the constants with which variables begin. */
static void guess_starts(struct guess *guess)
{
	struct side *side = guess->side;

	for (uint32_t i = 0; i < guess->entry->nr_phis; i++) {
		const struct ir_phi *phi = &guess->entry->phis[i];
		struct variable variable = { i, side->function->function->values[phi->value].type };

		if (side_form(side, variable.type).shape != SHAPE_INTEGER)
			continue;
		for (uint32_t k = 0; k < guess->entry->nr_predecessors; k++) {
			const struct ir_operand *start = behind_copies(side, &phi->operands[k]);

			if (side->region->contains[guess->entry->predecessors[k]] ||
			    start->kind != REMT_IR_NUMBER ||
			    side_form(side, start->type).width !=
				    side_form(side, variable.type).width)
				continue;
			add_guess(guess, &variable, side_operand(side, start), false);
			add_guess(guess, &variable, side_operand(side, start), true);
		}
	}
}

/* True if OPERAND had its value before the region, or is a constant. */
static bool is_from_before(const struct side *side, const struct ir_operand *operand)
{
	uint32_t block;

	if (operand->kind != REMT_IR_VALUE)
		return operand->kind == REMT_IR_NUMBER;
	block = side->function->uses.definitions[operand->value].block;
	return block >= side->function->function->nr_blocks || !side->region->contains[block];
}

/* Bounds by what variables are compared with. */
static void guess_compared(struct guess *guess, const struct ir_operand *operands)
{
	struct side *side = guess->side;
	struct form form = side_form(side, side_operand_type(side, &operands[0]));

	for (unsigned k = 0; k < 2; k++) {
		const struct ir_operand *one = behind_copies(side, &operands[k]);
		const struct ir_operand *other = behind_copies(side, &operands[1 - k]);

		if (one->kind != REMT_IR_VALUE || !is_from_before(side, other) ||
		    form.shape != SHAPE_INTEGER)
			continue;
		for (uint32_t i = 0; i < guess->entry->nr_phis; i++) {
			struct variable variable = { i, side_operand_type(side, &operands[0]) };
			struct form bound = side_form(side, side_operand_type(side, other));
			uint32_t term;

			if (guess->entry->phis[i].value != one->value || bound.width > form.width)
				continue;
			term = term_extend(&side->world->terms, side_operand(side, other),
					   form.width, bound.is_signed);
			add_guess(guess, &variable, term, true);
			add_guess(guess, &variable, term, false);
		}
	}
}

void invariants_guess(struct side *original, struct invariants *ret)
{
	const struct ir_block *blocks = original->function->function->blocks;
	const struct region *region = original->region;
	struct guess guess = { original, &blocks[region->entry], ret };
	size_t nr_undefined = original->undefined.count;

	if (!original->function->is_header[region->entry] || !guess.entry->nr_phis)
		return;
	for (uint32_t i = 0; i < region->nr_blocks; i++) {
		const struct ir_block *block = &blocks[region->blocks[i]];

		for (uint32_t k = 0; k < block->nr_statements; k++) {
			const struct ir_statement *statement = &block->statements[k];

			if (statement->nr_operands == 2 &&
			    statement->operation >= REMT_IR_OP_LESS &&
			    statement->operation <= REMT_IR_OP_NOT_EQUAL &&
			    (statement->kind == REMT_IR_BINARY || statement->kind == REMT_IR_MARK))
				guess_compared(&guess, statement->operands);
		}
		if (block->end.kind == REMT_IR_IF)
			guess_compared(&guess, block->end.operands);
	}
	guess_starts(&guess);
	/* What variables begin with need not have been computed when control comes back. */
	original->undefined.count = nr_undefined;
}
