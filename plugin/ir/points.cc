/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/ir/points.h"
#include "plugin/base/compat.h"
#include "plugin/ir/entity.h"

static void keep_name(points *p, tree name)
{
	if (!POINTER_TYPE_P(TREE_TYPE(name)))
		return;
	if (!SSA_NAME_PTR_INFO(name)) {
		p->bare_names.safe_push(name);
		return;
	}
	p->names.safe_push(name);
	p->name_sets.safe_push(SSA_NAME_PTR_INFO(name)->pt);
}

static void keep_calls(points *p, basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gcall *call = dyn_cast<gcall *>(gsi_stmt(i));

		if (!call)
			continue;
		p->has_pure_call |= gimple_call_flags(call) & (ECF_PURE | ECF_CONST) &&
				    gimple_call_num_args(call);
		p->calls.safe_push(call);
		p->call_sets.safe_push(*gimple_call_use_set(call));
		p->call_sets.safe_push(*gimple_call_clobber_set(call));
	}
}

static void add_variable(points *p, tree decl)
{
	p->variables.put(DECL_UID(decl), decl);
}

void points_find(points *p, const body *b)
{
	basic_block bb;
	unsigned i;
	tree name, decl;

	FOR_EACH_SSA_NAME(i, name, cfun)
	keep_name(p, name);
	p->has_pure_call = false;
	FOR_EACH_BB_FN(bb, cfun)
		keep_calls(p, bb);
	p->escaped = cfun->gimple_df->escaped;
	p->escaped_return = *compat_escaped_return();
	for (tree local : b->locals)
		add_variable(p, local);
	FOR_EACH_LOCAL_DECL(cfun, i, decl)
		add_variable(p, decl);
	for (tree symbol : entity_symbols())
		add_variable(p, symbol);
	p->has_all_variables = false;
	p->renames_names = cfun->gimple_df->ssa_renaming_needed;
	p->renames_memory = cfun->gimple_df->rename_vops;
	cfun->gimple_df->ssa_renaming_needed = 0;
	cfun->gimple_df->rename_vops = 0;
	compute_may_aliases();
}

bool points_escapes(const points *p, tree decl)
{
	const pt_solution *set = &cfun->gimple_df->escaped;

	return (p->has_pure_call && TREE_ADDRESSABLE(decl)) || set->anything ||
	       (set->vars && bitmap_bit_p(set->vars, DECL_PT_UID(decl)));
}

/* Returns the variable or function of UID; NULL: an object that has no name, such as heap memory. */
static tree variable_of(points *p, unsigned uid)
{
	tree *known = p->variables.get(uid);
	symtab_node *node;

	if (known)
		return *known;
	if (p->has_all_variables)
		return NULL_TREE;
	FOR_EACH_SYMBOL(node)
		add_variable(p, node->decl);
	p->has_all_variables = true;
	known = p->variables.get(uid);
	return known ? *known : NULL_TREE;
}

static bool lives_always(tree decl)
{
	return TREE_CODE(decl) == FUNCTION_DECL || TREE_CODE(decl) == LABEL_DECL ||
	       is_global_var(decl);
}

static void write_object(points *p, body *b, stream *out, unsigned uid)
{
	tree decl = variable_of(p, uid);
	unsigned number = p->unnamed.elements();
	bool is_known;

	if (!decl) {
		unsigned &known = p->unnamed.get_or_insert(uid, &is_known);

		if (!is_known)
			known = number;
		out->number(known * 4 + REMT_IR_POINTED_UNNAMED);
	} else if (lives_always(decl)) {
		out->number(entity_symbol(decl) * 4 + REMT_IR_POINTED_SYMBOL);
	} else {
		out->number(body_local(b, decl) * 4 + REMT_IR_POINTED_LOCAL);
	}
}

void points_write(points *p, body *b, stream *out, tree name)
{
	ptr_info_def *info =
		name && POINTER_TYPE_P(TREE_TYPE(name)) ? SSA_NAME_PTR_INFO(name) : NULL;
	stream objects;
	unsigned nr = 0, uid;
	bitmap_iterator i;

	/* What restrict promises holds for right programs alone; mutants need not be. */
	if (!info || info->pt.anything || info->pt.vars_contains_restrict) {
		out->number(0);
		return;
	}
	if (info->pt.vars) {
		EXECUTE_IF_SET_IN_BITMAP(info->pt.vars, 0, uid, i)
		{
			write_object(p, b, &objects, uid);
			nr++;
		}
	}
	out->number(REMT_IR_POINTED_KNOWN |
		    (info->pt.nonlocal || info->pt.ipa_escaped ? REMT_IR_POINTED_OUTSIDE : 0) |
		    (info->pt.escaped || info->pt.ipa_escaped ? REMT_IR_POINTED_ESCAPED : 0));
	out->number(nr);
	out->append(objects);
}

void points_restore(points *p)
{
	for (tree name : p->bare_names)
		SSA_NAME_PTR_INFO(name) = NULL;
	for (unsigned i = 0; i < p->names.length(); i++)
		SSA_NAME_PTR_INFO(p->names[i])->pt = p->name_sets[i];
	for (unsigned i = 0; i < p->calls.length(); i++) {
		*gimple_call_use_set(p->calls[i]) = p->call_sets[2 * i];
		*gimple_call_clobber_set(p->calls[i]) = p->call_sets[2 * i + 1];
	}
	cfun->gimple_df->ssa_renaming_needed = p->renames_names;
	cfun->gimple_df->rename_vops = p->renames_memory;
	cfun->gimple_df->escaped = p->escaped;
	*compat_escaped_return() = p->escaped_return;
}
