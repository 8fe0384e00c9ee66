/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/ir/body.h"
#include "plugin/ir/entity.h"

body::body()
{
	line = 0;
	nr_statements = 0;
	refusal = REMT_IR_REFUSED_NONE;
	refused_at = UNKNOWN_LOCATION;
	number_of_version.safe_grow_cleared(num_ssa_names);
	at = DECL_SOURCE_LOCATION(current_function_decl);
}

void body_refuse(body *b, enum remt_ir_refusal reason)
{
	if (b->refusal != REMT_IR_REFUSED_NONE)
		return;
	b->refusal = reason;
	b->refused_at = b->at;
}

void body_check_type(body *b, tree type)
{
	switch (TREE_CODE(type)) {
	case COMPLEX_TYPE: body_refuse(b, REMT_IR_REFUSED_COMPLEX); break;
	case VECTOR_TYPE: body_refuse(b, REMT_IR_REFUSED_VECTOR); break;
	case REAL_TYPE:
		/* half precision has no C type that libraries for calls know */
		if (DECIMAL_FLOAT_TYPE_P(type) || int_size_in_bytes(type) < 4)
			body_refuse(b, REMT_IR_REFUSED_FLOAT_FORMAT);
		break;
	case FIXED_POINT_TYPE: body_refuse(b, REMT_IR_REFUSED_FLOAT_FORMAT); break;
	case INTEGER_TYPE:
	case ENUMERAL_TYPE:
		if (TYPE_PRECISION(type) > 128)
			body_refuse(b, REMT_IR_REFUSED_OTHER);
		break;
	case RECORD_TYPE:
	case UNION_TYPE:
		if (TYPE_REVERSE_STORAGE_ORDER(type))
			body_refuse(b, REMT_IR_REFUSED_BYTE_ORDER);
		break;
	case POINTER_TYPE:
	case REFERENCE_TYPE:
		/* an address there is another place than the same number elsewhere */
		if (!ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(type))))
			body_refuse(b, REMT_IR_REFUSED_OTHER);
		break;
	case BOOLEAN_TYPE:
	case ARRAY_TYPE:
	case VOID_TYPE:
	case FUNCTION_TYPE: break;
	default: body_refuse(b, REMT_IR_REFUSED_OTHER); break;
	}
}

void body_check_convention(body *b, tree fntype)
{
	static const char *const names[] = { "ms_abi",	     "sysv_abi",
					     "regparm",	     "fastcall",
					     "sseregparm",   "no_caller_saved_registers",
					     "interrupt",    "no_callee_saved_registers",
					     "preserve_none" };

	for (const char *name : names)
		if (lookup_attribute(name, TYPE_ATTRIBUTES(fntype)))
			body_refuse(b, REMT_IR_REFUSED_CONVENTION);
}

static unsigned add_value(body *b, tree type, tree name)
{
	body_check_type(b, type);
	b->value_types.safe_push(type);
	b->value_names.safe_push(name);
	return b->value_types.length() - 1;
}

unsigned body_new_value(body *b, tree type)
{
	return add_value(b, type, NULL_TREE);
}

unsigned body_value(body *b, tree name)
{
	unsigned version = SSA_NAME_VERSION(name);

	if (version >= b->number_of_version.length())
		b->number_of_version.safe_grow_cleared(version + 1);
	if (!b->number_of_version[version])
		b->number_of_version[version] = add_value(b, TREE_TYPE(name), name) + 1;
	return b->number_of_version[version] - 1;
}

unsigned body_local(body *b, tree decl)
{
	bool is_known;
	unsigned &number = b->number_of_local.get_or_insert(decl, &is_known);

	if (!is_known) {
		number = b->locals.length();
		b->locals.safe_push(decl);
	}
	return number;
}

void body_begin(body *b, gimple *stmt)
{
	if (LOCATION_LOCUS(gimple_location(stmt)) != UNKNOWN_LOCATION)
		b->at = gimple_location(stmt);
}

void body_add(body *b, const stream &statement)
{
	int line = b->at == UNKNOWN_LOCATION ? b->line : expand_location(b->at).line;

	b->blocks.difference(line - b->line);
	b->line = line;
	b->blocks.append(statement);
	b->nr_statements++;
}
