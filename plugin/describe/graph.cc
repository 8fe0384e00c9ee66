/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the site table's rows of nodes, edges and variables from a function in SSA form, before any
 * optimisation. The graph is the intra-procedural one of "Regression Mutation Testing", Definition
 * 2.3: node 0 is the only entry, node 1 the only exit. Exception edges and abnormal edges are edges
 * like others.
 */
#include "plugin/describe/graph.h"
#include "plugin/base/blocks.h"
#include "plugin/describe/canonical.h"
#include "plugin/describe/canonical_string.h"
#include "plugin/describe/canonical_type.h"
#include "plugin/describe/lines.h"
#include "plugin/describe/symbols.h"
#include "plugin/describe/table.h"
#include "plugin/lower/lower.h"

typedef hash_map<gimple *, graph_place> place_map;

/* A node in the making. */
struct node {
	basic_block bb; /* the last GCC block of the node */
	bool is_last;	/* true: the node ends bb, whose edges are the node's */
	gimple *call;	/* the node's last statement; NULL: the node does not end in a call */
	canonical text;
	unsigned line, end_line;
};

static graph_rows rows;
static place_map *places;
static vec<unsigned> node_of_block; /* by block index */

static void add_lines(node *n, location_t loc)
{
	expanded_location where = expand_location(loc);

	if (!where.line || loc <= BUILTINS_LOCATION)
		return;
	if (!n->line || (unsigned)where.line < n->line)
		n->line = where.line;
	if ((unsigned)where.line > n->end_line)
		n->end_line = where.line;
}

static node *start_node(auto_vec<node *> *nodes, basic_block bb)
{
	node *n = new node();

	n->bb = bb;
	nodes->safe_push(n);
	return n;
}

static node *add_statements(auto_vec<node *> *nodes, node *n, basic_block bb)
{
	n->bb = bb;
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);

		if (is_gimple_debug(stmt))
			continue;
		if (n->call)
			n = start_node(nodes, bb);
		add_lines(n, gimple_location(stmt));
		canonical_statement(&n->text, stmt);
		if (canonical_is_call(stmt))
			n->call = stmt;
	}
	return n;
}

/* Makes the nodes of the function: the entry, the exit, then those of each line. */
static void collect(auto_vec<node *> *nodes, lines *l)
{
	basic_block bb;

	start_node(nodes, ENTRY_BLOCK_PTR_FOR_FN(cfun))->is_last = true;
	start_node(nodes, EXIT_BLOCK_PTR_FOR_FN(cfun))->is_last = true;
	l->first[EXIT_BLOCK] = 1;
	FOR_EACH_BB_FN(bb, cfun) {
		if (!line_begins(l, bb))
			continue;
		node *n = start_node(nodes, bb);

		for (basic_block at = bb; at; at = line_next(l, at)) {
			unsigned first = nodes->length() - !n->call;

			n = add_statements(nodes, n, at);
			l->first[at->index] = MIN(first, nodes->length() - 1);
		}
		n->is_last = true;
	}
}

static void note_nodes(lines *l)
{
	basic_block bb;

	node_of_block.truncate(0);
	node_of_block.safe_grow_cleared(last_basic_block_for_fn(cfun));
	FOR_ALL_BB_FN(bb, cfun)
	node_of_block[bb->index] = l->first[line_target(l, bb)->index];
}

unsigned graph_node_of(basic_block bb)
{
	return node_of_block[bb->index];
}

static unsigned parameter_number(tree variable)
{
	unsigned n = 1;

	if (TREE_CODE(variable) != PARM_DECL)
		return 0;
	for (tree p = DECL_ARGUMENTS(current_function_decl); p; p = DECL_CHAIN(p), n++)
		if (p == variable)
			return n;
	return UINT32_MAX; /* a variable without a name, such as the static chain */
}

/*
 * Hash of the variable's type in the neutral text; the exact one is part of the texts that mention
 * the variable.
 */
static unsigned long long neutral_type(tree variable)
{
	text_pair t;

	canonical_string_type(&t, TREE_TYPE(variable), canonical_copied(variable));
	return t.hashes().neutral;
}

static remt_variable variable_row(tree variable)
{
	remt_variable row = {};
	unsigned HOST_WIDE_INT own_align = 0;

	if (DECL_P(variable)) {
		row.name_str = table_string(
			DECL_NAME(variable) ? IDENTIFIER_POINTER(DECL_NAME(variable)) : "");
		row.parameter = parameter_number(variable);
		own_align = DECL_USER_ALIGN(variable) ? DECL_ALIGN(variable) : 0;
	}
	row.type = neutral_type(variable) + own_align * 0x9e3779b97f4a7c15u;
	return row;
}

/*
 * Adds rows for the variables that more than one node mentions, in the order of first mention, and
 * for each node the variables that it mentions.
 */
