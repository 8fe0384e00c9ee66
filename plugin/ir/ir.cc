/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/ir/ir.h"
#include "plugin/base/section.h"
#include "plugin/ir/address.h"
#include "plugin/ir/body.h"
#include "plugin/ir/entity.h"
#include "plugin/ir/flow.h"
#include "plugin/ir/variables.h"
#include "plugin/mark/string_literal.h"

static stream functions;
static unsigned nr_functions;

static void write_head(body *b, stream *out)
{
	tree decl = current_function_decl;
	expanded_location where = expand_location(DECL_SOURCE_LOCATION(decl));
	expanded_location end = expand_location(cfun->function_end_locus);

	out->number(entity_symbol(decl));
	out->number(entity_text(where.file));
	out->number(where.line);
	out->number(MAX(where.line, end.line));
	out->number(b->refusal);
}

/* True if the function has an option of its own that gives arithmetic a meaning that the unit's types do not tell. */
static bool has_own_arithmetic(tree function)
{
	tree own = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function);
	const cl_optimization *a = own ? TREE_OPTIMIZATION(own) : NULL;
	const cl_optimization *b = TREE_OPTIMIZATION(optimization_default_node);

	return a && (a->x_flag_wrapv != b->x_flag_wrapv || a->x_flag_trapv != b->x_flag_trapv ||
		     a->x_flag_wrapv_pointer != b->x_flag_wrapv_pointer);
}

void ir_add_function(void)
{
	stream row;
	body b;

	body_check_convention(&b, TREE_TYPE(current_function_decl));
	if (DECL_STATIC_CHAIN(current_function_decl))
		body_refuse(&b, REMT_IR_REFUSED_NESTED);
	if (has_own_arithmetic(current_function_decl))
		body_refuse(&b, REMT_IR_REFUSED_OTHER);
	for (tree t = DECL_ARGUMENTS(current_function_decl); t; t = DECL_CHAIN(t))
		body_local(&b, t);
	flow_write(&b);
	write_head(&b, &row);
	if (b.refusal != REMT_IR_REFUSED_NONE) {
		row.number(expand_location(b.refused_at).line);
	} else {
		points p;

		points_find(&p, &b);
		variables_write(&b, &p, &row);
		points_restore(&p);
		row.append(b.blocks);
	}
	functions.nested(row);
	nr_functions++;
}

/* Adds what other units may mention, though no function here does, and the literals. */
static void add_variables(void)
{
	varpool_node *node;

	FOR_EACH_DEFINED_VARIABLE(node)
	if ((TREE_PUBLIC(node->decl) && !DECL_ARTIFICIAL(node->decl)) ||
	    string_literal_is(node->decl))
		entity_symbol(node->decl);
}

void ir_emit(unsigned long long uid)
{
	struct remt_ir_header header = {};
	stream rest, whole;

	add_variables();
	entities_write(&rest);
	rest.number(nr_functions);
	rest.append(functions);
	memcpy(header.magic, REMT_IR_MAGIC, sizeof(header.magic));
	header.version = REMT_IR_VERSION;
	header.header_size = sizeof(header);
	header.size = sizeof(header) + rest.length();
	header.uid = uid;
	header.hash = rest.hash();
	whole.add((const char *)&header, sizeof(header));
	whole.append(rest);
	section_emit(REMT_IR_SECTION, whole.bytes);
	addresses_keep(uid, entity_symbols());
	entities_forget();
	functions.bytes.truncate(0);
	nr_functions = 0;
}
