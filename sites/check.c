/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks a site table (include/remt/sites.h) in a fixed order: header, spans, strings, records.
 * Each step reads only what the steps before have shown to exist. The ranges of one array (the
 * blocks of functions, the mutants of sites …) may come in any order. Together they hold no more
 * records than the array, which keeps the work linear for a hostile table.
 *
 * Whether the content makes sense (does the graph fit the source?) is not checked.
 */
#include "sites/check.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tables are used in place");
_Static_assert(sizeof(struct remt_sites_header) == 216, "stored format");
_Static_assert(offsetof(struct remt_sites_header, uid) == 24, "stored format");
_Static_assert(sizeof(struct remt_file) == 16, "stored format");
_Static_assert(sizeof(struct remt_function) == 56, "stored format");
_Static_assert(sizeof(struct remt_site) == 48, "stored format");
_Static_assert(sizeof(struct remt_mutant) == 40, "stored format");
_Static_assert(sizeof(struct remt_skip) == 16, "stored format");
_Static_assert(sizeof(struct remt_block) == 56, "stored format");
_Static_assert(sizeof(struct remt_edge) == 16, "stored format");
_Static_assert(sizeof(struct remt_call) == 16, "stored format");
_Static_assert(sizeof(struct remt_variable) == 16, "stored format");
_Static_assert(sizeof(struct remt_symbol) == 32, "stored format");
_Static_assert(sizeof(struct remt_mark) == 16, "stored format");

static struct error *damaged(const char *format, ...) PRINTF_LIKE(1, 2);

static struct error *damaged(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *what = xvasprintf(format, args);
	va_end(args);

	struct error *err = error_create(ERROR_UNUSABLE, "%s", what);
	free(what);
	return err;
}

uint64_t check_uid(const void *data, size_t size)
{
	const size_t uid_at = offsetof(struct remt_sites_header, uid);
	struct hash *hash = hash_create();

	hash_add(hash, data, uid_at);
	hash_add_u64(hash, 0);
	hash_add(hash, (const char *)data + uid_at + 8, size - uid_at - 8);
	return hash_take(hash);
}

static struct error *check_header(const void *data, size_t available)
{
	const struct remt_sites_header *header = data;

	if (available < 16)
		return damaged("truncated: %zu bytes of the header", available);
	if (memcmp(header->magic, REMT_SITES_MAGIC, sizeof(header->magic)) != 0)
		return damaged("no site table where one must start");
	if (header->version != REMT_SITES_VERSION)
		return damaged("built by another remt version: format %u, this is %u",
			       header->version, REMT_SITES_VERSION);
	if (header->header_size != sizeof(*header))
		return damaged("header of %u bytes, expected %zu", header->header_size,
			       sizeof(*header));
	if (available < sizeof(*header))
		return damaged("truncated: %zu of %zu bytes of the header", available,
			       sizeof(*header));
	if (header->size > available)
		return damaged("truncated: %zu of %llu bytes", available,
			       (unsigned long long)header->size);
	if (header->size < sizeof(*header) || header->size % 8 != 0)
		return damaged("impossible size of %llu bytes", (unsigned long long)header->size);

	uint64_t uid = check_uid(data, header->size);
	if (uid != header->uid)
		return damaged("content does not match its uid: %016llx, stored %016llx",
			       (unsigned long long)uid, (unsigned long long)header->uid);
	return NULL;
}

static struct error *check_span(const struct remt_sites_header *header, struct remt_span span,
				size_t record_size, size_t alignment, const char *what)
{
	if (span.offset % alignment != 0)
		return damaged("%s at offset %u, not aligned to %zu", what, span.offset, alignment);
	if (span.offset < sizeof(*header) && span.count)
		return damaged("%s at offset %u, inside the header", what, span.offset);
	if (span.offset + (uint64_t)span.count * record_size > header->size)
		return damaged("%s: %u records at offset %u do not fit into %llu bytes", what,
			       span.count, span.offset, (unsigned long long)header->size);
	return NULL;
}

