/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of a function that is being expanded. */
#include <stdlib.h>
#include <string.h>

#include "atg/maker.h"
#include "common/xalloc.h"

static void assign(struct instance *instance, uint32_t value, struct ir_operand operand)
{
	instance->maker->now.values[value] = operand;
}

static void leave_out(struct maker *maker, const char *what)
{
	maker->expansion->left_out = what;
	maker_leave_beyond(maker, what);
}

/*
 * Emits STATEMENT, which gives VALUE. A variable's value stays one: it ends an expression. Which variable of a callee it
 * is nobody asks.
 */
static struct ir_operand name(struct instance *instance, const struct ir_value *value,
			      struct ir_statement statement)
{
	struct maker *maker = instance->maker;
	size_t before = maker->values.count;
	struct ir_operand ret = maker_emit(maker, statement, value->type);

	if (ret.kind == REMT_IR_VALUE && ret.value >= before && value->local != UINT32_MAX)
		maker->values.items[ret.value].local = instance->depth ? 0 : value->local;
	return ret;
}

static void compute(struct instance *instance, const struct ir_statement *statement)
{
	struct ir_statement copy = *statement;
	const struct ir_value *value = &instance->function->values[statement->value];
	bool is_marked = statement->kind == REMT_IR_MARK || statement->kind == REMT_IR_SELECT;
	bool is_on = is_marked && statement->mark->site == instance->maker->options->site;

	for (uint32_t i = 0; i < copy.nr_operands; i++)
		copy.operands[i] = instance_operand(instance, &copy.operands[i]);
	if (copy.kind == REMT_IR_SELECT && !is_on) {
		assign(instance, statement->value, maker_number(instance->maker, value->type, 0));
		return;
	}
	if (copy.kind == REMT_IR_MARK && !is_on) {
		copy.kind = copy.operation == REMT_IR_OP_NONE ? REMT_IR_COPY
			    : copy.nr_operands == 1	      ? REMT_IR_UNARY
							      : REMT_IR_BINARY;
		/* What only alternatives use stays behind. */
		if (copy.kind == REMT_IR_COPY)
			copy.nr_operands = 1;
	}
	copy.line = statement->line;
	assign(instance, statement->value, name(instance, value, copy));
}

/* A volatile variable is as any other one where nobody else writes it, which nothing tells. */
static bool is_plain(struct maker *maker, const struct ir_place *place)
{
	if (place->flags & REMT_IR_BITS) {
		leave_out(maker, "a bit-field");
		return false;
	}
	if (place->flags & REMT_IR_VOLATILE)
		maker_note_vague(maker, "a volatile variable");
	return true;
}

static bool is_cell(struct maker *maker, uint32_t type)
{
	const struct ir_type *row = &maker->expansion->unit.types[type];

	if (row->kind == REMT_IR_INTEGER || row->kind == REMT_IR_POINTER ||
	    row->kind == REMT_IR_FLOAT)
		return true;
	leave_out(maker, "an object that is used as a whole");
	return false;
}

static void store(struct instance *instance, const struct ir_place *place, struct ir_operand value)
{
	struct maker *maker = instance->maker;
	const struct ir_type *type = &maker->expansion->unit.types[place->type];
	struct ir_operand address;

	if (!is_plain(maker, place) || !is_cell(maker, place->type))
		return;
	address = instance_address(instance, place);
	/* A cell has all of its bits. */
	if (type->kind == REMT_IR_INTEGER && type->size <= 8 && type->precision != type->size * 8)
		value = maker_convert(maker, value, maker->numbers[type->size]);
	maker_store(maker, address, (uint32_t)type->size, value);
}

static void load(struct instance *instance, const struct ir_statement *statement)
{
	const struct ir_place *place = statement->place;

	if (is_plain(instance->maker, place) && is_cell(instance->maker, place->type))
		assign(instance, statement->value,
		       maker_load(instance->maker, instance_address(instance, place), place->type));
}

static void move(struct instance *instance, const struct ir_statement *statement)
{
	struct maker *maker = instance->maker;
	bool has_source = statement->kind == REMT_IR_MOVE;
	struct ir_operand from;

	if (!is_plain(maker, statement->place) || (has_source && !is_plain(maker, statement->from)))
		return;
	if (has_source)
		from = instance_address(instance, statement->from);
	maker_copy(maker, instance_address(instance, statement->place), has_source ? &from : NULL,
		   maker->expansion->unit.types[statement->place->type].size);
}

