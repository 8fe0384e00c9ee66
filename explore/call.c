/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiled functions are called by libffi. Variadic arguments of an evaluated function lie in
 * memory, as va_arg() finds them when all registers are used up.
 */
#include "explore/call.h"

#include <alloca.h>
#include <string.h>

#include "common/xalloc.h"
#include "explore/model.h"
#include "explore/operate.h"
#include "explore/path.h"
#include "explore/run.h"
#include "explore/shadow.h"
#include "explore/translate.h"
#include "explore/variadic.h"

static const struct ir_type *type_of(const struct ir_unit *ir, uint32_t type)
{
	return &ir->types[type];
}

static ffi_type *integer_type(struct form form, uint64_t size)
{
	ffi_type *const types[][2] = {
		{ &ffi_type_uint8, &ffi_type_sint8 },
		{ &ffi_type_uint16, &ffi_type_sint16 },
		{ &ffi_type_uint32, &ffi_type_sint32 },
		{ &ffi_type_uint64, &ffi_type_sint64 },
	};

	switch (size) {
	case 1: return types[0][form.is_signed];
	case 2: return types[1][form.is_signed];
	case 4: return types[2][form.is_signed];
	case 8: return types[3][form.is_signed];
	default: return NULL;
	}
}

/* ---- objects: libffi wants their elements */

struct elements {
	ffi_type *list[64];
	uint64_t offsets[64];
	size_t number;
	bool is_unknown;
};

static void add_elements(const struct ir_unit *ir, uint32_t index, uint64_t offset,
			 struct elements *ret);

/* What is not aligned is passed in memory, which libffi can't be told. */
static void add_element(struct elements *ret, ffi_type *type, uint64_t offset)
{
	if (!type || ret->number >= 63 || offset % type->alignment != 0) {
		ret->is_unknown = true;
		return;
	}
	ret->offsets[ret->number] = offset;
	ret->list[ret->number++] = type;
}

static void add_fields(const struct ir_unit *ir, const struct ir_type *type, uint64_t offset,
		       struct elements *ret)
{
	for (uint32_t i = 0; i < type->nr_fields && !ret->is_unknown; i++)
		add_elements(ir, type->fields[i].type, offset + type->fields[i].bit_offset / 8,
			     ret);
}

static void add_elements(const struct ir_unit *ir, uint32_t index, uint64_t offset,
			 struct elements *ret)
{
	const struct ir_type *type = type_of(ir, index);

	if (ret->is_unknown)
		return;
	switch (type->kind) {
	case REMT_IR_RECORD:
	case REMT_IR_UNION: add_fields(ir, type, offset, ret); break;
	case REMT_IR_ARRAY:
		for (uint64_t i = 0; i < type->count && !ret->is_unknown; i++)
			add_elements(ir, type->element,
				     offset + i * type_of(ir, type->element)->size, ret);
		break;
	case REMT_IR_VOID:
	case REMT_IR_INTEGER:
	case REMT_IR_FLOAT:
	case REMT_IR_POINTER:
	case REMT_IR_FUNCTION:
	case REMT_IR_OPAQUE: add_element(ret, call_ffi_type(ir, index), offset); break;
	}
}

static bool is_float_element(const ffi_type *type)
{
	return type->type == FFI_TYPE_FLOAT || type->type == FFI_TYPE_DOUBLE;
}

/*
 * Returns an element of SIZE bytes of the same class (System V ABI, AMD64, 3.2.3) as what lies in the
 * eight bytes at OFFSET: floating point if all of it is, else integer. NULL: nothing lies there, or a
 * long double does.
 */
static ffi_type *class_at(const struct elements *elements, uint64_t offset, uint64_t size)
{
	bool is_float = true;
	bool is_empty = true;

	for (size_t i = 0; i < elements->number; i++) {
		const ffi_type *type = elements->list[i];

		if (type->type == FFI_TYPE_LONGDOUBLE)
			return NULL;
		if (elements->offsets[i] / 8 != offset / 8)
			continue;
		is_empty = false;
		is_float = is_float && is_float_element(type);
	}
	if (is_empty)
		return NULL;
	if (!is_float)
		return integer_type((struct form){ 0 }, size);
	return size == 4 ? &ffi_type_float : &ffi_type_double;
}