static void add_variables(const vec<node *> &nodes, remt_function *row)
{
	hash_map<tree, unsigned> mentions, index;

	for (node *n : nodes)
		for (tree variable : n->text.variables)
			mentions.get_or_insert(variable)++;
	row->first_variable = rows.variables.length();
	for (unsigned i = 0; i < nodes.length(); i++) {
		remt_block *block = &rows.blocks[row->first_block + i];

		block->first_use = rows.uses.length();
		block->nr_uses = nodes[i]->text.variables.length();
		for (tree variable : nodes[i]->text.variables) {
			bool is_known;
			bool is_shared = DECL_P(variable) || *mentions.get(variable) > 1;

			if (!is_shared) {
				rows.uses.safe_push(UINT32_MAX);
				continue;
			}
			unsigned &number = index.get_or_insert(variable, &is_known);

			if (!is_known) {
				number = rows.variables.length() - row->first_variable;
				rows.variables.safe_push(variable_row(variable));
			}
			rows.uses.safe_push(number);
		}
	}
	row->nr_variables = rows.variables.length() - row->first_variable;
}

unsigned graph_add_references(const vec<tree> &symbols)
{
	unsigned first = rows.references.length();

	for (tree symbol : symbols)
		rows.references.safe_push(symbol_row(symbol));
	return first;
}

static void add_call(gimple *stmt)
{
	remt_call row = {};

	if (!is_gimple_call(stmt)) {
		row.callee = UINT32_MAX;
		rows.calls.safe_push(row);
		return;
	}
	tree callee = gimple_call_fndecl(stmt), fntype = gimple_call_fntype(stmt);

	row.callee = callee ? symbol_row(callee) : UINT32_MAX;
	row.signature = canonical_signature(fntype);
	if (gimple_call_noreturn_p(stmt))
		row.flags |= REMT_CALL_NORETURN;
	if (gimple_call_flags(stmt) & ECF_RETURNS_TWICE)
		row.flags |= REMT_CALL_RETURNS_TWICE;
	if (!prototype_p(fntype))
		row.flags |= REMT_CALL_UNPROTOTYPED;
	rows.calls.safe_push(row);
}

static void add_edge(unsigned target, unsigned flags, unsigned long long label)
{
	remt_edge row = { target, flags, label };

	rows.edges.safe_push(row);
}

static unsigned flags_of(edge e)
{
	gimple *last = block_last(e->src);
	unsigned flags = 0;

	if (e->flags & EDGE_TRUE_VALUE)
		flags |= REMT_EDGE_TRUE;
	if (e->flags & EDGE_FALSE_VALUE)
		flags |= REMT_EDGE_FALSE;
	if (e->flags & (EDGE_EH | EDGE_ABNORMAL))
		flags |= REMT_EDGE_EXCEPTION;
	if (e->flags & EDGE_FALLTHRU)
		flags |= REMT_EDGE_FALLTHRU;
	if (last && gimple_code(last) == GIMPLE_SWITCH)
		flags |= REMT_EDGE_SWITCH;
	return flags;
}

static void add_edges(const node *n, unsigned index, lines *l)
{
	auto_vec<unsigned long long> labels;
	edge e;
	edge_iterator i;

	if (!n->is_last) {
		add_edge(index + 1, REMT_EDGE_FALLTHRU, 0);
		return;
	}
	canonical_labels(n->bb, &labels);
	FOR_EACH_EDGE(e, i, n->bb->succs)
		add_edge(l->first[line_target(l, e->dest)->index], flags_of(e), labels[i.index]);
}

static void add_block(const node *n, unsigned index, lines *l)
{
	remt_block row = {};
	text_hashes hashes = n->text.t.hashes();

	row.hash = hashes.exact;
	row.neutral_hash = hashes.neutral;
	row.line = n->line;
	row.end_line = n->end_line;
	row.first_reference = graph_add_references(n->text.symbols);
	row.nr_references = n->text.symbols.length();
	row.first_edge = rows.edges.length();
	add_edges(n, index, l);
	row.nr_edges = rows.edges.length() - row.first_edge;
	row.first_call = rows.calls.length();
	if (n->call)
		add_call(n->call);
	row.nr_calls = rows.calls.length() - row.first_call;
	for (const canonical_mark &m : n->text.marks)
		places->put(m.stmt, { rows.blocks.length(), m.statement });
	rows.blocks.safe_push(row);
}

void graph_add_function(remt_function *row)
{
	auto_vec<node *> nodes;
	lines l;

	if (!places)
		places = new place_map;
	places->empty();
	lines_find(&l);
	canonical_copies_find();
	collect(&nodes, &l);
	note_nodes(&l);
	row->first_block = rows.blocks.length();
	row->nr_blocks = nodes.length();
	for (unsigned i = 0; i < nodes.length(); i++)
		add_block(nodes[i], i, &l);
	add_variables(nodes, row);
	canonical_copies_forget();
	for (node *n : nodes)
		delete n;
}

graph_place graph_place_of(gimple *stmt)
{
	graph_place *known = places->get(stmt);

	return known ? *known : graph_place{ UINT32_MAX, 0 };
}

/* Hash of how the mark computes its alternatives. */
static unsigned hash_alternatives(const mark &m)
{
	text t;

	t.add_number(m.form);
	t.add_number(m.infects);
	for (const realize &how : m.realizes) {
		t.add_number(how.kind);
		t.add(get_tree_code_name(how.code));
		t.add_number(how.delta);
		t.add_number(how.value);
		t.add_number(how.factor);
	}
	return t.hash();
}

void graph_add_mark(const graph_place &place, unsigned site, const mark &m)
{
	remt_mark row = { site, place.block, place.statement, hash_alternatives(m) };

	rows.marks.safe_push(row);
}

const graph_rows &graph_all(void)
{
	return rows;
}
