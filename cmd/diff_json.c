/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of `remt diff` as one JSON object: functions with their dangerous edges, changed
 * symbols, units, and counts. The parts are written one after the other.
 */
#include <stdio.h>

#include "cmd/diff_view.h"
#include "common/cleanup.h"
#include "common/print.h"
#include "report/emit.h"

static const char *const changes[] = {
	[FUNCTION_SAME] = "same",
	[FUNCTION_CHANGED] = "changed",
	[FUNCTION_REMOVED] = "removed",
	[FUNCTION_ADDED] = "added",
};

/* Returns where a function is in one version; null: nowhere. */
static json_t *place(const struct version *version, uint32_t function)
{
	if (function == PROGRAM_NONE)
		return json_null();
	const struct remt_function *row = program_function(version->program, function);
	_cleanup_free_ char *path = version_path(
		version, program_unit_of_function(version->program, function)->table, row->file);

	return json_pack("{so sI sI}", "file", emit_string(path), "line", (json_int_t)row->line,
			 "end_line", (json_int_t)row->end_line);
}

/* ARG is the array of edges. */
static void add_edge(void *arg, const struct remt_block *blocks, uint32_t from,
		     const struct remt_edge *edge)
{
	json_array_append_new(arg, json_pack("{sI sI sI sI ss}", "from", (json_int_t)from, "line",
					     (json_int_t)blocks[from].line, "to",
					     (json_int_t)edge->target, "to_line",
					     (json_int_t)blocks[edge->target].line, "kind",
					     diff_edge_kind(edge)));
}

static json_t *edges(const struct diff_view *view, uint32_t function)
{
	json_t *array = json_array();

	diff_each_edge(view, function, add_edge, array);
	return array;
}

static json_t *function(const struct diff_view *view, uint32_t old, uint32_t new)
{
	const struct difference *difference = &view->difference;
	bool is_old = old != PROGRAM_NONE;
	enum function_change change =
		is_old ? difference_of_old(difference, old) : difference_of_new(difference, new);

	return json_pack("{so ss sb so so so}", "name",
			 emit_string(is_old ? program_function_name(view->old.program, old)
					    : program_function_name(view->new.program, new)),
			 "change", changes[change], "moved",
			 (int)(is_old && difference_has_moved(difference, old)), "old",
			 place(&view->old, old), "new", place(&view->new, new), "dangerous_edges",
			 is_old ? edges(view, old) : json_array());
}

static json_t *symbol(const struct program *old, uint32_t s)
{
	return json_pack(
		"{so so sb}", "name", emit_string(names_text(old->names, old->symbol_name[s])),
		"source",
		emit_string(names_text(old->names, old->units.items[old->symbol_unit[s]].source)),
		"function", (int)(program_symbol(old, s)->flags & REMT_SYMBOL_FUNCTION));
}

static void put(struct emit *emit, bool *is_first, json_t *value)
{
	print_to(emit->out, *is_first ? "\n" : ",\n");
	*is_first = false;
	emit_take(emit, value);
}

static void put_functions(const struct diff_view *view, struct emit *emit)
{
	const struct pairs *pairs = &view->difference.pairs;
	bool is_first = true;

	fputs("\"functions\":[", emit->out);
	for (uint32_t f = 0; f < view->old.program->nr_functions; f++)
		put(emit, &is_first, function(view, f, pairs->new_function[f]));
	for (uint32_t f = 0; f < view->new.program->nr_functions; f++) {
		if (pairs->old_function[f] == PROGRAM_NONE)
			put(emit, &is_first, function(view, PROGRAM_NONE, f));
	}
	fputs("\n],\n", emit->out);
}

static void put_symbols(const struct diff_view *view, struct emit *emit)
{
	const struct program *old = view->old.program;
	bool is_first = true;

	fputs("\"changed_symbols\":[", emit->out);
	for (uint32_t s = 0; s < old->nr_symbols; s++) {
		if (view->difference.pairs.symbol_is_changed[s] &&
		    program_symbol(old, s)->flags & REMT_SYMBOL_DEFINED)
			put(emit, &is_first, symbol(old, s));
	}
	fputs("\n],\n", emit->out);
}

static void put_units(const struct diff_view *view, struct emit *emit)
{
	const struct program *old = view->old.program;
	bool is_first = true;

	fputs("\"units_not_compared\":[", emit->out);
	for (uint32_t u = 0; u < old->units.count; u++) {
		const char *refusal = diff_unit_refusal(view, u);

		if (refusal)
			put(emit, &is_first,
			    json_pack(
				    "{so ss}", "source",
				    emit_string(names_text(old->names, old->units.items[u].source)),
				    "reason", refusal));
	}
	fputs("\n],\n", emit->out);
}

void diff_print_json(const struct diff_view *view)
{
	struct emit emit = { .out = stdout };
	struct diff_counts counts;

	diff_count(view, &counts);
	putchar('{');
	put_functions(view, &emit);
	put_symbols(view, &emit);
	put_units(view, &emit);
	print("\"counts\":");
	emit_take(&emit, json_pack("{sI sI sI sI sI sI sI sI}", "same", (json_int_t)counts.same,
				   "changed", (json_int_t)counts.changed, "added",
				   (json_int_t)counts.added, "removed", (json_int_t)counts.removed,
				   "moved", (json_int_t)counts.moved, "dangerous_edges",
				   (json_int_t)counts.edges, "mutants", (json_int_t)counts.mutants,
				   "mapped_mutants", (json_int_t)counts.mapped));
	print("}\n");
}
