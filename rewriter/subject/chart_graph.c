/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the nodes and edges of each function: the entry, the exit, and its blocks, cut behind each
 * call. A function whose ways are not all known gets one node in place of the blocks. The result is
 * the graph that graph/match.c compares (Definition 2.2 of "Regression Mutation Testing").
 */
#include "rewriter/subject/chart_state.h"

#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "rewriter/flow/body.h"
#include "rewriter/flow/target.h"

enum { ENTRY, EXIT, FIRST /* the first node of a block */ };

/* A function while its nodes are made. */
struct plot {
	struct chart *chart;
	struct table_builder *table;
	uint32_t function;
	const struct flow *flow;
	const struct fingerprint *fingerprint;
	struct body body;
	VEC(uint32_t) heads; /* by block: its first node */
};

static uint32_t add_symbol(struct chart *chart, const char *name, unsigned flags, uint64_t hash)
{
	struct table_builder *table = &chart->builder->table;

	vec_push(&table->symbols,
		 ((struct remt_symbol){ .name_str = table_builder_string(table, name),
					.flags = flags,
					.hash = hash,
					.neutral_hash = hash }));
	return (uint32_t)table->symbols.count - 1;
}

/*
 * True if the function has no site at its entry. The loader may call it, or a pointer may lead
 * there: neither its callers nor whether it was executed are known.
 */
static bool is_in_the_dark(const struct chart *chart, uint32_t function)
{
	const struct flow *flow = &chart->model.flows.items[function];

	return !flow->blocks.count ||
	       chart_find_site(chart, flow->blocks.items[0].address) == CHART_NONE;
}

static void add_function(struct chart *chart, uint32_t number)
{
	struct subject_builder *builder = chart->builder;
	const struct binary *binary = builder->binary;
	const struct binary_function *function = &binary->functions.items[number];
	struct table_builder *table = &builder->table;
	uint32_t index = (uint32_t)table->functions.count;
	uint32_t name = table_builder_string(table, function->name);
	struct remt_function row = {
		.name_str = name, .asm_name_str = name, .number = index, .symbol = index
	};
	struct line line;

	if (lines_find(builder->lines, binary_section(binary, number), function->address, &line)) {
		row.file = subject_builder_source(builder, line.file);
		row.line = row.end_line = line.number;
	}
	builder->functions[number] = chart->symbols[number] = index;
	vec_push(&table->functions, row);
	add_symbol(chart, chart->names[number],
		   REMT_SYMBOL_FUNCTION | REMT_SYMBOL_DEFINED |
			   (is_in_the_dark(chart, number) ? REMT_SYMBOL_CONSTRUCTOR : 0),
		   0);
}

void chart_add_functions(struct chart *chart)
{
	for (uint32_t f = 0; f < chart->model.flows.count; f++) {
		chart->symbols[f] = CHART_NONE;
		if (!chart->model.fingerprints.items[f].is_stub)
			add_function(chart, f);
	}
	chart->variables =
		add_symbol(chart, "variables", REMT_SYMBOL_DEFINED, chart_hash_data(chart, false));
	chart->constants =
		add_symbol(chart, "constants", REMT_SYMBOL_DEFINED, chart_hash_data(chart, true));
}

static uint32_t import_symbol(struct chart *chart, const char *name)
{
	uint32_t symbol = slots_find(&chart->imports, hash_string(name));

	if (symbol != SLOTS_NONE)
		return symbol;
	symbol = add_symbol(chart, name, REMT_SYMBOL_FUNCTION, 0);
	slots_add(&chart->imports, hash_string(name), symbol);
	return symbol;
}

static void add_edge(struct plot *plot, uint32_t target, unsigned flags, uint64_t label)
{
	vec_push(&plot->table->edges, ((struct remt_edge){ target, flags, label }));
}

static void add_mark(struct plot *plot, uint32_t site, uint32_t block, uint32_t statement)
{
	if (site != CHART_NONE)
		vec_push(&plot->table->marks,
			 ((struct remt_mark){ site, block, statement, .alternatives = 1 }));
}

static uint32_t head_of(const struct plot *plot, uint32_t block)
{
	return chart_find_site(plot->chart, plot->flow->blocks.items[block].address);
}

/*
 * Returns the symbol of the function that instruction AT calls, or jumps to at the end of the
 * function; UINT32_MAX: not known. *RET: it calls or leaves.
 */
