/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/proof_difference.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* How deep states are compared; what lies deeper counts as different. */
#define MAX_DEPTH 300

struct comparison {
	struct world *world;
	struct side *original, *mutant;
	unsigned depth;
};

/* ---- states */

static uint32_t states_differ(struct comparison *c, uint32_t x, uint32_t y);

static uint32_t terms_differ(struct world *world, const struct state *x, const struct state *y)
{
	uint32_t ret = world_truth(world, false);

	for (uint32_t i = 0; i < x->nr_terms; i++) {
		if (term_get(&world->terms, x->terms[i])->width !=
		    term_get(&world->terms, y->terms[i])->width)
			return world_truth(world, true);
		ret = world_or(world, ret, world_differ(world, x->terms[i], y->terms[i]));
	}
	return ret;
}

static bool is_alike(const struct state *x, const struct state *y)
{
	if (x->kind != y->kind || x->nr_fixed != y->nr_fixed || x->nr_terms != y->nr_terms)
		return false;
	for (uint32_t i = 0; i < x->nr_fixed; i++) {
		if (x->fixed[i] != y->fixed[i])
			return false;
	}
	return true;
}

/* Returns whether Y differs from the state before X, or X has stored something else than what was there. */
static uint32_t differs_from_stored(struct comparison *c, const struct state *x, uint32_t y)
{
	uint32_t before = side_read(c->mutant, x->before, x->terms[0], x->fixed[0], x->place);
	uint32_t ret = world_truth(c->world, true);

	if (term_get(&c->world->terms, before)->width !=
	    term_get(&c->world->terms, x->terms[1])->width)
		return ret;
	ret = world_differ(c->world, before, x->terms[1]);
	if (world_is(c->world, ret, true))
		return ret;
	return world_or(c->world, ret, states_differ(c, x->before, y));
}

static uint32_t either_differs(struct comparison *c, const struct state *x, uint32_t x_number,
			       uint32_t y)
{
	struct state other = *world_get(c->world, y);
	bool is_alike = x->kind == STATE_EITHER && other.kind == STATE_EITHER &&
			x->terms[0] == other.terms[0];
	uint32_t condition, yes, no;

	if (x->kind == STATE_EITHER) {
		condition = x->terms[0];
		yes = states_differ(c, x->before, is_alike ? other.before : y);
		no = states_differ(c, x->other, is_alike ? other.other : y);
	} else {
		condition = other.terms[0];
		yes = states_differ(c, x_number, other.before);
		no = states_differ(c, x_number, other.other);
	}
	return term_choose(&c->world->terms, condition, yes, no);
}

static uint32_t pair_differs(struct comparison *c, uint32_t x_number, uint32_t y_number)
{
	struct state x = *world_get(c->world, x_number), y = *world_get(c->world, y_number);
	uint32_t ret = world_truth(c->world, true);

	if (x.kind == STATE_EITHER || y.kind == STATE_EITHER)
		return either_differs(c, &x, x_number, y_number);
	if (is_alike(&x, &y) && x.kind != STATE_START) {
		ret = world_or(c->world, terms_differ(c->world, &x, &y),
			       states_differ(c, x.before, y.before));
		if (x.other)
			ret = world_or(c->world, ret, states_differ(c, x.other, y.other));
	}
	if (!world_is(c->world, ret, false) && x.kind == STATE_STORED)
		ret = world_and(c->world, ret, differs_from_stored(c, &x, y_number));
	if (!world_is(c->world, ret, false) && y.kind == STATE_STORED)
		ret = world_and(c->world, ret, differs_from_stored(c, &y, x_number));
	return ret;
}

static uint32_t states_differ(struct comparison *c, uint32_t x, uint32_t y)
{
	const uint64_t key[] = { MEMO_DIFFERENCE, x, y };
	uint32_t ret;

	if (x == y)
		return world_truth(c->world, false);
	if (!x || !y || c->depth >= MAX_DEPTH || world_is_full(c->world))
		return world_truth(c->world, true);
	if (world_recall(c->world, key, 3, &ret))
		return ret;
	c->depth++;
	ret = pair_differs(c, x, y);
	c->depth--;
	world_keep(c->world, key, 3, ret);
	return ret;
}

