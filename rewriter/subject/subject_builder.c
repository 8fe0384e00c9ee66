/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds the site table of a subject: one site for each instruction with variants, in the order of
 * addresses, and one mutant for each variant. The control-flow graph is left out; charts add it
 * (rewriter/subject/chart_graph.c).
 */
#include "rewriter/subject/subject_builder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "remt/operators.h"
#include "remt/version.h"

uint32_t subject_builder_file(struct subject_builder *builder, const char *path, uint64_t content)
{
	uint32_t index = (uint32_t)builder->table.files.count;

	vec_push(&builder->table.files,
		 ((struct remt_file){ .path_str = table_builder_string(&builder->table, path),
				      .hash = content }));
	slots_add(&builder->files, hash_string(path), index);
	return index;
}

uint32_t subject_builder_source(struct subject_builder *builder, const char *path)
{
	uint32_t index = slots_find(&builder->files, hash_string(path));
	uint64_t content = 0;

	if (index != SLOTS_NONE)
		return index;
	error_destroy(hash_file(path, &content)); /* the file may be gone */
	return subject_builder_file(builder, path, content);
}

static uint32_t add_function(struct subject_builder *builder, uint32_t number)
{
	const struct binary *binary = builder->binary;
	const struct binary_function *function = &binary->functions.items[number];
	struct table_builder *table = &builder->table;
	uint32_t index = builder->functions[number];
	uint32_t name;

	if (index != SLOTS_NONE)
		return index;
	index = (uint32_t)table->functions.count;
	name = table_builder_string(table, function->name);
	vec_push(&table->symbols,
		 ((struct remt_symbol){ .name_str = name,
					.flags = REMT_SYMBOL_FUNCTION | REMT_SYMBOL_DEFINED }));
	vec_push(&table->functions, ((struct remt_function){ .name_str = name,
							     .asm_name_str = name,
							     .number = index,
							     .symbol = index }));
	builder->functions[number] = index;
	return index;
}

struct remt_site subject_builder_place(struct subject_builder *builder, uint32_t function,
				       uint64_t address)
{
	struct line line;
	uint32_t column;

	if (!lines_find(builder->lines, binary_section(builder->binary, function), address,
			&line) ||
	    !line.number)
		return (struct remt_site){ .column = (uint32_t)address,
					   .end_column = (uint32_t)address };
	column = line.column ? line.column : 1;
	return (struct remt_site){ .file = subject_builder_source(builder, line.file),
				   .line = line.number,
				   .column = column,
				   .end_line = line.number,
				   .end_column = column + 1 };
}

/* Hashes what stays the same when other functions move. */
static uint64_t identify(const struct binary_function *function, uint64_t address)
{
	struct hash *hash = hash_create();

	hash_add_string(hash, function->name);
	hash_add_u64(hash, address - function->address);
	return hash_take(hash);
}

void subject_builder_code(struct subject_builder *builder, const uint8_t *bytes, uint32_t size)
{
	struct remt_variants_code code = { { 0 } };

	memcpy(code.bytes, bytes, size);
	vec_push(&builder->subject->codes, code);
}

static void add_site(struct subject_builder *builder, const struct variant *variant)
{
	const struct binary_function *function =
		&builder->binary->functions.items[variant->function];
	struct remt_site site =
		subject_builder_place(builder, variant->function, variant->instruction.address);
	uint32_t size = variant->instruction.size;

	site.function = add_function(builder, variant->function);
	site.block = UINT32_MAX;
	site.first_mutant = (uint32_t)builder->table.mutants.count;
	site.line_hash = identify(function, variant->instruction.address);
	vec_push(&builder->table.sites, site);
	vec_push(&builder->subject->sites, ((struct remt_variants_site){
						   .address = variant->instruction.address,
						   .function = site.function,
						   .first = (uint32_t)builder->subject->codes.count,
						   .size = size,
						   .branch = REMT_VARIANTS_NO_BRANCH,
					   }));
	subject_builder_code(builder, builder->binary->data + variant->offset, size);
}

/* Writes the instructions of a replacement as assembly. */
static void describe_code(struct subject_builder *builder, const struct variant *variant,
			  struct strbuf *ret)
{
	struct instruction now;
	uint32_t size = variant->instruction.size;

	for (uint32_t at = 0; at < size; at += now.size) {
		if (!machine_decode(builder->machine, variant->replacement.bytes + at, size - at,
				    variant->instruction.address + at, &now))
			return;
		strbuf_addf(ret, "%s%s", at ? "; " : "", now.text);
	}
}