/* ---- calls */

/* True if the unit of CALL defines the function, whether its body is told or not: it is no one of the C library. */
static bool is_own(const struct ir_unit *unit, const struct ir_call *call)
{
	bool ret = unit->symbols[call->symbol].flags & REMT_IR_DEFINED;

	for (uint32_t i = 0; i < unit->nr_entries && !ret; i++)
		ret = unit->entries[i].symbol == call->symbol;
	return ret;
}

/* Finds the body of what CALL leads to, in this unit; NULL: it is not told. Another unit may replace a weak one. */
static const struct ir_entry *find_body(const struct ir_unit *unit, const struct ir_call *call)
{
	if (call->is_direct && unit->symbols[call->symbol].flags & REMT_IR_WEAK)
		return NULL;
	for (uint32_t i = 0; call->is_direct && i < unit->nr_entries; i++) {
		if (unit->entries[i].symbol == call->symbol &&
		    unit->entries[i].refusal == REMT_IR_REFUSED_NONE)
			return &unit->entries[i];
	}
	return NULL;
}

static void set_target(struct instance *instance, const struct ir_call *call,
		       struct ir_operand value)
{
	if (call->target.kind == REMT_IR_TO_VALUE && value.kind == REMT_IR_UNDEFINED)
		assign(instance, call->target.value, value);
	else if (call->target.kind == REMT_IR_TO_VALUE)
		assign(instance, call->target.value,
		       maker_convert(instance->maker, value,
				     instance->function->values[call->target.value].type));
	else if (call->target.kind == REMT_IR_TO_PLACE)
		store(instance, call->target.place, value);
}

/* True if all that OPERAND may lead to is a string or an output: what is there is compared, then. */
static bool is_compared(const struct maker *maker, const struct ir_operand *operand)
{
	uint64_t leads_to = maker_leads_to(maker, operand);

	for (size_t o = 0; o < maker->objects.count; o++) {
		if (leads_to >> o & 1 && o >= maker->start->objects.count &&
		    maker->objects.items[o].string == START_NONE)
			return false;
	}
	return true;
}

/* True if what a call is given, or finds in memory, is no variable of a function. */
static bool has_compared_memory(const struct maker *maker)
{
	for (uint32_t i = 0; i < maker->now.nr_cells; i++) {
		if (maker->cells.items[i].name && !is_compared(maker, &maker->now.cells[i]))
			return false;
	}
	return true;
}

/*
 * Ends the program: by which call, and with which arguments, tells one such end from another. What arguments lead to is an
 * output, or the way is left out.
 */
static void end_program(struct instance *instance, const struct ir_call *call, const char *name)
{
	struct maker *maker = instance->maker;
	struct ir_operand arguments[MAX_END_ARGUMENTS];

	for (uint32_t i = 0; i < call->nr_arguments && i < MAX_END_ARGUMENTS; i++) {
		const struct ir_type *type;

		if (call->arguments[i].place) {
			leave_out(maker, name);
			return;
		}
		arguments[i] = instance_operand(instance, &call->arguments[i].operand);
		type = &maker->expansion->unit.types[maker_type(maker, &arguments[i])];
		if (type->size > 8 || !is_compared(maker, &arguments[i]) ||
		    (type->kind == REMT_IR_POINTER && !maker_leads_to(maker, &arguments[i]) &&
		     arguments[i].kind != REMT_IR_NUMBER)) {
			leave_out(maker, name);
			return;
		}
		arguments[i] = maker_widen(maker, arguments[i]);
	}
	if (call->nr_arguments > MAX_END_ARGUMENTS || !has_compared_memory(maker)) {
		leave_out(maker, name);
		return;
	}
	for (uint32_t i = 0; i < call->nr_arguments; i++)
		maker->now.cells[OUTPUT_ARGUMENTS + i] = arguments[i];
	maker->now.cells[OUTPUT_ENDED] =
		maker_number(maker, maker->word, (uint64_t)call->symbol + 1);
	maker_leave(maker, false);
}