static uint32_t find_callee(struct plot *plot, uint32_t at, bool *ret)
{
	const struct instruction *instruction = &plot->body.instructions.items[at];
	uint32_t function = plot->fingerprint->features.items[at].function;
	const char *import = target_import(plot->chart->model.binary, plot->chart->model.machine,
					   plot->function, instruction);

	*ret = instruction->is_call ||
	       (instruction->is_jump &&
		(import || (function != UINT32_MAX && function != plot->function)));
	if (import)
		return import_symbol(plot->chart, import);
	return function == UINT32_MAX ? UINT32_MAX : plot->chart->symbols[function];
}

static void add_reference(struct plot *plot, struct remt_block *node, uint32_t symbol)
{
	vec_push(&plot->table->references, symbol);
	node->nr_references++;
}

/* Adds what instructions FIRST to LAST mention, except a function that the last one goes to. */
static void add_references(struct plot *plot, struct remt_block *node, uint32_t first,
			   uint32_t last, bool is_call)
{
	unsigned data = 0;

	node->first_reference = (uint32_t)plot->table->references.count;
	for (uint32_t i = first; i <= last; i++) {
		const struct feature *feature = &plot->fingerprint->features.items[i];

		data |= feature->data;
		if (feature->function != UINT32_MAX && !(is_call && i == last) &&
		    plot->chart->symbols[feature->function] != CHART_NONE)
			add_reference(plot, node, plot->chart->symbols[feature->function]);
	}
	if (data & FEATURE_VARIABLES)
		add_reference(plot, node, plot->chart->variables);
	if (data & FEATURE_CONSTANTS)
		add_reference(plot, node, plot->chart->constants);
}

static void fill_node(struct plot *plot, struct remt_block *node, uint32_t first, uint32_t last)
{
	struct hash *hash = hash_create();
	bool is_call;
	uint32_t callee = find_callee(plot, last, &is_call);

	for (uint32_t i = first; i <= last; i++)
		hash_add_u64(hash, plot->fingerprint->features.items[i].text);
	node->hash = node->neutral_hash = hash_take(hash);
	node->first_call = (uint32_t)plot->table->calls.count;
	node->nr_calls = is_call;
	if (is_call)
		vec_push(&plot->table->calls, ((struct remt_call){ .callee = callee }));
	add_references(plot, node, first, last, is_call);
	node->first_edge = (uint32_t)plot->table->edges.count;
}

static uint32_t node_of_edge(const struct plot *plot, uint32_t edge)
{
	uint32_t target = plot->flow->edges.items[edge];

	return target == FLOW_OUTSIDE ? EXIT : plot->heads.items[target];
}

/* Adds the edges out of a block, from its last node. */
static void leave_block(struct plot *plot, const struct block *block)
{
	const struct instruction *last =
		&plot->body.instructions.items[block->first + block->count - 1];

	for (uint32_t e = 0; e < block->nr_edges; e++) {
		uint32_t target = node_of_edge(plot, block->first_edge + e);

		if (last->is_conditional_jump)
			add_edge(plot, target, e ? REMT_EDGE_FALSE : REMT_EDGE_TRUE, 0);
		else if (block->nr_edges > 1)
			add_edge(plot, target, REMT_EDGE_SWITCH, e);
		else
			add_edge(plot, target, REMT_EDGE_FALLTHRU, 0);
	}
	if (!block->nr_edges && (last->is_return || last->is_jump))
		add_edge(plot, EXIT, REMT_EDGE_FALLTHRU, 0);
}

static void add_node(struct plot *plot, uint32_t which, uint32_t first, uint32_t last)
{
	const struct block *block = &plot->flow->blocks.items[which];
	uint32_t number = (uint32_t)plot->table->blocks.count, own = number;
	uint32_t jump = chart_find_site(plot->chart, block->last);
	struct remt_block node = { 0 };
	struct line line;

	own -= plot->table->functions.items[plot->chart->symbols[plot->function]].first_block;
	fill_node(plot, &node, first, last);
	if (lines_find(plot->chart->builder->lines,
		       binary_section(plot->chart->model.binary, plot->function),
		       plot->body.instructions.items[first].address, &line))
		node.line = node.end_line = line.number;
	if (first == block->first) {
		add_mark(plot, head_of(plot, which), number, 0);
		if (head_of(plot, which) != CHART_NONE)
			plot->chart->sites.items[head_of(plot, which)].node = number;
	}
	if (last == block->first + block->count - 1) {
		leave_block(plot, block);
		if (jump != CHART_NONE && plot->chart->sites.items[jump].negated) {
			add_mark(plot, jump, number, 1);
			plot->chart->sites.items[jump].node = number;
		}
	} else {
		add_edge(plot, own + 1, REMT_EDGE_FALLTHRU, 0);
	}
	node.nr_edges = (uint32_t)plot->table->edges.count - node.first_edge;
	vec_push(&plot->table->blocks, node);
}