/* True if STATE stored into a variable of the function, and not beyond its end. */
static bool is_in_local(struct side *side, const struct state *state)
{
	return state->place->base == REMT_IR_LOCAL &&
	       world_is(side->world,
			side_is_inside(side, state->place, state->terms[0], state->fixed[0]), true);
}

/* Returns MEMORY without what was stored in variables of the function, which end with it. */
static uint32_t without_locals(struct side *side, uint32_t memory, unsigned depth)
{
	struct world *world = side->world;
	const uint64_t key[] = { MEMO_OUTSIDE, memory };
	struct state state = *world_get(world, memory);
	uint32_t ret = memory;

	if (depth > MAX_DEPTH || (state.kind != STATE_EITHER && state.kind != STATE_STORED) ||
	    world_recall(world, key, 2, &ret))
		return ret;
	state.before = without_locals(side, state.before, depth + 1);
	if (state.kind == STATE_EITHER)
		ret = world_either(world, state.terms[0], state.before,
				   without_locals(side, state.other, depth + 1));
	else if (is_in_local(side, &state))
		ret = state.before;
	else
		ret = world_state(world, &state);
	world_keep(world, key, 2, ret);
	return ret;
}

/* ---- exits */

/* Returns whether the states differ at an exit to which both come. */
static uint32_t arrivals_differ(struct comparison *c, const struct side_block *x,
				const struct side_block *y)
{
	uint32_t ret = states_differ(c, x->deeds, y->deeds);

	ret = world_or(c->world, ret, states_differ(c, x->memory, y->memory));
	if (!x->value != !y->value)
		return world_truth(c->world, true);
	if (x->value && y->value)
		ret = world_or(c->world, ret, world_differ(c->world, x->value, y->value));
	return ret;
}

static bool is_used(const struct equiv_function *function, uint32_t value)
{
	const struct lists *of = &function->uses.of;

	return of->first[value] < of->first[value + 1];
}

static uint32_t phis_differ(struct comparison *c, uint32_t target)
{
	const struct ir_block *block = &c->original->function->function->blocks[target];
	uint32_t ret = world_truth(c->world, false);

	for (uint32_t i = 0; i < block->nr_phis; i++) {
		if (!is_used(c->original->function, block->phis[i].value))
			continue;
		ret = world_or(c->world, ret,
			       world_differ(c->world,
					    side_phi(c->original, target, &block->phis[i]),
					    side_phi(c->mutant, target, &block->phis[i])));
	}
	return ret;
}

/* True if VALUE, of a block of the region, is used outside; phis at exits look for themselves. */
static bool is_used_outside(const struct side *side, uint32_t value)
{
	const struct ir_uses *uses = &side->function->uses;

	LISTS_EACH(&uses->of, value, index)
	{
		const struct ir_use *use = &uses->uses[index];
		uint32_t block = use->point.at == IR_AT_PHIS ? use->predecessor : use->point.block;

		if (block < side->function->function->nr_blocks && !side->region->contains[block])
			return true;
	}
	return false;
}

/* True if each way of the region to TARGET goes through BLOCK. */
static bool is_passed(const struct side *side, uint32_t block, uint32_t target)
{
	for (size_t i = 0; i < side->edges.count; i++) {
		if (side->edges.items[i].to == target &&
		    !ir_is_dominated(&side->function->dominators, side->edges.items[i].from, block))
			return false;
	}
	return true;
}

/* Returns whether values differ that are used behind TARGET. */
static uint32_t values_differ(struct comparison *c, uint32_t target)
{
	const struct side *side = c->original;
	const struct ir_function *function = side->function->function;
	uint32_t ret = phis_differ(c, target);

	for (uint32_t value = 0; value < function->nr_values; value++) {
		struct ir_point point = side->function->uses.definitions[value];

		if (point.block >= function->nr_blocks || !side->region->contains[point.block] ||
		    c->original->values[value] == c->mutant->values[value] ||
		    !is_used_outside(side, value) || !is_passed(side, point.block, target))
			continue;
		if (!c->original->values[value] || !c->mutant->values[value])
			return world_truth(c->world, true);
		ret = world_or(c->world, ret,
			       world_differ(c->world, c->original->values[value],
					    c->mutant->values[value]));
	}
	return ret;
}