/* Returns the function of ENTRY, which stays as long as the expansion; NULL: it can't be read. */
static const struct ir_function *read_callee(struct maker *maker, const struct ir_unit *unit,
					     const struct ir_entry *entry)
{
	struct expansion *expansion = maker->expansion;
	struct ir_function *function;
	struct error *err;

	for (size_t i = 0; i < expansion->callees.count; i++) {
		if (expansion->callees.items[i]->entry == entry)
			return expansion->callees.items[i];
	}
	function = xcalloc(1, sizeof(*function));
	err = ir_function_read(unit, entry, function);
	if (err) {
		error_destroy(err);
		free(function);
		return NULL;
	}
	vec_push(&expansion->callees, function);
	return function;
}

static void enter(struct instance *instance, const struct ir_call *call,
		  const struct ir_entry *entry)
{
	struct maker *maker = instance->maker;
	const struct ir_function *callee = read_callee(maker, instance->function->unit, entry);
	struct ir_operand arguments[32], result, *values = maker->now.values;
	uint32_t nr = call->nr_arguments;

	if (nr > 32 || !callee) {
		leave_out(maker, "a call that is not understood");
		return;
	}
	for (uint32_t i = 0; i < nr; i++)
		arguments[i] = instance_operand(instance, &call->arguments[i].operand);
	/* Its own values are put aside. */
	maker->now.values = NULL;
	result = maker_function(maker, callee, arguments, nr, instance->depth + 1);
	free(maker->now.values);
	maker->now.values = values;
	if (!maker->is_dead)
		set_target(instance, call, result);
}

static bool has_objects(const struct ir_call *call)
{
	for (uint32_t i = 0; i < call->nr_arguments; i++) {
		if (call->arguments[i].place)
			return true;
	}
	return false;
}

/* Goes on behind CALL, of which nothing is told, as if it did nothing and returned anything. */
static void pass_call(struct instance *instance, const struct ir_call *call, const char *name)
{
	struct maker *maker = instance->maker;
	struct ir_operand arguments[MAX_END_ARGUMENTS];
	uint32_t number = 0, type;

	for (uint32_t i = 0; i < call->nr_arguments && number < MAX_END_ARGUMENTS; i++) {
		if (!call->arguments[i].place)
			arguments[number++] =
				instance_operand(instance, &call->arguments[i].operand);
	}
	maker_note_call(maker, call->is_direct ? call->symbol : 0, arguments, number);
	maker_note_vague(maker, name);
	if (call->target.kind == REMT_IR_TO_VALUE) {
		type = instance->function->values[call->target.value].type;
		assign(instance, call->target.value, maker_input(maker, type, NULL));
	} else if (call->target.kind == REMT_IR_TO_PLACE &&
		   is_cell(maker, call->target.place->type)) {
		store(instance, call->target.place,
		      maker_input(maker, call->target.place->type, NULL));
	}
}

/* True if CALL leads to the C library, or to what the harness puts in place of that. */
static bool is_library(const struct ir_unit *unit, const struct ir_call *call, const char *name)
{
	return call->is_direct &&
	       (!is_own(unit, call) || strncmp(name, "harness_", strlen("harness_")) == 0);
}

/* Returns the index of the only object that ADDRESS, a word, may lead to, beside NULL; START_NONE: there is none. */
static uint32_t only_object(const struct maker *maker, const struct ir_operand *address)
{
	uint64_t number, leads_to = maker_leads_to(maker, address) & ~LEADS_NOWHERE;

	if (maker_is_number(address, &number))
		return maker_object_at(number) < maker->objects.count && maker_offset(number) == 0
			       ? (uint32_t)maker_object_at(number)
			       : START_NONE;
	return leads_to && !(leads_to & (leads_to - 1)) ? (uint32_t)__builtin_ctzll(leads_to)
							: START_NONE;
}

/* True if the function of ENTRY, NULL: it has no body, takes what CALL gives it. */
static bool takes(struct instance *instance, const struct ir_entry *entry,
		  const struct ir_call *call)
{
	struct maker *maker = instance->maker;
	const struct ir_function *function =
		entry ? read_callee(maker, instance->function->unit, entry) : NULL;
	uint32_t number = 0;

	for (uint32_t i = 0; function && i < function->nr_locals; i++) {
		const struct ir_local *local = &function->locals[i];

		if (!(local->flags & REMT_IR_PARAMETER))
			continue;
		if (number >= call->nr_arguments || call->arguments[number].place ||
		    maker->expansion->unit.types[local->type].size !=
			    maker->expansion->unit.types[call->arguments[number].operand.type].size)
			return false;
		number++;
	}
	return function && number == call->nr_arguments;
}

