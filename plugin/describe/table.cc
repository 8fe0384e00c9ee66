/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds the site table of include/remt/sites.h in memory, hashes it and writes it as assembly.
 * Rows are only appended; no row is sorted or removed.
 */
#include "plugin/describe/table.h"
#include "plugin/base/digest.h"
#include "plugin/base/options.h"
#include "plugin/base/section.h"
#include "plugin/describe/canonical_type.h"
#include "plugin/describe/graph.h"
#include "plugin/describe/reading.h"
#include "plugin/describe/semantics.h"
#include "plugin/describe/symbols.h"
#include "toplev.h"

#include "remt/version.h"

typedef hash_map<nofree_string_hash, uint32_t> string_map;

static vec<char> strings;
static string_map *string_offsets;
static vec<remt_file> files;
static vec<remt_function> functions;
static vec<remt_site> sites;
static vec<remt_mutant> mutants;
static vec<remt_skip> skips;

uint32_t table_string(const char *text)
{
	uint32_t offset;

	if (!string_offsets) {
		string_offsets = new string_map;
		strings.safe_push(0);
	}
	if (!text || !*text)
		return 0;
	uint32_t *known = string_offsets->get(text);

	if (known)
		return *known;
	offset = strings.length();
	for (const char *p = text;; p++) {
		strings.safe_push(*p);
		if (!*p)
			break;
	}
	string_offsets->put(xstrdup(text), offset);
	return offset;
}

static uint32_t add_file(source *file)
{
	remt_file row = {};

	if (file->index < 0) {
		row.path_str = table_string(file->path);
		row.hash = file->hash;
		file->index = files.length();
		files.safe_push(row);
	}
	return file->index;
}

unsigned table_add_function(unsigned number, unsigned flags)
{
	tree decl = current_function_decl;
	expanded_location where = expand_location(DECL_SOURCE_LOCATION(decl));
	expanded_location end = expand_location(cfun->function_end_locus);
	source *file = source_note(where.file ? where.file : main_input_filename);
	remt_function row = {};

	row.name_str = table_string(DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "");
	row.asm_name_str = table_string(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)));
	row.symbol = symbol_row(decl);
	row.signature = canonical_signature(TREE_TYPE(decl));
	row.file = add_file(file);
	row.line = where.line;
	row.end_line = end.line > where.line ? end.line : where.line;
	row.number = number;
	row.flags = flags | (TREE_PUBLIC(decl) ? 0 : REMT_FUNCTION_STATIC);
	graph_add_function(&row);
	functions.safe_push(row);
	return functions.length() - 1;
}

static void add_mutant(const alternative &alt, unsigned number)
{
	remt_mutant row = {};

	row.site = sites.length();
	row.alternative = number;
	row.op_str = table_string(alt.op_id);
	row.line = alt.line;
	row.column = alt.column;
	row.end_line = alt.end_line;
	row.end_column = alt.end_column;
	row.replacement_str = table_string(alt.replacement);
	row.description_str = table_string(alt.description);
	row.flags = alt.flags;
	mutants.safe_push(row);
}

void table_add_site(site *s, unsigned function)
{
	remt_site row = {};

	row.function = function;
	row.file = add_file(s->file);
	row.line = s->line;
	row.column = s->column;
	row.end_line = s->end_line;
	row.end_column = s->end_column;
	row.block = s->block < 0 ? UINT32_MAX : s->block;
	row.first_mutant = mutants.length();
	row.nr_mutants = s->alternatives.length();
	row.nr_safe = s->nr_safe;
	row.line_hash = source_line_hash(s->file, s->line);
	for (unsigned i = 0; i < s->alternatives.length(); i++)
		add_mutant(s->alternatives[i], i + 1);
	s->number = sites.length();
	sites.safe_push(row);
}

unsigned table_nr_sites(void)
{
	return sites.length();
}

static void add_skips(void)
{
	for (const skip &s : skip_all()) {
		remt_skip row = { add_file(s.file), s.line, s.column, (uint32_t)s.reason };

		skips.safe_push(row);
	}
	for (const site &s : site_all())
		if (s.is_dropped) {
			remt_skip row = { add_file(s.file), s.line, s.column, REMT_SKIP_FOLDED };

			skips.safe_push(row);
		}
}

template <typename T> static remt_span append_rows(vec<char> *out, const vec<T> &rows)
{
	remt_span span;

	while (out->length() % 8)
		out->safe_push(0);
	span.offset = out->length();
	span.count = rows.length();
	if (!rows.is_empty()) {
		out->safe_grow(span.offset + rows.length() * sizeof(T));
		memcpy(out->address() + span.offset, rows.address(), rows.length() * sizeof(T));
	}
	return span;
}

static char *producer(void)
{
	return xasprintf("%s %s -O%d%s", lang_hooks.name, gcc_version.basever, optimize,
			 optimize_size ? " -Os" : "");
}

static void build(vec<char> *out)
{
	remt_sites_header header = {};
	char *compiler = producer(), *options = semantics_options(), *command = semantics_command();
	const graph_rows &graph = graph_all();
	text_hashes assembly = semantics_assembly(), collected;

	add_skips();
	symbols_complete();
	memcpy(header.magic, REMT_SITES_MAGIC, sizeof(header.magic));
	header.version = REMT_SITES_VERSION;
	header.header_size = sizeof(header);
	header.comp_dir_str = table_string(get_src_pwd());
	header.input_str = table_string(main_input_filename);
	header.producer_str = table_string(compiler);
	header.preset_str = table_string(options_preset());
	header.remt_version_str = table_string(REMT_VERSION);
	header.options_str = table_string(options);
	header.command_str = table_string(command);
	header.reading = reading_hash(assembly.exact != 0);
	header.flags = reading_flags();
	collected = symbols_collected();
	header.assembly = assembly.exact;
	header.neutral_assembly = assembly.neutral;
	header.collected = collected.exact;
	header.neutral_collected = collected.neutral;
	free(compiler);
	free(options);
	free(command);
	out->safe_grow_cleared(sizeof(header));
	header.files = append_rows(out, files);
	header.functions = append_rows(out, functions);
	header.sites = append_rows(out, sites);
	header.mutants = append_rows(out, mutants);
	header.skips = append_rows(out, skips);
	header.blocks = append_rows(out, graph.blocks);
	header.edges = append_rows(out, graph.edges);
	header.calls = append_rows(out, graph.calls);
	header.variables = append_rows(out, graph.variables);
	header.uses = append_rows(out, graph.uses);
	header.symbols = append_rows(out, symbol_rows());
	header.references = append_rows(out, graph.references);
	header.marks = append_rows(out, graph.marks);
	header.strings = append_rows(out, strings);
	while (out->length() % 8)
		out->safe_push(0);
	header.size = out->length();
	memcpy(out->address(), &header, sizeof(header));
	header.uid = digest(out->address(), out->length());
	memcpy(out->address(), &header, sizeof(header));
}

unsigned long long table_emit(void)
{
	vec<char> bytes = vNULL;
	remt_sites_header header;

	build(&bytes);
	section_emit(REMT_SITES_SECTION, bytes);
	memcpy(&header, bytes.address(), sizeof(header));
	bytes.release();
	return header.uid;
}
