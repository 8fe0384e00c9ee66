/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes each record of a site table as an object. A table is written array by array, so that it
 * is never in memory as JSON as a whole.
 */
#include "cmd/dump_json.h"

#include <inttypes.h>

#include "common/hash.h"
#include "common/print.h"

void dump_json_begin(struct dump_json *json, FILE *out)
{
	*json = (struct dump_json){ .emit.out = out };
	fputs("{\"tables\":[", out);
}

void dump_json_end(struct dump_json *json)
{
	fputs("\n]}\n", json->emit.out);
}

static json_t *string(const struct site_table *table, uint32_t offset)
{
	return emit_string(site_table_string(table, offset));
}

/* Returns a hash as text: many readers of JSON lose bits of large numbers. */
static json_t *hex(uint64_t value)
{
	char text[HASH_HEX_SIZE];

	hash_to_hex(value, text);
	return json_string(text);
}

static json_t *range(uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column)
{
	return json_pack("{sI sI sI sI}", "line", (json_int_t)line, "column", (json_int_t)column,
			 "end_line", (json_int_t)end_line, "end_column", (json_int_t)end_column);
}

static json_t *file(const struct site_table *table, uint32_t i)
{
	const struct remt_file *record = &table->files[i];

	return json_pack("{so so}", "path", string(table, record->path_str), "hash",
			 hex(record->hash));
}

static json_t *function(const struct site_table *table, uint32_t i)
{
	const struct remt_function *record = &table->functions[i];

	return json_pack("{so so sI sI sI sI sI sI sI sI sI sI so}", "name",
			 string(table, record->name_str), "asm_name",
			 string(table, record->asm_name_str), "file", (json_int_t)record->file,
			 "line", (json_int_t)record->line, "end_line", (json_int_t)record->end_line,
			 "first_block", (json_int_t)record->first_block, "nr_blocks",
			 (json_int_t)record->nr_blocks, "flags", (json_int_t)record->flags,
			 "number", (json_int_t)record->number, "symbol", (json_int_t)record->symbol,
			 "first_variable", (json_int_t)record->first_variable, "nr_variables",
			 (json_int_t)record->nr_variables, "signature", hex(record->signature));
}

/* Returns INDEX; null for UINT32_MAX. */
static json_t *index_or_null(uint32_t index)
{
	return index == UINT32_MAX ? json_null() : json_integer(index);
}

static json_t *site(const struct site_table *table, uint32_t i)
{
	const struct remt_site *record = &table->sites[i];

	return json_pack("{sI sI so so sI sI sI so}", "function", (json_int_t)record->function,
			 "file", (json_int_t)record->file, "range",
			 range(record->line, record->column, record->end_line, record->end_column),
			 "block", index_or_null(record->block), "first_mutant",
			 (json_int_t)record->first_mutant, "nr_mutants",
			 (json_int_t)record->nr_mutants, "nr_safe", (json_int_t)record->nr_safe,
			 "line_hash", hex(record->line_hash));
}

static json_t *mutant(const struct site_table *table, uint32_t i)
{
	const struct remt_mutant *record = &table->mutants[i];

	return json_pack(
		"{sI sI so so so so sI}", "site", (json_int_t)record->site, "alternative",
		(json_int_t)record->alternative, "op", string(table, record->op_str), "range",
		range(record->line, record->column, record->end_line, record->end_column),
		"replacement", string(table, record->replacement_str), "description",
		string(table, record->description_str), "flags", (json_int_t)record->flags);
}

static json_t *skip(const struct site_table *table, uint32_t i)
{
	static const char *const reasons[] = {
		[REMT_SKIP_FOLDED] = "folded",
		[REMT_SKIP_MACRO] = "macro",
		[REMT_SKIP_SHAPE] = "shape",
		[REMT_SKIP_USER] = "user",
	};
	const struct remt_skip *record = &table->skips[i];

	return json_pack("{sI sI sI ss}", "file", (json_int_t)record->file, "line",
			 (json_int_t)record->line, "column", (json_int_t)record->column, "reason",
			 reasons[record->reason]);
}

static json_t *indices(const uint32_t *first, uint32_t nr)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < nr; i++)
		json_array_append_new(array, index_or_null(first[i]));
	return array;
}

