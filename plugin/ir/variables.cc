/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/ir/variables.h"
#include "plugin/ir/entity.h"

static unsigned flags_of(const points *p, tree decl)
{
	return (TREE_CODE(decl) == PARM_DECL ? REMT_IR_PARAMETER : 0) |
	       (TREE_CODE(decl) == RESULT_DECL ? REMT_IR_RESULT : 0) |
	       (is_gimple_reg(decl) ? 0 : REMT_IR_MEMORY) |
	       (points_escapes(p, decl) ? REMT_IR_ESCAPES : 0) |
	       (DECL_ARTIFICIAL(decl) ? REMT_IR_MADE : 0);
}

/* Returns the position of the parameter whose first value NAME is, from 1 on; 0: it is none. */
static unsigned parameter_of(tree name)
{
	unsigned position = 1;

	if (!name || !SSA_NAME_IS_DEFAULT_DEF(name))
		return 0;
	for (tree t = DECL_ARGUMENTS(current_function_decl); t; t = DECL_CHAIN(t), position++)
		if (t == SSA_NAME_VAR(name))
			return position;
	return 0;
}

void variables_write(body *b, points *p, stream *out)
{
	stream values;

	for (unsigned i = 0; i < b->value_types.length(); i++) {
		tree name = b->value_names[i], variable = name ? SSA_NAME_VAR(name) : NULL_TREE;

		values.number(entity_type(b->value_types[i]));
		values.number(variable && DECL_NAME(variable) ? body_local(b, variable) + 1 : 0);
		values.number(parameter_of(name));
		points_write(p, b, &values, name);
	}
	out->number(b->locals.length());
	for (tree decl : b->locals) {
		const char *name = DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";

		out->number(entity_text(name));
		out->number(entity_type(TREE_TYPE(decl)));
		out->number(flags_of(p, decl));
		out->number(MAX(0, DECL_SOURCE_LINE(decl)));
		out->number(MAX(1, DECL_ALIGN_UNIT(decl)));
	}
	out->number(b->value_types.length());
	out->append(values);
}
