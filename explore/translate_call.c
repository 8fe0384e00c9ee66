/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls. What a callee is decided once for calls by name: a function with IR, one of the
 * compiler's own, or a compiled function.
 */
#include <string.h>
#include <unistd.h>

#include "common/strv.h"
#include "common/xalloc.h"
#include "explore/builtin.h"
#include "explore/call.h"
#include "explore/library.h"
#include "explore/model.h"
#include "explore/translate_state.h"

static uint32_t take_argument(struct translation *t, const struct ir_argument *argument,
			      struct call_argument *ret)
{
	ret->is_object = argument->place != NULL;
	ret->type = argument->place ? argument->place->type : argument->operand.type;
	ret->form = (uint16_t)form_pack(form_of_index(t, ret->type));
	if (!argument->place)
		return ret->slot = slot_of_operand(t, &argument->operand);
	if (form_of_index(t, ret->type).shape == SHAPE_NONE)
		return ret->slot = place_address(t, argument->place);
	ret->is_object = false;
	ret->slot = slot_new(t);
	place_load(t, ret->slot, argument->place);
	return ret->slot;
}

/* Says where the result goes. Returns the place that it is stored to behind the call; NULL: none. */
static const struct ir_place *set_target(struct translation *t, struct call_site *site)
{
	const struct ir_target *target = &site->call->target;

	site->object = UINT32_MAX;
	site->result_is_object = form_of_index(t, site->result_type).shape == SHAPE_NONE &&
				 t->ir->types[site->result_type].kind != REMT_IR_VOID;
	if (target->kind == REMT_IR_TO_VALUE) {
		site->has_result = true;
		site->result = slot_of_value(t, target->value);
	} else if (target->kind == REMT_IR_TO_PLACE && site->result_is_object) {
		site->object = place_address(t, target->place);
	} else if (target->kind == REMT_IR_TO_PLACE) {
		site->has_result = true;
		site->result = slot_new(t);
		return target->place;
	}
	return NULL;
}

static const char *name_of(const struct translation *t, const struct ir_call *call)
{
	return call->is_direct ? t->ir->symbols[call->symbol].name : "";
}

/* Adds a call that is an instruction of its own; false: it is none. */
static bool emit_special(struct translation *t, const struct ir_call *call, struct call_site *site)
{
	static const char *const setjmps[] = { "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp",
					       NULL };
	static const char *const allocas[] = { "alloca", "__builtin_alloca",
					       "__builtin_alloca_with_align",
					       "__builtin_alloca_with_align_and_max", NULL };
	const char *name = name_of(t, call);
	uint32_t d = site->has_result ? site->result : UINT32_MAX;
	uint32_t first = site->nr_arguments ? site->arguments[0].slot : 0;
	int64_t alignment = 16;

	if (strv_contains((char *const *)setjmps, name)) {
		bool has_mask = site->nr_arguments > 1;

		t->has_setjmp = true;
		/* The function setjmp() keeps the signal mask; the macro calls _setjmp(), which doesn't. */
		emit(t, DO_SETJMP, d, first, has_mask ? site->arguments[1].slot : 0,
		     t->block << 1 | has_mask, strcmp(name, "setjmp") == 0);
	} else if (call->flags & REMT_IR_RETURNS_TWICE && strcmp(name, "vfork") != 0) {
		translation_refuse(t, "a call that returns twice");
	} else if (strv_contains((char *const *)allocas, name)) {
		if (site->nr_arguments > 1 && call->arguments[1].operand.kind == REMT_IR_NUMBER &&
		    call->arguments[1].operand.number.low / 8 > 16)
			alignment = (int64_t)(call->arguments[1].operand.number.low / 8);
		emit(t, DO_ALLOCA, d == UINT32_MAX ? slot_new(t) : d, first, 0, 0, alignment);
	} else if (strcmp(name, "__builtin_stack_save") == 0) {
		emit(t, DO_STACK_SAVE, d == UINT32_MAX ? slot_new(t) : d, 0, 0, 0, 0);
	} else if (strcmp(name, "__builtin_stack_restore") == 0) {
		t->has_restore = true;
		emit(t, DO_STACK_RESTORE, 0, first, 0, 0, 0);
	} else {
		return false;
	}
	return true;
}