static json_t *block(const struct site_table *table, uint32_t i)
{
	const struct remt_block *record = &table->blocks[i];

	return json_pack(
		"{so so sI sI sI sI sI sI so so}", "hash", hex(record->hash), "neutral_hash",
		hex(record->neutral_hash), "line", (json_int_t)record->line, "end_line",
		(json_int_t)record->end_line, "first_edge", (json_int_t)record->first_edge,
		"nr_edges", (json_int_t)record->nr_edges, "first_call",
		(json_int_t)record->first_call, "nr_calls", (json_int_t)record->nr_calls, "uses",
		indices(&table->uses[record->first_use], record->nr_uses), "references",
		indices(&table->references[record->first_reference], record->nr_references));
}

static json_t *edge(const struct site_table *table, uint32_t i)
{
	const struct remt_edge *record = &table->edges[i];

	return json_pack("{sI sI so}", "target", (json_int_t)record->target, "flags",
			 (json_int_t)record->flags, "label", hex(record->label));
}

static json_t *call(const struct site_table *table, uint32_t i)
{
	const struct remt_call *record = &table->calls[i];

	return json_pack("{so sI so}", "callee", index_or_null(record->callee), "flags",
			 (json_int_t)record->flags, "signature", hex(record->signature));
}

static json_t *variable(const struct site_table *table, uint32_t i)
{
	const struct remt_variable *record = &table->variables[i];

	return json_pack("{so so so}", "name", string(table, record->name_str), "parameter",
			 index_or_null(record->parameter), "type", hex(record->type));
}

static json_t *symbol(const struct site_table *table, uint32_t i)
{
	const struct remt_symbol *record = &table->symbols[i];

	return json_pack(
		"{so sI so so so}", "name", string(table, record->name_str), "flags",
		(json_int_t)record->flags, "hash", hex(record->hash), "neutral_hash",
		hex(record->neutral_hash), "references",
		indices(&table->references[record->first_reference], record->nr_references));
}

static json_t *mark(const struct site_table *table, uint32_t i)
{
	const struct remt_mark *record = &table->marks[i];

	return json_pack("{sI sI sI sI}", "site", (json_int_t)record->site, "block",
			 (json_int_t)record->block, "statement", (json_int_t)record->statement,
			 "alternatives", (json_int_t)record->alternatives);
}

typedef json_t *record_fn(const struct site_table *table, uint32_t i);

static void emit_array(struct dump_json *json, const char *name, const struct site_table *table,
		       uint32_t count, record_fn *record)
{
	print_to(json->emit.out, ",\n\"%s\":[", name);
	for (uint32_t i = 0; i < count; i++) {
		print_to(json->emit.out, i ? ",\n" : "\n");
		emit_take(&json->emit, record(table, i));
	}
	fputc(']', json->emit.out);
}

static void emit_field(struct dump_json *json, const char *name, json_t *value)
{
	print_to(json->emit.out, ",\n\"%s\":", name);
	emit_take(&json->emit, value);
}

void dump_json_table(struct dump_json *json, const char *path, const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;

	print_to(json->emit.out, json->nr_tables++ ? ",\n{\"path\":" : "\n{\"path\":");
	emit_take(&json->emit, emit_string(path));
	emit_field(json, "uid", hex(header->uid));
	emit_field(json, "comp_dir", string(table, header->comp_dir_str));
	emit_field(json, "input", string(table, header->input_str));
	emit_field(json, "producer", string(table, header->producer_str));
	emit_field(json, "preset", string(table, header->preset_str));
	emit_field(json, "remt_version", string(table, header->remt_version_str));
	emit_field(json, "options", string(table, header->options_str));
	emit_field(json, "command", string(table, header->command_str));
	emit_field(json, "assembly", hex(header->assembly));
	emit_field(json, "collected", hex(header->collected));
	emit_field(json, "neutral_assembly", hex(header->neutral_assembly));
	emit_field(json, "neutral_collected", hex(header->neutral_collected));
	emit_array(json, "files", table, header->files.count, file);
	emit_array(json, "functions", table, header->functions.count, function);
	emit_array(json, "sites", table, header->sites.count, site);
	emit_array(json, "mutants", table, header->mutants.count, mutant);
	emit_array(json, "skips", table, header->skips.count, skip);
	emit_array(json, "blocks", table, header->blocks.count, block);
	emit_array(json, "edges", table, header->edges.count, edge);
	emit_array(json, "calls", table, header->calls.count, call);
	emit_array(json, "variables", table, header->variables.count, variable);
	emit_array(json, "symbols", table, header->symbols.count, symbol);
	emit_array(json, "marks", table, header->marks.count, mark);
	fputc('}', json->emit.out);
}
