/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds the site table of a subject: one site for each instruction with variants, in the order of
 * addresses, and one mutant for each variant. The control-flow graph is left out; charts add it
 * (rewriter/chart_graph.c).
 */
#include "rewriter/making.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "remt/operators.h"
#include "remt/version.h"

uint32_t making_file(struct making *making, const char *path, uint64_t content)
{
	uint32_t index = (uint32_t)making->builder.files.count;

	vec_push(&making->builder.files,
		 ((struct remt_file){ .path_str = table_builder_string(&making->builder, path),
				      .hash = content }));
	slots_add(&making->files, hash_string(path), index);
	return index;
}

uint32_t making_source(struct making *making, const char *path)
{
	uint32_t index = slots_find(&making->files, hash_string(path));
	uint64_t content = 0;

	if (index != SLOTS_NONE)
		return index;
	error_destroy(hash_file(path, &content)); /* the file may be gone */
	return making_file(making, path, content);
}

static uint32_t add_function(struct making *making, uint32_t number)
{
	const struct binary *binary = making->binary;
	const struct binary_function *function = &binary->functions.items[number];
	struct table_builder *builder = &making->builder;
	uint32_t index = making->functions[number];
	uint32_t name;

	if (index != SLOTS_NONE)
		return index;
	index = (uint32_t)builder->functions.count;
	name = table_builder_string(builder, function->name);
	vec_push(&builder->symbols,
		 ((struct remt_symbol){ .name_str = name,
					.flags = REMT_SYMBOL_FUNCTION | REMT_SYMBOL_DEFINED }));
	vec_push(&builder->functions, ((struct remt_function){ .name_str = name,
							       .asm_name_str = name,
							       .number = index,
							       .symbol = index }));
	making->functions[number] = index;
	return index;
}

struct remt_site making_place(struct making *making, uint32_t function, uint64_t address)
{
	struct line line;
	uint32_t column;