void subject_builder_mutant(struct subject_builder *builder, const struct variant *variant,
			    const char *op, const char *replacement)
{
	const struct binary_function *function =
		&builder->binary->functions.items[variant->function];
	uint32_t index = (uint32_t)builder->table.sites.count - 1;
	struct remt_site *site = &builder->table.sites.items[index];
	_cleanup_strbuf_ struct strbuf code = { 0 };

	describe_code(builder, variant, &code);
	_cleanup_free_ char *description = xasprintf(
		"'%s' becomes '%s' at %s+0x%" PRIx64, variant->instruction.text, strbuf_get(&code),
		function->name, variant->instruction.address - function->address);

	site->nr_mutants++;
	builder->subject->sites.items[index].nr_alternatives++;
	subject_builder_code(builder, variant->replacement.bytes, variant->instruction.size);
	vec_push(&builder->ids, variant->id);
	vec_push(&builder->table.mutants,
		 ((struct remt_mutant){
			 .site = index,
			 .alternative = site->nr_mutants,
			 .op_str = table_builder_string(&builder->table, op),
			 .line = site->line,
			 .column = site->column,
			 .end_line = site->end_line,
			 .end_column = site->end_column,
			 .replacement_str = table_builder_string(
				 &builder->table, replacement ? replacement : strbuf_get(&code)),
			 .description_str = table_builder_string(&builder->table, description),
			 .flags = REMT_MUTANT_BINARY,
		 }));
}

static void add_mutant(struct subject_builder *builder, const struct variant *variant)
{
	const struct replacement *replacement = &variant->replacement;
	_cleanup_free_ char *op = xasprintf("%s:%s:%s", remt_operators[replacement->op].name,
					    replacement->from, replacement->to);

	subject_builder_mutant(builder, variant, op, NULL);
}

/* The variants of a statically linked file are in place before its first instruction. */
bool subject_builder_is_out_of_reach(const struct subject_builder *builder, uint32_t number,
				     uint64_t address)
{
	const struct binary_function *function = &builder->binary->functions.items[number];

	if (address > UINT32_MAX)
		return true;
	return !builder->loading.is_static &&
	       (builder->is_early[number] ||
		strcmp(builder->binary->codes.items[function->code].name, ".init") == 0);
}

static int compare_addresses(const void *a, const void *b)
{
	const struct variant *x = a, *y = b;
	uint64_t i = x->instruction.address, j = y->instruction.address;

	if (i != j)
		return (i > j) - (i < j);
	return (x->id > y->id) - (x->id < y->id);
}

static void add_variants(struct subject_builder *builder)
{
	struct variant *variants = builder->variants.items.items;
	size_t count = builder->variants.items.count;
	uint64_t last = MACHINE_NOWHERE;

	for (size_t i = 0; i < count; i++) {
		if (subject_builder_is_out_of_reach(builder, variants[i].function,
						    variants[i].instruction.address))
			continue;
		if (variants[i].instruction.address != last)
			add_site(builder, &variants[i]);
		last = variants[i].instruction.address;
		add_mutant(builder, &variants[i]);
	}
}

void subject_builder_begin(struct subject_builder *builder)
{
	const struct binary *binary = builder->binary;
	struct table_builder *table = &builder->table;
	size_t nr_functions = binary->functions.count;

	builder->functions = xreallocarray(NULL, nr_functions + 1, sizeof(uint32_t));
	memset(builder->functions, 0xff, nr_functions * sizeof(uint32_t));
	builder->is_early = early_find(binary, builder->machine, &builder->loading);
	if (builder->variants.items.count)
		qsort(builder->variants.items.items, builder->variants.items.count,
		      sizeof(struct variant), compare_addresses);
	table_builder_init(table);
	table->header.comp_dir_str = table_builder_string(table, "/");
	table->header.input_str = table_builder_string(table, binary->path);
	table->header.preset_str = table_builder_string(table, REMT_BINARY_PRESET);
	table->header.remt_version_str = table_builder_string(table, REMT_VERSION);
	subject_builder_file(builder, binary->path, hash_bytes(binary->data, binary->size));
}

struct error *subject_builder_end(struct subject_builder *builder)
{
	_cleanup_free_ void *table = NULL;
	size_t size;

	table = table_builder_finish(&builder->table, &size);
	return site_tables_parse(table, size, builder->binary->path, &builder->subject->tables);
}

struct error *subject_builder_table(struct subject_builder *builder)
{
	subject_builder_begin(builder);
	add_variants(builder);
	return subject_builder_end(builder);
}