static struct error *check_spans(const struct remt_sites_header *header)
{
#define SPAN(field, type)                                                                          \
	{                                                                                          \
		header->field, sizeof(type), _Alignof(type), #field                                \
	}
	const struct {
		struct remt_span span;
		size_t size;
		size_t alignment;
		const char *what;
	} spans[] = {
		SPAN(strings, char),
		SPAN(files, struct remt_file),
		SPAN(functions, struct remt_function),
		SPAN(sites, struct remt_site),
		SPAN(mutants, struct remt_mutant),
		SPAN(skips, struct remt_skip),
		SPAN(blocks, struct remt_block),
		SPAN(edges, struct remt_edge),
		SPAN(calls, struct remt_call),
		SPAN(variables, struct remt_variable),
		SPAN(uses, uint32_t),
		SPAN(symbols, struct remt_symbol),
		SPAN(references, uint32_t),
		SPAN(marks, struct remt_mark),
	};
#undef SPAN

	for (size_t i = 0; i < ARRAY_SIZE(spans); i++) {
		struct error *err = check_span(header, spans[i].span, spans[i].size,
					       spans[i].alignment, spans[i].what);
		if (err)
			return err;
	}
	return NULL;
}

static void point_into(const void *data, struct site_table *ret)
{
	const struct remt_sites_header *header = data;
	const char *base = data;

	*ret = (struct site_table){
		.header = header,
		.strings = base + header->strings.offset,
		.files = (const void *)(base + header->files.offset),
		.functions = (const void *)(base + header->functions.offset),
		.sites = (const void *)(base + header->sites.offset),
		.mutants = (const void *)(base + header->mutants.offset),
		.skips = (const void *)(base + header->skips.offset),
		.blocks = (const void *)(base + header->blocks.offset),
		.edges = (const void *)(base + header->edges.offset),
		.calls = (const void *)(base + header->calls.offset),
		.variables = (const void *)(base + header->variables.offset),
		.uses = (const void *)(base + header->uses.offset),
		.symbols = (const void *)(base + header->symbols.offset),
		.references = (const void *)(base + header->references.offset),
		.marks = (const void *)(base + header->marks.offset),
	};
}

static struct error *check_string(const struct site_table *table, uint32_t offset, const char *what,
				  uint32_t i)
{
	if (offset >= table->header->strings.count)
		return damaged("%s %u: string at %u, beyond the %u bytes of strings", what, i,
			       offset, table->header->strings.count);
	return NULL;
}

static struct error *check_index(uint32_t index, struct remt_span of, const char *of_what,
				 const char *what, uint32_t i)
{
	if (index >= of.count)
		return damaged("%s %u: %s %u out of range, there are %u", what, i, of_what, index,
			       of.count);
	return NULL;
}

/*
 * Checks the range of COUNT records of OF from FIRST on. *USED counts the records of all such
 * ranges.
 */
static struct error *check_range(uint32_t first, uint32_t count, struct remt_span of,
				 const char *of_what, uint64_t *used, const char *what, uint32_t i)
{
	if ((uint64_t)first + count > of.count)
		return damaged("%s %u: %ss %u+%u out of range, there are %u", what, i, of_what,
			       first, count, of.count);
	*used += count;
	if (*used > of.count)
		return damaged("%s %u: shares %ss with others", what, i, of_what);
	return NULL;
}

static struct error *check_place(uint32_t line, uint32_t column, uint32_t end_line,
				 uint32_t end_column, const char *what, uint32_t i)
{
	bool is_address = !line && !end_line;

	if (((!line || !column) && !is_address) || end_line < line ||
	    (end_line == line && end_column < column))
		return damaged("%s %u: impossible range %u:%u-%u:%u", what, i, line, column,
			       end_line, end_column);
	return NULL;
}

/* Evaluates CHECK, an error value, and returns it from the function unless it is NULL. */
#define TRY(check)                                                                                 \
	do {                                                                                       \
		struct error *try_err_ = (check);                                                  \
		if (try_err_)                                                                      \
			return try_err_;                                                           \
	} while (0)