/* True if the block is cut behind instruction AT, which is not its last one. */
static bool is_cut(const struct plot *plot, uint32_t at)
{
	return plot->body.instructions.items[at].is_call;
}

static void number_nodes(struct plot *plot)
{
	uint32_t next = FIRST;

	plot->heads.count = 0;
	for (size_t b = 0; b < plot->flow->blocks.count; b++) {
		const struct block *block = &plot->flow->blocks.items[b];

		vec_push(&plot->heads, next++);
		for (uint32_t i = block->first; i + 1 < block->first + block->count; i++)
			next += is_cut(plot, i);
	}
}

static void add_blocks(struct plot *plot)
{
	for (uint32_t b = 0; b < plot->flow->blocks.count; b++) {
		const struct block *block = &plot->flow->blocks.items[b];
		uint32_t first = block->first, last = block->first + block->count - 1;

		for (uint32_t i = first; i <= last; i++) {
			if (i < last && !is_cut(plot, i))
				continue;
			add_node(plot, b, first, i);
			first = i + 1;
		}
	}
}

/*
 * Adds entry and exit. The entry leads to all blocks that are entered: the first one, and those
 * where exceptions are caught.
 */
static void add_ends(struct plot *plot)
{
	struct remt_block entry = { .first_edge = (uint32_t)plot->table->edges.count };
	uint32_t number = (uint32_t)plot->table->blocks.count;

	add_edge(plot, FIRST, REMT_EDGE_FALLTHRU, 0);
	if (plot->flow->blocks.count)
		add_mark(plot, head_of(plot, 0), number, 0);
	for (uint32_t b = 1, nr_edges = 1; b < plot->heads.count; b++) {
		if (!plot->flow->blocks.items[b].is_entered)
			continue;
		add_edge(plot, plot->heads.items[b], REMT_EDGE_EXCEPTION, nr_edges);
		add_mark(plot, head_of(plot, b), number, nr_edges++);
	}
	entry.nr_edges = (uint32_t)plot->table->edges.count - entry.first_edge;
	vec_push(&plot->table->blocks, entry);
	entry = (struct remt_block){ .hash = 1,
				     .neutral_hash = 1,
				     .first_edge = (uint32_t)plot->table->edges.count };
	vec_push(&plot->table->blocks, entry);
}

/* Adds one node for the whole function. It counts as executed if any block was. */
static void add_whole(struct plot *plot)
{
	uint32_t number = (uint32_t)plot->table->blocks.count;
	struct remt_block node = { .hash = plot->fingerprint->alone,
				   .neutral_hash = plot->fingerprint->alone };

	if (plot->fingerprint->features.count)
		add_references(plot, &node, 0, (uint32_t)plot->fingerprint->features.count - 1,
			       false);
	for (uint32_t b = 0; b < plot->flow->blocks.count; b++)
		add_mark(plot, head_of(plot, b), number, b);
	node.first_edge = (uint32_t)plot->table->edges.count;
	node.nr_edges = 1;
	add_edge(plot, EXIT, REMT_EDGE_FALLTHRU, 0);
	vec_push(&plot->table->blocks, node);
}

static void add_nodes(struct plot *plot)
{
	const struct chart *chart = plot->chart;
	struct remt_function *row = &plot->table->functions.items[chart->symbols[plot->function]];

	row->first_block = (uint32_t)plot->table->blocks.count;
	plot->flow = &chart->model.flows.items[plot->function];
	plot->fingerprint = &chart->model.fingerprints.items[plot->function];
	plot->heads.count = 0;
	if (chart_is_sound(chart, plot->function) &&
	    body_decode(&plot->body, chart->model.binary,
			&chart->model.binary->functions.items[plot->function],
			chart->model.machine)) {
		number_nodes(plot);
		add_ends(plot);
		add_blocks(plot);
	} else {
		add_ends(plot);
		add_whole(plot);
	}
	row->nr_blocks = (uint32_t)plot->table->blocks.count - row->first_block;
}

void chart_add_graph(struct chart *chart)
{
	struct plot plot = { .chart = chart, .table = &chart->builder->table };

	for (; plot.function < chart->model.flows.count; plot.function++) {
		if (chart->symbols[plot.function] != CHART_NONE)
			add_nodes(&plot);
	}
	body_deinit(&plot.body);
	vec_deinit(&plot.heads);
}
