/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/shadow_state.h"

#include <string.h>

#include "explore/instance.h"
#include "explore/library.h"
#include "explore/operate.h"
#include "explore/shadow_memory.h"
#include "explore/unit.h"
#include "explore/variadic.h"

/* ---- slots */

uint32_t shadow_of(const struct frame *frame, uint32_t offset)
{
	int32_t at = (int32_t)offset;

	return at < 0 ? 0 : frame->terms[at / (int32_t)sizeof(union word)];
}

void shadow_set(struct frame *frame, uint32_t offset, uint32_t term)
{
	uint64_t number;

	if (term && term_is_constant(&path_terms, term, &number))
		term = 0;
	frame->terms[offset / sizeof(union word)] = term;
}

/* The term of a slot; of one without, its value. */
uint32_t term_of(const struct frame *frame, uint32_t offset)
{
	uint32_t term = shadow_of(frame, offset);

	return term ? term : term_constant(&path_terms, slot_of(frame, offset)->u, 64);
}

uint32_t number_term(int64_t number)
{
	return term_constant(&path_terms, (uint64_t)number, 64);
}

/* The lowest WIDTH bits of TERM, extended to a slot. */
uint32_t wrap(uint32_t term, unsigned width, bool is_signed)
{
	return term_extend(&path_terms, term_extract(&path_terms, term, 0, width), 64, is_signed);
}

/* ---- where it is */