static struct error *check_strings(const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;
	uint32_t count = header->strings.count;

	if (!count || table->strings[0] || table->strings[count - 1])
		return damaged("strings don't start with the empty one and end in NUL");
	TRY(check_string(table, header->comp_dir_str, "header field", 0));
	TRY(check_string(table, header->input_str, "header field", 1));
	TRY(check_string(table, header->producer_str, "header field", 2));
	TRY(check_string(table, header->preset_str, "header field", 3));
	TRY(check_string(table, header->remt_version_str, "header field", 4));
	TRY(check_string(table, header->options_str, "header field", 5));
	TRY(check_string(table, header->command_str, "header field", 6));
	if (header->flags & ~(uint32_t)(REMT_UNIT_MOVES_LINES | REMT_UNIT_READS_MORE |
					REMT_UNIT_ASKS_FOR_FILES | REMT_UNIT_HAS_ASSEMBLY))
		return damaged("header has flags %x", header->flags);
	return NULL;
}

static struct error *check_files(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->files.count; i++)
		TRY(check_string(table, table->files[i].path_str, "file", i));
	return NULL;
}

/*
 * Checks the numbers of blocks and variables that the function's blocks contain. The ranges were
 * checked before.
 */
static struct error *check_within(const struct site_table *table,
				  const struct remt_function *function, uint32_t i)
{
	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct remt_block *block = &table->blocks[function->first_block + b];

		for (uint32_t e = 0; e < block->nr_edges; e++) {
			uint32_t target = table->edges[block->first_edge + e].target;

			if (target >= function->nr_blocks)
				return damaged("function %u: edge to block %u of %u", i, target,
					       function->nr_blocks);
		}
		for (uint32_t u = 0; u < block->nr_uses; u++) {
			uint32_t variable = table->uses[block->first_use + u];

			if (variable != UINT32_MAX && variable >= function->nr_variables)
				return damaged("function %u: use of variable %u of %u", i, variable,
					       function->nr_variables);
		}
	}
	return NULL;
}

static struct error *check_calls(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->calls.count; i++) {
		if (table->calls[i].callee != UINT32_MAX)
			TRY(check_index(table->calls[i].callee, table->header->symbols, "symbol",
					"call", i));
	}
	return NULL;
}

static struct error *check_variables(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->variables.count; i++)
		TRY(check_string(table, table->variables[i].name_str, "variable", i));
	return NULL;
}

/* Blocks and symbols share one array of references. */
static struct error *check_references(const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;
	uint64_t references = 0;

	for (uint32_t i = 0; i < header->blocks.count; i++)
		TRY(check_range(table->blocks[i].first_reference, table->blocks[i].nr_references,
				header->references, "reference", &references, "block", i));
	for (uint32_t i = 0; i < header->symbols.count; i++) {
		const struct remt_symbol *symbol = &table->symbols[i];

		TRY(check_string(table, symbol->name_str, "symbol", i));
		TRY(check_range(symbol->first_reference, symbol->nr_references, header->references,
				"reference", &references, "symbol", i));
	}
	for (uint32_t i = 0; i < header->references.count; i++)
		TRY(check_index(table->references[i], header->symbols, "symbol", "reference", i));
	return NULL;
}

static struct error *check_blocks(const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;
	uint64_t edges = 0;
	uint64_t calls = 0;
	uint64_t uses = 0;

	for (uint32_t i = 0; i < header->blocks.count; i++) {
		const struct remt_block *block = &table->blocks[i];

		TRY(check_range(block->first_edge, block->nr_edges, header->edges, "edge", &edges,
				"block", i));
		TRY(check_range(block->first_call, block->nr_calls, header->calls, "call", &calls,
				"block", i));
		TRY(check_range(block->first_use, block->nr_uses, header->uses, "use", &uses,
				"block", i));
	}
	return NULL;
}

static struct error *check_marks(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->marks.count; i++) {
		const struct remt_mark *mark = &table->marks[i];

		TRY(check_index(mark->site, table->header->sites, "site", "mark", i));
		TRY(check_index(mark->block, table->header->blocks, "block", "mark", i));
	}
	return NULL;
}

