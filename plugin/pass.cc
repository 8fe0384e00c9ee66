/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pass "remt" runs once per unit, right after GCC has built SSA form. It counts the marks that
 * are still there, writes the site table, clones the functions with marks and lowers the marks.
 */
#include "plugin/pass.h"
#include "plugin/base/options.h"
#include "plugin/base/quiet.h"
#include "plugin/base/reach.h"
#include "plugin/check/check.h"
#include "plugin/describe/canonical_type.h"
#include "plugin/describe/graph.h"
#include "plugin/describe/symbols.h"
#include "plugin/describe/table.h"
#include "plugin/ir/ir.h"
#include "plugin/lower/body.h"
#include "plugin/lower/clone.h"
#include "plugin/lower/copy.h"
#include "plugin/lower/decision.h"
#include "plugin/lower/deletion.h"
#include "plugin/lower/helper.h"
#include "plugin/lower/inline.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/unit.h"
#include "plugin/mark/mark.h"

/* A function that holds marks. */
struct planted {
	cgraph_node *node;
	unsigned number; /* index of the function's byte in remt_unit.function_on */
	bool has_clone;
	bool is_noted;
};

static bool has_body(cgraph_node *node)
{
	return node->has_gimple_body_p() && !node->alias && !node->thunk && !node->inlined_to &&
	       gimple_has_body_p(node->decl);
}

static site *site_of(gimple *stmt)
{
	return &site_all()[mark_all()[marker_number(stmt)].site];
}

/*
 * Numbers the sites whose first mark is in this function, and tells the graph in which node each
 * mark is.
 */
static void number_sites(const vec<gimple *> &stmts, unsigned function)
{
	for (gimple *stmt : stmts) {
		site *s = site_of(stmt);

		if (s->is_dropped)
			continue;
		graph_place place = graph_place_of(stmt);

		if (s->number < 0) {
			s->block = place.block;
			table_add_site(s, function);
		}
		if (place.block != UINT32_MAX)
			graph_add_mark(place, s->number, mark_all()[marker_number(stmt)]);
	}
}

/* Makes the helpers that the switches of NODE will call. */
static void prepare_helpers(cgraph_node *node)
{
	auto_vec<gimple *> stmts;

	push_cfun(DECL_STRUCT_FUNCTION(node->decl));
	marks_collect(&stmts);
	pop_cfun();
	for (gimple *stmt : stmts)
		helper_prepare(stmt, node->decl);
}

/*
 * True if a site of this function was numbered in another one: its function flag leads to that
 * one's clone, not to ours.
 */
static bool holds_sites_of_others(const vec<gimple *> &stmts)
{
	for (gimple *stmt : stmts)
		if (!site_of(stmt)->is_dropped && site_of(stmt)->number >= 0)
			return true;
	return false;
}

static unsigned flags_of(const planted &p)
{
	return (p.has_clone ? REMT_FUNCTION_CLONED : REMT_FUNCTION_INLINE) |
	       (p.is_noted ? REMT_FUNCTION_NOTED : 0);
}

/*
 * Describes every function of the unit that can be executed, and adds it to BODIES. Returns those
 * that hold marks in RET. Functions that can't be executed lose their marks.
 */
static void describe(auto_vec<cgraph_node *> *bodies, auto_vec<planted> *ret)
{
	hash_set<symtab_node *> reached;
	cgraph_node *node;

	reach_find(&reached);
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node) {
		planted p = { node, ret->length(), false, false };
		auto_vec<gimple *> stmts;

		if (!has_body(node))
			continue;
		push_cfun(DECL_STRUCT_FUNCTION(node->decl));
		deletions_compare();
		if (!reached.contains(node)) {
			lower_plain();
			body_finish();
			pop_cfun();
			continue;
		}
		marks_collect(&stmts);
		if (!stmts.is_empty()) {
			decisions_find(clone_is_possible(node) && !holds_sites_of_others(stmts));
			stmts.truncate(0);
			marks_collect(&stmts);
		}
		p.has_clone = !stmts.is_empty() && !holds_sites_of_others(stmts) &&
			      clone_is_possible(node);
		p.is_noted = !stmts.is_empty() && (!p.has_clone || clone_is_noted(node));
		number_sites(stmts, table_add_function(p.number, flags_of(p)));
		if (options_ir())
			ir_add_function();
		if (!stmts.is_empty())
			ret->safe_push(p);
		bodies->safe_push(node);
		checks_find();
		pop_cfun();
	}
}

