/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls. What a callee does depends on its arguments, on memory, and on what was done before: both sides have to call
 * the same with the same in the same state. What it returns, and memory behind it, are unknowns that are named by the
 * call.
 */
#include <string.h>

#include "common/hash.h"
#include "equiv/side.h"

/* True for what the compiler answers as it likes, by what it knows where the call stands. */
static bool is_question(const struct side *side, const struct ir_call *call)
{
	static const char *const names[] = { "__builtin_constant_p", "__builtin_object_size",
					     "__builtin_dynamic_object_size",
					     "__builtin_is_constant_evaluated" };
	const char *name = call->is_direct
				   ? side->function->function->unit->symbols[call->symbol].name
				   : call->name;

	for (size_t i = 0; name && i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

static uint32_t argument(struct side *side, const struct ir_argument *argument)
{
	if (argument->place)
		return side_object(side, argument->place);
	return side_operand(side, &argument->operand);
}

void side_call(struct side *side, const struct ir_statement *statement)
{
	const struct ir_call *call = statement->call;
	const struct ir_type *types = side->function->function->unit->types;
	uint32_t terms[MAX_STATE_TERMS];
	const uint64_t fixed[] = { call->type, call->is_direct ? call->symbol + UINT64_C(1) : 0,
				   call->name ? hash_string(call->name) : 0, call->flags };
	struct state deed = { .kind = STATE_CALL, .nr_fixed = 4, .fixed = fixed, .terms = terms };
	struct state after = { .kind = STATE_CALLED, .call = call };
	const struct ir_target *target = &call->target;
	uint64_t word;

	if (is_question(side, call) || call->nr_arguments + 1 > MAX_STATE_TERMS) {
		side_refuse(side, "a call that is not understood");
		return;
	}
	if (!call->is_direct && !call->name)
		terms[deed.nr_terms++] = side_operand(side, &call->pointer);
	for (uint32_t i = 0; i < call->nr_arguments; i++)
		terms[deed.nr_terms++] = argument(side, &call->arguments[i]);
	deed.before = side->deeds;
	deed.other = side->memory;
	side->deeds = world_state(side->world, &deed);
	after.before = side->memory;
	after.other = side->deeds;
	side->memory = world_state(side->world, &after);
	word = side->deeds;
	if (target->kind == REMT_IR_TO_VALUE) {
		struct form form =
			side_form(side, side->function->function->values[target->value].type);

		side->values[target->value] =
			world_unknown(side->world, form.width, UNKNOWN_DEED, &word, 1);
	} else if (target->kind == REMT_IR_TO_PLACE) {
		uint64_t size = types[target->place->type].size;
		unsigned width = !size || size > 8 ? 64 : (unsigned)size * 8;
		struct form form = side_form(side, target->place->type);

		if (form.shape != SHAPE_NAME)
			width = form.width;
		side_store(side, target->place,
			   world_unknown(side->world, width, UNKNOWN_DEED, &word, 1));
	}
	side->has_called = true;
}