static struct error *check_functions(const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;
	uint64_t blocks = 0;
	uint64_t variables = 0;

	for (uint32_t i = 0; i < header->functions.count; i++) {
		const struct remt_function *function = &table->functions[i];

		TRY(check_string(table, function->name_str, "function", i));
		TRY(check_string(table, function->asm_name_str, "function", i));
		TRY(check_index(function->symbol, header->symbols, "symbol", "function", i));
		TRY(check_index(function->file, header->files, "file", "function", i));
		TRY(check_index(function->number, header->functions, "number", "function", i));
		TRY(check_range(function->first_block, function->nr_blocks, header->blocks, "block",
				&blocks, "function", i));
		TRY(check_range(function->first_variable, function->nr_variables, header->variables,
				"variable", &variables, "function", i));
		TRY(check_within(table, function, i));
	}
	return NULL;
}

static struct error *check_sites(const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;
	uint64_t mutants = 0;

	for (uint32_t i = 0; i < header->sites.count; i++) {
		const struct remt_site *site = &table->sites[i];

		TRY(check_index(site->function, header->functions, "function", "site", i));
		TRY(check_index(site->file, header->files, "file", "site", i));
		if (site->block != UINT32_MAX)
			TRY(check_index(site->block, header->blocks, "block", "site", i));
		TRY(check_range(site->first_mutant, site->nr_mutants, header->mutants, "mutant",
				&mutants, "site", i));
		TRY(check_place(site->line, site->column, site->end_line, site->end_column, "site",
				i));
		if (site->nr_safe > site->nr_mutants)
			return damaged("site %u: %u safe alternatives of %u", i, site->nr_safe,
				       site->nr_mutants);
	}
	return NULL;
}

static struct error *check_mutants(const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;

	for (uint32_t i = 0; i < header->mutants.count; i++) {
		const struct remt_mutant *mutant = &table->mutants[i];

		TRY(check_index(mutant->site, header->sites, "site", "mutant", i));
		const struct remt_site *site = &table->sites[mutant->site];
		if (i < site->first_mutant || i - site->first_mutant >= site->nr_mutants)
			return damaged("mutant %u: site %u does not list it", i, mutant->site);
		if ((mutant->flags ^ table->mutants[site->first_mutant].flags) & REMT_MUTANT_LAYOUT)
			return damaged("mutant %u: site %u is a layout switch in part", i,
				       mutant->site);
		if (mutant->alternative < 1 || mutant->alternative > site->nr_mutants)
			return damaged("mutant %u: alternative %u of %u", i, mutant->alternative,
				       site->nr_mutants);
		TRY(check_string(table, mutant->op_str, "mutant", i));
		TRY(check_string(table, mutant->replacement_str, "mutant", i));
		TRY(check_string(table, mutant->description_str, "mutant", i));
		TRY(check_place(mutant->line, mutant->column, mutant->end_line, mutant->end_column,
				"mutant", i));
	}
	return NULL;
}

static struct error *check_skips(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->skips.count; i++) {
		const struct remt_skip *skip = &table->skips[i];

		TRY(check_index(skip->file, table->header->files, "file", "skip", i));
		if (skip->reason < REMT_SKIP_FOLDED || skip->reason > REMT_SKIP_USER)
			return damaged("skip %u: unknown reason %u", i, skip->reason);
	}
	return NULL;
}

struct error *check_table(const void *data, size_t available, struct site_table *ret)
{
	struct site_table table;

	TRY(check_header(data, available));
	TRY(check_spans(data));
	point_into(data, &table);
	TRY(check_strings(&table));
	TRY(check_files(&table));
	TRY(check_blocks(&table));
	TRY(check_calls(&table));
	TRY(check_variables(&table));
	TRY(check_references(&table));
	TRY(check_functions(&table));
	TRY(check_sites(&table));
	TRY(check_mutants(&table));
	TRY(check_skips(&table));
	TRY(check_marks(&table));
	*ret = table;
	return NULL;
}