static void find_callee(struct translation *t, struct call_site *site)
{
	const struct ir_call *call = site->call;
	const char *name = name_of(t, call);
	bool is_found;

	if (!call->is_direct) {
		site->pointer = slot_of_operand(t, &call->pointer);
		return;
	}
	site->model = model_find(name);
	if (site->model && site->nr_arguments < site->model->nr_arguments)
		site->model = NULL;
	site->builtin = builtin_find(name);
	if (!site->builtin)
		site->builtin = atomic_find(name);
	if (site->builtin)
		return;
	if (strcmp(name, "vfork") == 0) { /* whose child must not return into our frames */
		site->address = (void *)fork;
		return;
	}
	site->address = unit_address(t->unit, call->symbol, &is_found);
	site->code = units_code_at(site->address);
	site->is_of_library = site->address && library_has(site->address);
	if (is_found)
		return;
	/* The compiler may have left a function out, if it uses changed copies alone. */
	if (t->unit->entry_of[call->symbol])
		site->code = &t->unit->codes[t->unit->entry_of[call->symbol] - 1];
	if (!site->code || !(site->code == t->code || translate_code(site->code)))
		translation_refuse(t, "a call of a function whose address is not known");
}

static void emit_internal(struct translation *t, struct call_site *site)
{
	if (strcmp(site->call->name, "VA_ARG") != 0 || site->nr_arguments < 1) {
		translation_refuse(t, "an operation of the compiler's own");
		return;
	}
	site->builtin = builtin_va_arg;
	site->model = model_find(site->call->name);
	site->cif.rtype = call_ffi_type(t->ir, site->result_type);
	if (!site->cif.rtype)
		translation_refuse(t, "a value that can't be passed");
	emit(t, DO_BUILTIN, 0, 0, 0, 0, (int64_t)site);
}

/* The type of a call's result: of the function, or for the compiler's own operations of the target. */
static uint32_t result_type_of(const struct translation *t, const struct ir_call *call)
{
	const struct ir_type *type = &t->ir->types[call->type];

	if (!call->name)
		return type->kind == REMT_IR_FUNCTION ? type->element : UINT32_MAX;
	if (call->target.kind == REMT_IR_TO_VALUE)
		return t->function->values[call->target.value].type;
	return call->target.kind == REMT_IR_TO_PLACE ? call->target.place->type : UINT32_MAX;
}

void call_emit(struct translation *t, const struct ir_statement *statement)
{
	const struct ir_call *call = statement->call;
	struct call_site *site = xcalloc(1, sizeof(*site)); /* lives as long as the code */
	const struct ir_place *stored;

	site->unit = t->unit;
	site->call = call;
	site->nr_arguments = call->nr_arguments;
	site->arguments = xcalloc(call->nr_arguments + 1, sizeof(*site->arguments));
	site->result_type = result_type_of(t, call);
	if (site->result_type == UINT32_MAX) {
		translation_refuse(t, "a call of an unknown type");
		return;
	}
	for (uint32_t i = 0; i < call->nr_arguments; i++)
		take_argument(t, &call->arguments[i], &site->arguments[i]);
	stored = set_target(t, site);
	if (t->function->blocks[t->block].nr_ways)
		emit(t, DO_AT, 0, 0, 0, 0, t->block);
	if (call->name) {
		emit_internal(t, site);
	} else if (!emit_special(t, call, site)) {
		find_callee(t, site);
		if (!site->builtin && !call_prepare(site))
			translation_refuse(t, "a value that can't be passed");
		emit(t, site->builtin ? DO_BUILTIN : DO_CALL, 0, 0, 0, 0, (int64_t)site);
	}
	if (stored)
		place_store(t, stored, site->result);
}