	if (!lines_find(making->lines, binary_section(making->binary, function), address, &line) ||
	    !line.number)
		return (struct remt_site){ .column = (uint32_t)address,
					   .end_column = (uint32_t)address };
	column = line.column ? line.column : 1;
	return (struct remt_site){ .file = making_source(making, line.file),
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

void making_code(struct making *making, const uint8_t *bytes, uint32_t size)
{
	struct remt_variants_code code = { { 0 } };

	memcpy(code.bytes, bytes, size);
	vec_push(&making->subject->codes, code);
}

static void add_site(struct making *making, const struct variant *variant)
{
	const struct binary_function *function =
		&making->binary->functions.items[variant->function];
	struct remt_site site =
		making_place(making, variant->function, variant->instruction.address);
	uint32_t size = variant->instruction.size;

	site.function = add_function(making, variant->function);
	site.block = UINT32_MAX;
	site.first_mutant = (uint32_t)making->builder.mutants.count;
	site.line_hash = identify(function, variant->instruction.address);
	vec_push(&making->builder.sites, site);
	vec_push(&making->subject->sites, ((struct remt_variants_site){
						  .address = variant->instruction.address,
						  .function = site.function,
						  .first = (uint32_t)making->subject->codes.count,
						  .size = size,
						  .branch = REMT_VARIANTS_NO_BRANCH,
					  }));
	making_code(making, making->binary->data + variant->offset, size);
}

/* Writes the instructions of a replacement as assembly. */
static void describe_code(struct making *making, const struct variant *variant, struct strbuf *ret)
{
	struct instruction now;
	uint32_t size = variant->instruction.size;

	for (uint32_t at = 0; at < size; at += now.size) {
		if (!machine_decode(making->machine, variant->replacement.bytes + at, size - at,
				    variant->instruction.address + at, &now))
			return;
		strbuf_addf(ret, "%s%s", at ? "; " : "", now.text);
	}
}

void making_mutant(struct making *making, const struct variant *variant, const char *op,
		   const char *replacement)
{
	const struct binary_function *function =
		&making->binary->functions.items[variant->function];
	uint32_t index = (uint32_t)making->builder.sites.count - 1;
	struct remt_site *site = &making->builder.sites.items[index];
	_cleanup_strbuf_ struct strbuf code = { 0 };

	describe_code(making, variant, &code);
	_cleanup_free_ char *description = xasprintf(
		"'%s' becomes '%s' at %s+0x%" PRIx64, variant->instruction.text, strbuf_get(&code),
		function->name, variant->instruction.address - function->address);

	site->nr_mutants++;
	making->subject->sites.items[index].nr_alternatives++;
	making_code(making, variant->replacement.bytes, variant->instruction.size);
	vec_push(&making->ids, variant->id);
	vec_push(&making->builder.mutants,
		 ((struct remt_mutant){
			 .site = index,
			 .alternative = site->nr_mutants,
			 .op_str = table_builder_string(&making->builder, op),
			 .line = site->line,
			 .column = site->column,
			 .end_line = site->end_line,
			 .end_column = site->end_column,
			 .replacement_str = table_builder_string(
				 &making->builder, replacement ? replacement : strbuf_get(&code)),
			 .description_str = table_builder_string(&making->builder, description),
			 .flags = REMT_MUTANT_BINARY,
		 }));
}

static void add_mutant(struct making *making, const struct variant *variant)
{
	const struct replacement *replacement = &variant->replacement;
	_cleanup_free_ char *op = xasprintf("%s:%s:%s", remt_operators[replacement->op].name,
					    replacement->from, replacement->to);

	making_mutant(making, variant, op, NULL);
}

/* Variants of a statically linked file are there before its first instruction. */
bool making_is_out_of_reach(const struct making *making, uint32_t number, uint64_t address)
{
	const struct binary_function *function = &making->binary->functions.items[number];

	if (address > UINT32_MAX)
		return true;
	return !making->loading.is_static &&
	       (making->is_early[number] ||
		strcmp(making->binary->codes.items[function->code].name, ".init") == 0);
}

static int compare_addresses(const void *a, const void *b)
{
	const struct variant *x = a, *y = b;
	uint64_t i = x->instruction.address, j = y->instruction.address;

	if (i != j)
		return (i > j) - (i < j);
	return (x->id > y->id) - (x->id < y->id);
}

static void add_variants(struct making *making)
{
	struct variant *variants = making->variants.items.items;
	size_t count = making->variants.items.count;
	uint64_t last = MACHINE_NOWHERE;

	for (size_t i = 0; i < count; i++) {
		if (making_is_out_of_reach(making, variants[i].function,
					   variants[i].instruction.address))
			continue;
		if (variants[i].instruction.address != last)
			add_site(making, &variants[i]);
		last = variants[i].instruction.address;
		add_mutant(making, &variants[i]);
	}
}

void making_begin(struct making *making)
{
	const struct binary *binary = making->binary;
	struct table_builder *builder = &making->builder;
	size_t nr_functions = binary->functions.count;

	making->functions = xreallocarray(NULL, nr_functions + 1, sizeof(uint32_t));
	memset(making->functions, 0xff, nr_functions * sizeof(uint32_t));
	making->is_early = early_find(binary, making->machine, &making->loading);
	if (making->variants.items.count)
		qsort(making->variants.items.items, making->variants.items.count,
		      sizeof(struct variant), compare_addresses);
	table_builder_init(builder);
	builder->header.comp_dir_str = table_builder_string(builder, "/");
	builder->header.input_str = table_builder_string(builder, binary->path);
	builder->header.preset_str = table_builder_string(builder, REMT_BINARY_PRESET);
	builder->header.remt_version_str = table_builder_string(builder, REMT_VERSION);
	making_file(making, binary->path, hash_bytes(binary->data, binary->size));
}

struct error *making_end(struct making *making)
{
	_cleanup_free_ void *table = NULL;
	size_t size;

	table = table_builder_finish(&making->builder, &size);
	return site_tables_parse(table, size, making->binary->path, &making->subject->tables);
}

struct error *making_table(struct making *making)
{
	making_begin(making);
	add_variants(making);
	return making_end(making);
}
