/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plugin for tests and benchmarks: each block of a function, and each edge between two of its blocks, has a
 * counter. Counters are planted as soon as functions are in SSA form, before remt writes what functions do: compiled
 * code and the evaluator both count, and count the same if they go the same ways.
 *
 * "edge_counts.FUNCTION" is a variable of numbers of 64 bits: how many blocks there are; of each, how many statements it
 * has without those that count; the counters of blocks; those of edges.
 */
#include "plugin/base/first.h"

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

namespace
{
const pass_data count_data = {
	GIMPLE_PASS, "count_edges",   OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0,
	0,	     TODO_update_ssa,
};

tree counter_type(void)
{
	return long_long_unsigned_type_node;
}

/* Makes a variable of the unit that stays in it: NR numbers that begin with VALUES. */
tree make_numbers(unsigned nr, vec<constructor_elt, va_gc> *values)
{
	const char *function = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(current_function_decl));
	char *name = concat("edge_counts.", function + (*function == '*'), NULL);
	tree type = build_array_type_nelts(counter_type(), nr);
	tree var = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), type);

	TREE_STATIC(var) = 1;
	DECL_ARTIFICIAL(var) = 1;
	DECL_IGNORED_P(var) = 1;
	TREE_ADDRESSABLE(var) = 1;
	TREE_USED(var) = 1;
	DECL_PRESERVE_P(var) = 1;
	DECL_INITIAL(var) = build_constructor(type, values);
	DECL_ATTRIBUTES(var) = tree_cons(get_identifier("used"), NULL_TREE, NULL_TREE);
	SET_DECL_ASSEMBLER_NAME(var, get_identifier(name));
	varpool_node::finalize_decl(var);
	free(name);
	return var;
}

tree element(tree array, unsigned index)
{
	return build4(ARRAY_REF, counter_type(), array, build_int_cst(integer_type_node, index),
		      NULL_TREE, NULL_TREE);
}

/* Returns statements that add one to a counter. */
gimple_seq count(tree counters, unsigned index)
{
	tree before = make_ssa_name(counter_type()), after = make_ssa_name(counter_type());
	gimple_seq seq = NULL;

	gimple_seq_add_stmt(&seq, gimple_build_assign(before, element(counters, index)));
	gimple_seq_add_stmt(&seq, gimple_build_assign(after, PLUS_EXPR, before,
						      build_int_cst(counter_type(), 1)));
	gimple_seq_add_stmt(&seq, gimple_build_assign(element(counters, index), after));
	return seq;
}

/* The number of statements that do something. */
unsigned weight(basic_block bb)
{
	unsigned nr = 0;

	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);

		nr += !is_gimple_debug(stmt) && gimple_code(stmt) != GIMPLE_LABEL &&
		      gimple_code(stmt) != GIMPLE_PREDICT && gimple_code(stmt) != GIMPLE_NOP;
	}
	return nr;
}

/* longjmp() comes to blocks of calls like setjmp(), where nothing can be put. */
bool is_returned_to(basic_block bb)
{
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE(e, ei, bb->preds)
		if (e->flags & EDGE_ABNORMAL)
			return true;
	gimple *first = first_stmt(bb);
	return first && gimple_call_internal_p(first, IFN_ABNORMAL_DISPATCHER);
}

bool is_counted(edge e)
{
	return !(e->flags & (EDGE_ABNORMAL | EDGE_EH | EDGE_FAKE)) &&
	       e->dest != EXIT_BLOCK_PTR_FOR_FN(cfun);
}

class count_pass : public gimple_opt_pass
{
      public:
	count_pass() : gimple_opt_pass(count_data, g)
	{
	}

	unsigned int execute(function *fun) final override
	{
		auto_vec<edge> edges;
		auto_vec<basic_block> blocks;
		basic_block bb;
		edge e;
		edge_iterator ei;

		FOR_EACH_BB_FN(bb, fun) {
			blocks.safe_push(bb);
			FOR_EACH_EDGE(e, ei, bb->succs)
				if (is_counted(e))
					edges.safe_push(e);
		}
		plant(blocks, edges);
		return 0;
	}

      private:
	static void plant(const vec<basic_block> &blocks, const vec<edge> &edges)
	{
		unsigned nr = blocks.length(), first = nr + 1;
		vec<constructor_elt, va_gc> *values = NULL;
		tree numbers;

		CONSTRUCTOR_APPEND_ELT(values, size_int(0), build_int_cst(counter_type(), nr));
		for (unsigned i = 0; i < nr; i++)
			CONSTRUCTOR_APPEND_ELT(values, size_int(i + 1),
					       build_int_cst(counter_type(), weight(blocks[i])));
		numbers = make_numbers(first + nr + edges.length(), values);
		for (unsigned i = 0; i < edges.length(); i++)
			gsi_insert_seq_on_edge(edges[i], count(numbers, first + nr + i));
		for (unsigned i = 0; i < nr; i++) {
			gimple_stmt_iterator at = gsi_after_labels(blocks[i]);

			if (!is_returned_to(blocks[i]))
				gsi_insert_seq_before(&at, count(numbers, first + i),
						      GSI_SAME_STMT);
		}
		gsi_commit_edge_inserts();
	}
};
} /* namespace */

int __attribute__((visibility("default")))
plugin_init(struct plugin_name_args *info, struct plugin_gcc_version *version)
{
	struct register_pass_info pass = { new count_pass, "ssa", 1, PASS_POS_INSERT_AFTER };

	if (!plugin_default_version_check(version, &gcc_version))
		return 1;
	register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
	return 0;
}