static void plant(const planted &p)
{
	cgraph_node *clone = p.has_clone ? clone_create(p.node) : NULL;

	quiet_function(clone ? clone->decl : p.node->decl);
	if (clone) {
		push_cfun(DECL_STRUCT_FUNCTION(clone->decl));
		lower_switched(true, p.node->decl);
		if (p.is_noted)
			clone_add_note(p.node, p.number);
		body_finish();
		pop_cfun();
	}
	push_cfun(DECL_STRUCT_FUNCTION(p.node->decl));
	if (clone) {
		lower_plain();
		clone_add_entry_test(clone, p.number);
	} else {
		lower_switched(false, p.node->decl);
		clone_add_note(NULL, p.number);
	}
	body_finish();
	pop_cfun();
}

static void report(unsigned nr_functions)
{
	unsigned nr_mutants = 0;

	for (const site &s : site_all())
		if (s.number >= 0 && !(s.alternatives[0].flags & REMT_MUTANT_LAYOUT))
			nr_mutants += s.alternatives.length();
	if (options_verbose())
		fprintf(stderr, "remt: %s: %u functions, %u sites, %u mutants\n",
			main_input_filename, nr_functions, table_nr_sites(), nr_mutants);
}

static void plant_checks(const vec<cgraph_node *> &bodies)
{
	for (cgraph_node *node : bodies) {
		push_cfun(DECL_STRUCT_FUNCTION(node->decl));
		if (checks_plant()) {
			quiet_function(node->decl);
			body_finish();
		}
		pop_cfun();
	}
}

static void plant_all(const vec<cgraph_node *> &bodies, const vec<planted> &functions)
{
	unsigned long long uid = table_emit();

	if (options_ir())
		ir_emit(uid);
	symbols_forget();
	canonical_types_forget();
	if (!functions.is_empty() || checks_any())
		unit_create(uid, functions.length(), table_nr_sites());
	if (checks_any())
		plant_checks(bodies); /* before cloning, so that the clones have the calls, too */
	for (cgraph_node *node : bodies)
		inline_definition_keep(node);
	for (const planted &p : functions)
		prepare_helpers(p.node);
	for (const planted &p : functions)
		plant(p);
}

/* Leaves the functions as they are, and makes copies of them, with and without mutants. */
static void copy_all(const vec<planted> &functions)
{
	for (const planted &p : functions)
		copies_count(p.node);
	for (const planted &p : functions)
		copies_make(p.node);
	for (const planted &p : functions) {
		push_cfun(DECL_STRUCT_FUNCTION(p.node->decl));
		lower_plain();
		body_finish();
		pop_cfun();
	}
}

static void plant_unit(void)
{
	auto_vec<planted> functions;
	auto_vec<cgraph_node *> bodies;
	cgraph_node *marker;

	describe(&bodies, &functions);
	if (options_copies())
		copy_all(functions);
	else /* Also for a unit with data alone: other units depend on its symbols. */
		plant_all(bodies, functions);
	marker = cgraph_node::get(marker_decl());
	if (marker)
		marker->remove();
	report(functions.length());
}

namespace
{
const pass_data plant_data = {
	SIMPLE_IPA_PASS, "remt", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0,
};

class plant_pass : public simple_ipa_opt_pass
{
      public:
	plant_pass() : simple_ipa_opt_pass(plant_data, g)
	{
	}

	unsigned int execute(function *) final override
	{
		if (!seen_error())
			plant_unit();
		return 0;
	}
};
} /* namespace */

void pass_register(const char *plugin_name)
{
	struct register_pass_info info = { new plant_pass, "build_ssa_passes", 1,
					   PASS_POS_INSERT_AFTER };

	register_callback(plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