/* Returns whether the two differ in coming to an exit, or IS_DIFFERENT where they come to it. */
static uint32_t exit_differs(struct comparison *c, uint32_t x, uint32_t y, uint32_t is_different)
{
	return world_or(c->world, world_differ(c->world, x, y),
			world_and(c->world, x, is_different));
}

static bool is_exit(const struct side *side, uint32_t block)
{
	return !side->region->contains[block] || block == side->region->entry;
}

/* Adds the return of BLOCK to what is known of returns; false: one of them has a value, and another none. */
static bool add_return(struct side *side, uint32_t number, struct side_block *ret)
{
	struct world *world = side->world;
	struct side_block block = side->blocks[number];

	if (!block.reach) /* the world was full before it came here */
		return false;
	block.memory = without_locals(side, block.memory, 0);
	if (!ret->reach) {
		*ret = block;
		return true;
	}
	if (!ret->value != !block.value)
		return false;
	ret->memory = world_either(world, block.reach, block.memory, ret->memory);
	ret->deeds = world_either(world, block.reach, block.deeds, ret->deeds);
	if (ret->value && block.value)
		ret->value = term_choose(&world->terms, block.reach, block.value, ret->value);
	ret->reach = world_or(world, ret->reach, block.reach);
	return true;
}

static uint32_t ends_differ(struct comparison *c)
{
	const struct region *region = c->original->region;
	struct side_block x = { 0 }, y = { 0 };
	uint32_t ret = world_truth(c->world, false);

	for (uint32_t i = 0; i < region->nr_blocks; i++) {
		uint32_t number = region->blocks[i];
		const struct ir_end *end = &c->original->function->function->blocks[number].end;
		const struct side_block *a = &c->original->blocks[number],
					*b = &c->mutant->blocks[number];

		if (end->kind == REMT_IR_HALT)
			ret = world_or(c->world, ret,
				       exit_differs(c, a->reach, b->reach,
						    states_differ(c, a->deeds, b->deeds)));
		if (end->kind == REMT_IR_RETURN &&
		    (!add_return(c->original, number, &x) || !add_return(c->mutant, number, &y)))
			return world_truth(c->world, true);
	}
	if (x.reach)
		ret = world_or(c->world, ret,
			       exit_differs(c, x.reach, y.reach, arrivals_differ(c, &x, &y)));
	return ret;
}

uint32_t side_difference(struct side *original, struct side *mutant)
{
	struct comparison c = { original->world, original, mutant, 0 };
	bool *is_seen = xcalloc(original->function->function->nr_blocks + 1, sizeof(*is_seen));
	uint32_t ret = ends_differ(&c);

	for (size_t i = 0; i < original->edges.count; i++) {
		uint32_t target = original->edges.items[i].to;
		struct side_block x, y;
		uint32_t is_different;

		if (is_seen[target] || !is_exit(original, target))
			continue;
		is_seen[target] = true;
		x = side_arrival(original, target);
		y = side_arrival(mutant, target);
		is_different =
			world_or(c.world, arrivals_differ(&c, &x, &y), values_differ(&c, target));
		ret = world_or(c.world, ret, exit_differs(&c, x.reach, y.reach, is_different));
	}
	free(is_seen);
	return ret;
}

uint32_t mark_difference(struct side *original, struct side *mutant)
{
	uint32_t ret = world_truth(original->world, false);

	if (original->marks.count != mutant->marks.count)
		return world_truth(original->world, true);
	for (size_t i = 0; i < original->marks.count; i++)
		ret = world_or(
			original->world, ret,
			world_and(original->world, original->marks.items[i].reach,
				  world_differ(original->world, original->marks.items[i].value,
					       mutant->marks.items[i].value)));
	return ret;
}
