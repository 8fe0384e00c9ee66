/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt dump`: prints the site tables of files as the compiler left them. */
#include <argp.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/dump_ir.h"
#include "cmd/dump_json.h"
#include "common/print.h"
#include "common/visible.h"
#include "sites/table.h"

struct dump_args {
	bool json;
	bool cfg;
	bool sites;
	bool ir;
	bool structure; /* of the IR */
	char **files;	/* NULL-terminated; borrowed from argv */
};

#define KEY_JSON      0x101
#define KEY_CFG	      0x102
#define KEY_SITES     0x103
#define KEY_IR	      0x104
#define KEY_STRUCTURE 0x105

static const struct argp_option options[] = {
	{ "json", KEY_JSON, NULL, 0, "everything, as one JSON object", 0 },
	{ "cfg", KEY_CFG, NULL, 0, "the functions with their control-flow graphs", 0 },
	{ "sites", KEY_SITES, NULL, 0, "the sites, and what got none", 0 },
	{ "ir", KEY_IR, NULL, 0,
	  "what each function does, and which are not told (built with -fplugin-arg-remt-ir)", 0 },
	{ "structure", KEY_STRUCTURE, NULL, 0,
	  "the same, with what comes before what, decides over what and uses what", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct dump_args *args = state->input;

	(void)arg;
	switch (key) {
	case KEY_JSON: args->json = true; return 0;
	case KEY_CFG: args->cfg = true; return 0;
	case KEY_SITES: args->sites = true; return 0;
	case KEY_IR: args->ir = true; return 0;
	case KEY_STRUCTURE:
		args->ir = true;
		args->structure = true;
		return 0;
	case ARGP_KEY_ARGS: args->files = state->argv + state->next; return 0;
	case ARGP_KEY_NO_ARGS: cmd_usage(state, "no file is named"); return 0;
	case ARGP_KEY_END:
		if (args->ir && (args->json || args->cfg || args->sites))
			cmd_usage(state, "%s can't be combined with another option",
				  args->structure ? "--structure" : "--ir");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "FILE...",
	.doc = "Prints the site tables that the compiler left in FILE: an object, an archive, a "
	       "shared "
	       "library or a program.  Without an option: one line for each mutant.",
};

/* Prints TEXT in single quotes on one line: control characters and quotes as in C. */
static void print_quoted(const char *text)
{
	_cleanup_strbuf_ struct strbuf quoted = { 0 };

	visible_add_quoted(&quoted, text, '\'');
	print_exactly(stdout, quoted.data, quoted.length);
}

static const char *text(const struct site_table *table, uint32_t offset)
{
	return site_table_string(table, offset);
}

static void print_header(const char *path, const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;

	print("# %s: unit %016" PRIx64 " of %s\n"
	      "#   compiled in %s by %s\n"
	      "#   operators %s, remt %s\n"
	      "#   %u functions, %u sites, %u mutants, %u skips, %u blocks\n",
	      path, header->uid, text(table, header->input_str), text(table, header->comp_dir_str),
	      text(table, header->producer_str), text(table, header->preset_str),
	      text(table, header->remt_version_str), header->functions.count, header->sites.count,
	      header->mutants.count, header->skips.count, header->blocks.count);
}

static void print_range(const char *file, uint32_t line, uint32_t column, uint32_t end_line,
			uint32_t end_column)
{
	print("%s:%u:%u-%u:%u", file, line, column, end_line, end_column);
}

static void print_mutants(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->mutants.count; i++) {
		const struct remt_mutant *mutant = &table->mutants[i];
		const struct remt_site *site = &table->sites[mutant->site];

		print_range(text(table, table->files[site->file].path_str), mutant->line,
			    mutant->column, mutant->end_line, mutant->end_column);
		print(": %s ", text(table, mutant->op_str));
		print_quoted(text(table, mutant->replacement_str));
		print(" %s\n", text(table, mutant->description_str));
	}
}

static void print_sites(const struct site_table *table)
{
	static const char *const reasons[] = {
		[REMT_SKIP_FOLDED] = "folded",
		[REMT_SKIP_MACRO] = "in the body of a macro",
		[REMT_SKIP_SHAPE] = "cannot be treated",
		[REMT_SKIP_USER] = "excluded by the user",
	};

	for (uint32_t i = 0; i < table->header->sites.count; i++) {
		const struct remt_site *site = &table->sites[i];

		print_range(text(table, table->files[site->file].path_str), site->line,
			    site->column, site->end_line, site->end_column);
		print(": site %u in %s, %u mutants (%u safe)", i,
		      text(table, table->functions[site->function].name_str), site->nr_mutants,
		      site->nr_safe);
		if (site->block != UINT32_MAX)
			print(", block %u", site->block);
		putchar('\n');
	}
	for (uint32_t i = 0; i < table->header->skips.count; i++) {
		const struct remt_skip *skip = &table->skips[i];

		print("%s:%u:%u: no site: %s\n", text(table, table->files[skip->file].path_str),
		      skip->line, skip->column, reasons[skip->reason]);
	}
}

static void print_edge(const struct remt_edge *edge)
{
	static const char *const names[] = { "true",	  "false",	 "switch",
					     "exception", "fallthrough", "mutant" };

	print("    -> %u", edge->target);
	for (unsigned bit = 0; bit < ARRAY_SIZE(names); bit++) {
		if (edge->flags & 1u << bit)
			print(" %s", names[bit]);
	}
	if (edge->label)
		print(" cases %016" PRIx64, edge->label);
	putchar('\n');
}

static const char *symbol_name(const struct site_table *table, uint32_t symbol)
{
	return text(table, table->symbols[symbol].name_str);
}

static void print_block(const struct site_table *table, const struct remt_block *block, uint32_t i)
{
	print("  block %u: %016" PRIx64, i, block->hash);
	if (block->neutral_hash != block->hash)
		print(" neutral %016" PRIx64, block->neutral_hash);
	if (block->line)
		print(" lines %u-%u", block->line, block->end_line);
	putchar('\n');
	for (uint32_t c = 0; c < block->nr_calls; c++) {
		const struct remt_call *call = &table->calls[block->first_call + c];

		if (call->callee == UINT32_MAX)
			print("    calls indirectly %016" PRIx64 "\n", call->signature);
		else
			print("    calls %s\n", symbol_name(table, call->callee));
	}
	for (uint32_t r = 0; r < block->nr_references; r++)
		print("    mentions %s\n",
		      symbol_name(table, table->references[block->first_reference + r]));
	for (uint32_t e = 0; e < block->nr_edges; e++)
		print_edge(&table->edges[block->first_edge + e]);
}

static void print_cfg(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->functions.count; i++) {
		const struct remt_function *function = &table->functions[i];

		print("%s:%u: function %u %s (%s), %s%s%s%s%u blocks, type %016" PRIx64 "\n",
		      text(table, table->files[function->file].path_str), function->line,
		      function->number, text(table, function->name_str),
		      text(table, function->asm_name_str),
		      function->flags & REMT_FUNCTION_CLONED ? "cloned, " : "",
		      function->flags & REMT_FUNCTION_INLINE ? "inline switches, " : "",
		      function->flags & REMT_FUNCTION_STATIC ? "static, " : "",
		      function->flags & REMT_FUNCTION_NOTED ? "noted, " : "", function->nr_blocks,
		      function->signature);
		for (uint32_t b = 0; b < function->nr_blocks; b++)
			print_block(table, &table->blocks[function->first_block + b], b);
	}
}

static void print_table(const struct dump_args *args, const char *path,
			const struct site_table *table)
{
	print_header(path, table);
	if (args->sites)
		print_sites(table);
	if (args->cfg)
		print_cfg(table);
	if (!args->sites && !args->cfg)
		print_mutants(table);
}

static struct error *dump_file(const struct dump_args *args, const char *path,
			       struct dump_json *json)
{
	struct site_tables tables;
	struct error *err = site_tables_read(path, &tables);

	if (err)
		return err;
	if (tables.nr_tables == 0)
		err = error_create(
			ERROR_UNUSABLE,
			"%s has no site table: it is no ELF file or was not built with remt", path);
	for (size_t i = 0; i < tables.nr_tables; i++) {
		if (args->json)
			dump_json_table(json, path, &tables.tables[i]);
		else
			print_table(args, path, &tables.tables[i]);
	}
	site_tables_deinit(&tables);
	return err;
}

int cmd_dump(int argc, char **argv)
{
	struct dump_args args = { 0 };
	struct dump_json json = { 0 };
	int code = EXIT_OK;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	if (args.json)
		dump_json_begin(&json, stdout);
	/* One bad file must not hide the others. */
	for (char **file = args.files; *file; file++) {
		struct error *err =
			args.ir ? dump_ir(*file, args.structure) : dump_file(&args, *file, &json);

		if (err)
			code = cmd_fail(err);
	}
	if (args.json)
		dump_json_end(&json);
	return code;
}