/*
 * Finds the function that the pointer of CALL leads to, if that is one alone; *RET: its direct call. With NULL the program
 * ends.
 */
static bool resolve(struct instance *instance, const struct ir_call *call, struct ir_call *ret)
{
	struct maker *maker = instance->maker;
	struct ir_operand pointer = maker_convert(maker, instance_operand(instance, &call->pointer),
						  maker->word),
			  is_other, is_set;
	uint32_t object = only_object(maker, &pointer), symbol;
	bool is_own = maker->is_own;

	symbol = object == START_NONE ? START_NONE : maker->objects.items[object].symbol;
	if (symbol == START_NONE || !(maker->expansion->unit.symbols[symbol].flags & REMT_IR_CODE))
		return false;
	*ret = *call;
	ret->is_direct = true;
	ret->symbol = symbol;
	if (!takes(instance, find_body(instance->function->unit, ret), ret))
		return false;
	maker->is_own = true;
	is_other = maker_binary(maker, REMT_IR_OP_NOT_EQUAL, maker->truth, pointer,
				maker_number(maker, maker->word, maker_address(object)));
	maker->now.cells[OUTPUT_OUT] = maker_binary(maker, REMT_IR_OP_OR, maker->truth,
						    maker->now.cells[OUTPUT_OUT], is_other);
	is_set = maker_binary(maker, REMT_IR_OP_NOT_EQUAL, maker->truth, pointer,
			      maker_number(maker, maker->word, 0));
	maker_note_beyond(maker,
			  maker_binary(maker, REMT_IR_OP_AND, maker->truth, is_other, is_set),
			  "a call of what is not told");
	maker->is_own = is_own;
	return true;
}

static bool begins(const char *name, const char *beginning)
{
	return name && strncmp(name, beginning, strlen(beginning)) == 0;
}

/* What the harness prints of calls is an output, whatever prints it. */
static bool is_printed(const char *name)
{
	return begins(name, "harness_print_") || begins(name, "harness_label");
}

static void execute_direct(struct instance *instance, const struct ir_call *call)
{
	struct maker *maker = instance->maker;
	const struct ir_unit *unit = instance->function->unit;
	const struct ir_entry *entry = find_body(unit, call);
	const char *name = call->is_direct ? unit->symbols[call->symbol].name : call->name;
	struct ir_operand result;

	if (call->is_direct && begins(name, "harness_callback_"))
		maker_note_vague(maker, "a callback");
	if (call->is_direct && !entry && !is_own(unit, call))
		entry = maker_model(unit, name);
	if (name && strcmp(name, "__builtin_expect") == 0 && call->nr_arguments) {
		set_target(instance, call, instance_operand(instance, &call->arguments[0].operand));
	} else if (call->is_direct && !entry && call->flags & REMT_IR_NO_RETURN &&
		   strcmp(name, "__builtin_unreachable") != 0) {
		end_program(instance, call, name);
	} else if (is_library(unit, call, name) &&
		   instance_call_library(instance, call, name, &result)) {
		if (!maker->is_dead)
			set_target(instance, call, result);
	} else if (!entry || has_objects(call) || is_printed(name)) {
		pass_call(instance, call, name ? name : "a call by a pointer");
	} else if (instance->depth >= maker->options->max_depth) {
		pass_call(instance, call, "more calls in calls than are followed");
	} else {
		enter(instance, call, entry);
	}
}

static void execute_call(struct instance *instance, const struct ir_call *call)
{
	struct ir_call resolved;

	if (!call->is_direct && !call->name && resolve(instance, call, &resolved))
		call = &resolved;
	execute_direct(instance, call);
}

void instance_execute(struct instance *instance, const struct ir_statement *statement)
{
	switch (statement->kind) {
	case REMT_IR_COPY:
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
	case REMT_IR_CHOOSE:
	case REMT_IR_MARK:
	case REMT_IR_SELECT: compute(instance, statement); break;
	case REMT_IR_LOAD: load(instance, statement); break;
	case REMT_IR_STORE:
		store(instance, statement->place,
		      instance_operand(instance, &statement->operands[0]));
		break;
	case REMT_IR_MOVE:
	case REMT_IR_CLEAR: move(instance, statement); break;
	case REMT_IR_END: break;
	case REMT_IR_CALL:
	case REMT_IR_INTERNAL: execute_call(instance, statement->call); break;
	}
}
