/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables: who may write what others may read. */
#include "common/hash.h"
#include "paths/dependence_state.h"

/* Makes the node of a variable on demand. IS_OPEN: pointers that are not known may lead to it. */
static uint32_t find_object(struct dependence *dependence, uint64_t key, bool is_open)
{
	uint32_t node = slots_find(&dependence->objects, key);

	if (node != SLOTS_NONE)
		return node;
	node = dependence_add(dependence, 1, DEPENDENCE_NONE);
	slots_add(&dependence->objects, key, node);
	if (is_open) {
		dependence_data(dependence, node, NODE_UNKNOWN);
		dependence_data(dependence, NODE_ANYTHING, node);
	}
	return node;
}

uint32_t dependence_local(struct dependence *dependence, const struct dependence_function *function,
			  uint32_t local)
{
	uint64_t key[3] = { function->uid, function->index, local };

	return find_object(dependence, hash_bytes(key, sizeof(key)),
			   function->ir->locals[local].flags & REMT_IR_ESCAPES);
}

/* Returns the node of a variable; NODE_ANYTHING: it has several names. */
static uint32_t find_symbol(struct dependence *dependence,
			    const struct dependence_function *function, uint32_t symbol)
{
	const struct ir_unit *unit = function->ir->unit;
	const struct ir_symbol *row = &unit->symbols[symbol];
	uint64_t key[2] = { hash_string(row->name), row->flags & REMT_IR_STATIC ? unit->uid : 0 };

	if (row->flags & REMT_IR_ALIASED)
		return NODE_ANYTHING;
	return find_object(dependence, hash_bytes(key, sizeof(key)),
			   !(row->flags & REMT_IR_CONSTANT));
}

/* One access of memory. */
struct access {
	struct dependence *dependence;
	const struct dependence_function *function;
	uint32_t node;
	bool is_writing;
};

/* The access is of the variable OBJECT, or of anything that pointers may lead to. */
static void add_object(const struct access *access, uint32_t object)
{
	if (!access->is_writing)
		dependence_data(access->dependence, access->node, object);
	else
		dependence_data(access->dependence,
				object == NODE_ANYTHING ? (uint32_t)NODE_UNKNOWN : object,
				access->node);
}

static void add_place(const struct access *access, const struct ir_place *place);

static void add_value(const struct access *access, const struct ir_value *value)
{
	if (!(value->pointed_flags & REMT_IR_POINTED_KNOWN) ||
	    value->pointed_flags & (REMT_IR_POINTED_OUTSIDE | REMT_IR_POINTED_ESCAPED)) {
		add_object(access, NODE_ANYTHING);
	}
	for (uint32_t i = 0; i < value->nr_pointed; i++) {
		const struct ir_pointed *thing = &value->pointed[i];

		if (thing->kind == REMT_IR_POINTED_LOCAL)
			add_object(access, dependence_local(access->dependence, access->function,
							    thing->index));
		else if (thing->kind == REMT_IR_POINTED_SYMBOL)
			add_object(access,
				   find_symbol(access->dependence, access->function, thing->index));
		else
			add_object(access, NODE_ANYTHING);
	}
}

static bool is_pointer(const struct access *access, const struct ir_operand *operand)
{
	const struct ir_function *ir = access->function->ir;
	uint32_t type =
		operand->kind == REMT_IR_VALUE ? ir->values[operand->value].type : operand->type;

	return ir->unit->types[type].kind == REMT_IR_POINTER;
}

/* What OPERAND, a pointer, leads to. */
static void add_behind(const struct access *access, const struct ir_operand *operand)
{
	if (operand->kind == REMT_IR_ADDRESS)
		add_place(access, operand->place);
	else if (operand->kind == REMT_IR_VALUE)
		add_value(access, &access->function->ir->values[operand->value]);
	else if (operand->kind == REMT_IR_NUMBER && operand->number.low)
		add_object(access, NODE_ANYTHING);
}

static void add_place(const struct access *access, const struct ir_place *place)
{
	switch (place->base) {
	case REMT_IR_LOCAL:
		add_object(access,
			   dependence_local(access->dependence, access->function, place->index));
		break;
	case REMT_IR_SYMBOL:
		add_object(access, find_symbol(access->dependence, access->function, place->index));
		break;
	case REMT_IR_STRING: break;
	case REMT_IR_POINTED: add_behind(access, &place->pointer); break;
	}
}

static void add_access(const struct access *access, const struct ir_place *place)
{
	if (place)
		add_place(access, place);
	else
		add_object(access, NODE_ANYTHING);
}

void dependence_read(struct dependence *dependence, const struct dependence_function *function,
		     uint32_t node, const struct ir_place *place)
{
	const struct access access = { dependence, function, node, false };

	add_access(&access, place);
}

void dependence_write(struct dependence *dependence, const struct dependence_function *function,
		      uint32_t node, const struct ir_place *place)
{
	const struct access access = { dependence, function, node, true };

	add_access(&access, place);
}

void dependence_read_behind(struct dependence *dependence,
			    const struct dependence_function *function, uint32_t node,
			    const struct ir_operand *operand)
{
	const struct access access = { dependence, function, node, false };

	if (is_pointer(&access, operand))
		add_behind(&access, operand);
}

void dependence_write_behind(struct dependence *dependence,
			     const struct dependence_function *function, uint32_t node,
			     const struct ir_operand *operand)
{
	const struct access access = { dependence, function, node, true };

	if (is_pointer(&access, operand))
		add_behind(&access, operand);
}