/* Pieces that cover SIZE bytes: 8, then 4, 2, 1. */
static bool add_pieces(const struct elements *elements, uint64_t size, ffi_type **ret)
{
	size_t number = 0;

	for (uint64_t at = 0; at < size;) {
		uint64_t piece = 8;

		while (at + piece > size)
			piece /= 2;
		ret[number] = class_at(elements, at, piece);
		if (!ret[number++])
			return false;
		at += piece;
	}
	return true;
}

static ffi_type *object_type(const struct ir_unit *ir, uint32_t index)
{
	const struct ir_type *type = type_of(ir, index);
	struct elements elements = { .number = 0 };
	ffi_type *ret = xcalloc(1, sizeof(*ret));

	ret->type = FFI_TYPE_STRUCT;
	ret->size = type->size;
	ret->alignment = (unsigned short)type->alignment;
	ret->elements = xcalloc(20, sizeof(ffi_type *));
	ret->elements[0] = &ffi_type_uint8;
	if (type->size > 16) /* is passed in memory, whatever it has */
		return ret;
	add_elements(ir, index, 0, &elements);
	if (elements.is_unknown || !add_pieces(&elements, type->size, ret->elements))
		return NULL;
	return ret;
}

ffi_type *call_ffi_type(const struct ir_unit *ir, uint32_t index)
{
	const struct ir_type *type = type_of(ir, index);
	struct form form = form_of(type);

	switch (type->kind) {
	case REMT_IR_VOID: return &ffi_type_void;
	case REMT_IR_POINTER: return &ffi_type_pointer;
	case REMT_IR_INTEGER: return integer_type(form, type->size);
	case REMT_IR_FLOAT:
		return form.shape == SHAPE_F32	 ? &ffi_type_float
		       : form.shape == SHAPE_F64 ? &ffi_type_double
		       : form.shape == SHAPE_F80 ? &ffi_type_longdouble
						 : NULL;
	case REMT_IR_RECORD:
	case REMT_IR_UNION: return type->size ? object_type(ir, index) : NULL;
	case REMT_IR_ARRAY:
	case REMT_IR_FUNCTION:
	case REMT_IR_OPAQUE: break;
	}
	return NULL;
}

/* ---- evaluated functions */

/* Converts an argument of the form FROM to what a parameter of another form, TO, holds. */
static void convert_argument(union word *value, struct form from, struct form to)
{
	if (from.shape != SHAPE_NONE && to.shape != SHAPE_NONE)
		*value = convert(value, from, to);
}

/* Puts variadic arguments in a row of eight bytes each, as they are passed in memory. */
static char *add_overflow(const struct frame *frame, const struct call_site *site, uint32_t first,
			  char *to)
{
	for (uint32_t i = first; i < site->nr_arguments; i++) {
		const struct call_argument *argument = &site->arguments[i];
		const struct ir_type *type = type_of(site->unit->ir, argument->type);
		const union word *value = slot_of(frame, argument->slot);

		to = variadic_place(to, type->alignment);
		memcpy(to, argument->is_object ? value->p : value,
		       argument->is_object || type->size > 8 ? type->size : 8);
		to = variadic_end(to, type);
	}
	return to;
}

static size_t overflow_size(const struct call_site *site)
{
	size_t size = 16;

	for (uint32_t i = 0; i < site->nr_arguments; i++)
		size += type_of(site->unit->ir, site->arguments[i].type)->size + 16;
	return size;
}