/* Returns the block that the instruction at PC is in. */
static uint32_t block_of(const struct code *code, const struct insn *pc)
{
	uint32_t at = (uint32_t)(pc - code->insns);
	uint32_t low = 0;
	uint32_t high = code->function.nr_blocks;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (code->block_starts[middle] <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

void add_condition(const struct step *step, enum remt_path_kind kind, uint32_t condition,
		   uint32_t way)
{
	uint32_t insn = (uint32_t)(step->pc - step->frame->code->insns);
	const struct path_place place = { step->frame->code, block_of(step->frame->code, step->pc),
					  insn, instance_of(step->frame, insn) };

	path_add(kind, condition, &place, way);
}

/* An address that inputs made is taken to be the one of this run. */
void pin(const struct step *step, uint32_t offset)
{
	uint32_t term = shadow_of(step->frame, offset);

	if (!term)
		return;
	add_condition(step, REMT_PATH_PINNED,
		      term_binary(&path_terms, TERM_EQUAL, term,
				  number_term(slot_of(step->frame, offset)->i)),
		      0);
}

/* ---- instructions */

/* The function that is called, and objects that are passed or returned. */
static void pin_addresses(const struct step *step, const struct call_site *site)
{
	if (!site->call->is_direct && !site->call->name)
		pin(step, site->pointer);
	for (uint32_t i = 0; i < site->nr_arguments; i++) {
		if (site->arguments[i].is_object)
			pin(step, site->arguments[i].slot);
	}
	if (site->object != UINT32_MAX)
		pin(step, site->object);
}

static uint32_t result_term; /* of the function that returned last */

static void go(const struct step *step, enum instruction op)
{
	struct frame *frame = step->frame;
	const struct insn *pc = step->pc;

	switch ((unsigned)op) {
	case DO_SWITCH:
		if (shadow_of(frame, pc->a))
			shadow_choose_case(step);
		break;
	case DO_JUMP_TO:
		if (shadow_of(frame, pc->a))
			shadow_choose_label(step);
		break;
	case DO_RETURN: result_term = shadow_of(frame, pc->a); break;
	case DO_RETURN_OBJECT:
		result_term = 0;
		pin(step, pc->a);
		if (frame->object)
			shadow_copy(frame->object, slot_of(frame, pc->a)->p, (size_t)pc->n);
		break;
	case DO_RETURN_NOTHING: result_term = 0; break;
	case DO_CALL:
		frame->at = pc;
		pin_addresses(step, (const struct call_site *)pc->n);
		break;
	case DO_BUILTIN:
		frame->at = pc;
		pin_addresses(step, (const struct call_site *)pc->n);
		shadow_call(frame, (const struct call_site *)pc->n, NULL,
			    ((const struct call_site *)pc->n)->model);
		break;
	case DO_SETJMP:
		if (pc->d != UINT32_MAX)
			shadow_set(frame, pc->d, 0);
		break;
	case DO_ALLOCA:
		pin(step, pc->a);
		shadow_set(frame, pc->d, 0);
		break;
	case DO_STACK_SAVE: shadow_set(frame, pc->d, 0); break;
	case DO_WATCH: instance_enter(frame, pc->c); break;
	default: break;
	}
}

void shadow_step(struct frame *frame, const struct insn *pc, enum instruction op)
{
	struct step step = { frame, pc, false };

	if (op >= DO_GOTO)
		go(&step, op);
	else if (op >= DO_LOAD_S8_CONSTANT)
		shadow_access(&step, op);
	else if (op >= DO_ADD_S8_R)
		shadow_compute(&step, op);
	else if (op == DO_CHOOSE)
		shadow_choose(&step);
	else
		shadow_set(frame, pc->d, op == DO_MOVE ? shadow_of(frame, pc->a) : 0);
}

/* ---- calls */

static struct {
	const struct code *code; /* NULL: nothing is passed */
	const struct frame *frame;
	const struct call_site *site;
} passed;

void shadow_pass(const struct frame *frame, const struct call_site *site, const struct code *code)
{
	passed.code = code;
	passed.frame = frame;
	passed.site = site;
}

/* The term of an argument, as the parameter's type wants it. */
static uint32_t term_of_parameter(uint32_t position, const struct ir_type *to)
{
	const struct call_argument *argument = &passed.site->arguments[position];
	const struct ir_type *from = &passed.site->unit->ir->types[argument->type];
	uint32_t term = shadow_of(passed.frame, argument->slot);
	struct form form = form_of(to);

	if (!term || (form_pack(form) == form_pack(form_of(from)) && form.precision <= 64))
		return term;
	if (form.shape == SHAPE_INTEGER && form_of(from).shape == SHAPE_INTEGER &&
	    form.precision <= 64)
		return wrap(term, form.precision, form.is_signed);
	path_concretise();
	return 0;
}

static void enter_parameter(struct frame *frame, uint32_t position)
{
	const struct code *code = frame->code;
	const struct ir_type *type = &code->unit->ir->types[code->parameter_types[position]];
	const struct call_argument *argument = &passed.site->arguments[position];
	size_t offset = code->offsets[position];
	const union word *word = slot_of(passed.frame, argument->slot);
	uint32_t term;

	if (argument->is_object) {
		if (offset != SIZE_MAX)
			shadow_copy(frame->memory + offset, word->p, type->size);
		return;
	}
	/* The frame has no terms yet. */
	if (!shadow_of(passed.frame, argument->slot))
		return;
	term = term_of_parameter(position, type);
	if (code->parameter_values[position] != UINT32_MAX)
		shadow_set(frame, code->slots[code->parameter_values[position]], term);
	if (offset != SIZE_MAX && type->size <= 8)
		shadow_store(frame->memory + offset, type->size, term, word->u);
}

/* Arguments behind the named ones, which lie in memory. */
static void enter_variadic(struct frame *frame, uint32_t first)
{
	const char *at = frame->overflow;

	for (uint32_t i = first; i < passed.site->nr_arguments; i++) {
		const struct call_argument *argument = &passed.site->arguments[i];
		const struct ir_type *type = &passed.site->unit->ir->types[argument->type];
		const union word *word = slot_of(passed.frame, argument->slot);
		uint32_t term = shadow_of(passed.frame, argument->slot);

		at = variadic_place(at, type->alignment);
		if (argument->is_object)
			shadow_copy(at, word->p, type->size);
		else if (type->size <= 8)
			shadow_store(at, 8, term, word->u);
		else
			shadow_clear(at, type->size);
		if (!argument->is_object && type->size > 8 && term)
			path_concretise();
		at = variadic_end(at, type);
	}
}

void shadow_enter(struct frame *frame)
{
	const struct code *code = frame->code;

	path_begin(code);
	instance_call(frame, passed.code == code ? passed.frame : NULL);
	shadow_clear(frame->memory, code->memory_size);
	for (uint32_t i = 0; passed.code == code && i < passed.site->nr_arguments; i++) {
		if (i < code->nr_parameters)
			enter_parameter(frame, i);
		else if (!frame->overflow &&
			 (shadow_of(passed.frame, passed.site->arguments[i].slot) ||
			  passed.site->arguments[i].is_object))
			path_concretise();
	}
	if (passed.code == code && frame->overflow)
		enter_variadic(frame, code->nr_parameters);
	passed.code = NULL;
}

void shadow_status(uint32_t term, int64_t status)
{
	uint64_t low = (uint64_t)status & 0xff;

	path_print((struct remt_path_output){ .kind = REMT_PATH_STATUS,
					      .term = term ? term_extract(&path_terms, term, 0, 8)
							   : term_constant(&path_terms, low, 8),
					      .value = low });
}

void (*shadow_result_taker)(uint32_t term, const union word *result);

void shadow_drop(const struct code *code, const union word *result)
{
	if (path_is_on() && strcmp(code->name, "main") == 0)
		shadow_status(result_term, result->i);
	else if (path_is_on() && result_term && shadow_result_taker)
		shadow_result_taker(result_term, result);
	else if (path_is_on() && result_term)
		path_concretise();
	result_term = 0;
}

void shadow_take(struct frame *frame, const struct call_site *site)
{
	if (site->has_result)
		shadow_set(frame, site->result, result_term);
	result_term = 0;
}

/* True if the C library's function, or one of the compiler's own (NULL), is called. */
static bool is_of_library(const struct call_site *site, const void *address)
{
	return !address || (site->call->is_direct ? site->is_of_library : library_has(address));
}

/* True if a function of the library may read what inputs made. */
static bool may_see_inputs(const struct frame *frame, const struct call_site *site)
{
	for (uint32_t i = 0; i < site->nr_arguments; i++) {
		const struct call_argument *argument = &site->arguments[i];
		const struct ir_type *type = &site->unit->ir->types[argument->type];

		if (shadow_of(frame, argument->slot) || argument->is_object ||
		    type->kind == REMT_IR_POINTER)
			return true;
	}
	return false;
}

/* Returns the name of what is called, as a program's text has it, or its MODEL. */
static const char *name_of(const struct call_site *site, const struct model *model)
{
	const struct ir_symbol *symbols = site->unit->ir->symbols;

	if (site->call->name)
		return site->call->name;
	if (site->call->is_direct)
		return symbols[site->call->symbol].name;
	return model ? model->name : "a pointer to a function";
}

/* Inputs may be lost in the library's function at ADDRESS, which has no model. */
static void concretise_by(const struct call_site *site, const void *address)
{
	const char *name = site->call->name || site->call->is_direct ? NULL : library_name(address);

	if (name)
		path_called = name;
	path_concretise();
}

void shadow_call(struct frame *frame, const struct call_site *site, const void *address,
		 const struct model *model)
{
	bool is_known = is_of_library(site, address);
	uint32_t term = 0;

	path_called = name_of(site, model);
	if (!is_known)
		path_concretise();
	else if (model)
		term = model->before(frame, site);
	else if (may_see_inputs(frame, site))
		concretise_by(site, address);
	if (site->object != UINT32_MAX)
		shadow_clear(slot_of(frame, site->object)->p,
			     site->unit->ir->types[site->result_type].size);
	if (site->has_result)
		shadow_set(frame, site->result, term);
	path_called = NULL;
}

void shadow_called(struct frame *frame, const struct call_site *site, const void *address,
		   const struct model *model, const union word *result)
{
	path_called = name_of(site, model);
	if (model && model->after && is_of_library(site, address))
		model->after(frame, site, result);
	path_called = NULL;
}

void shadow_take_value(const struct frame *frame, uint32_t term, uint64_t value)
{
	const struct step step = { (struct frame *)frame, frame->at, false };

	add_condition(
		&step, REMT_PATH_PINNED,
		term_binary(&path_terms, TERM_EQUAL, term,
			    term_constant(&path_terms, value, term_get(&path_terms, term)->width)),
		0);
}

void shadow_pin(const struct frame *frame, uint32_t offset)
{
	const struct step step = { (struct frame *)frame, frame->at, false };

	pin(&step, offset);
}

void shadow_decide(const struct frame *frame, uint32_t condition, uint32_t way)
{
	uint32_t insn = (uint32_t)(frame->at - frame->code->insns);
	const struct path_place place = { frame->code, block_of(frame->code, frame->at), insn,
					  instance_of(frame, insn) };

	path_add(REMT_PATH_LIBRARY, condition, &place, way);
}