static void call_code(struct frame *frame, const struct call_site *site, struct code *code)
{
	uint32_t number =
		code->nr_parameters > site->nr_arguments ? code->nr_parameters : site->nr_arguments;
	union word *arguments = alloca((number + 1) * sizeof(*arguments));
	union word result = { 0 };
	char *overflow = NULL;

	if (code->nr_parameters > site->nr_arguments)
		memset(arguments, 0, number * sizeof(*arguments));
	for (uint32_t i = 0; i < site->nr_arguments && i < code->nr_parameters; i++) {
		const struct call_argument *argument = &site->arguments[i];

		arguments[i] = *slot_of(frame, argument->slot);
		if (argument->form != code->parameter_forms[i])
			convert_argument(&arguments[i], form_unpack(argument->form),
					 form_unpack(code->parameter_forms[i]));
	}
	if (code->is_variadic) {
		char *room = alloca(overflow_size(site) + 16);

		overflow = (char *)(((uintptr_t)room + 15) & ~UINT64_C(15));
		add_overflow(frame, site, code->nr_parameters, overflow);
	}
	if (path_is_on())
		shadow_pass(frame, site, code);
	run_code(code, arguments, &result,
		 site->object == UINT32_MAX ? NULL : slot_of(frame, site->object)->p, overflow);
	if (site->has_result)
		*slot_of(frame, site->result) = result;
	if (path_is_on())
		shadow_take(frame, site);
}

/* ---- compiled functions */

bool call_prepare(struct call_site *site)
{
	const struct ir_unit *ir = site->unit->ir;
	const struct ir_type *type = type_of(ir, site->call->type);
	ffi_type **types = xcalloc(site->nr_arguments + 1, sizeof(*types));
	ffi_type *result = call_ffi_type(ir, site->result_type);
	uint32_t nr_fixed =
		type->flags & REMT_IR_VARIADIC ? type->nr_parameters : site->nr_arguments;
	bool is_known = result != NULL;

	for (uint32_t i = 0; i < site->nr_arguments; i++) {
		types[i] = call_ffi_type(ir, site->arguments[i].type);
		is_known = is_known && types[i];
	}
	if (!is_known)
		return false;
	if (nr_fixed < site->nr_arguments)
		return ffi_prep_cif_var(&site->cif, FFI_DEFAULT_ABI, nr_fixed, site->nr_arguments,
					result, types) == FFI_OK;
	return ffi_prep_cif(&site->cif, FFI_DEFAULT_ABI, site->nr_arguments, result, types) ==
	       FFI_OK;
}

/* libffi writes small integers as whole words; the slot wants its own type's bits. */
static void take_result(const struct call_site *site, union word *result)
{
	struct form form = form_of(type_of(site->unit->ir, site->result_type));

	if (form.shape == SHAPE_INTEGER)
		slot_normalise(result, form);
}

/* Returns the model of what is called, if it is the library's; NULL: it has none. */
static const struct model *model_of(const struct call_site *site, const void *address)
{
	const struct model *model;

	if (site->call->is_direct)
		return site->model;
	model = model_at(address);
	return model && site->nr_arguments >= model->nr_arguments ? model : NULL;
}

static void call_address(struct frame *frame, const struct call_site *site, void *address)
{
	void **values = alloca((site->nr_arguments + 1) * sizeof(*values));
	const struct ir_type *type = type_of(site->unit->ir, site->result_type);
	const struct model *model = path_is_on() ? model_of(site, address) : NULL;
	union word result = { 0 };
	void *object = NULL;

	for (uint32_t i = 0; i < site->nr_arguments; i++) {
		union word *value = slot_of(frame, site->arguments[i].slot);

		values[i] = site->arguments[i].is_object ? value->p : value;
	}
	if (site->result_is_object)
		object = alloca((type->size | 15) + 1);
	if (path_is_on())
		shadow_call(frame, site, address, model);
	ffi_call((ffi_cif *)&site->cif, FFI_FN(address), object ? object : &result, values);
	if (object && site->object != UINT32_MAX)
		memcpy(slot_of(frame, site->object)->p, object, type->size);
	if (site->has_result) {
		take_result(site, &result);
		*slot_of(frame, site->result) = result;
	}
	if (path_is_on())
		shadow_called(frame, site, address, model, &result);
}

void call_do(struct frame *frame, const struct call_site *site)
{
	bool is_direct = site->call->is_direct;
	void *address = is_direct ? site->address : slot_of(frame, site->pointer)->p;
	struct code *code = is_direct ? site->code : units_code_at(address);

	if (code && translate_code(code))
		call_code(frame, site, code);
	else
		call_address(frame, site, address);
}
