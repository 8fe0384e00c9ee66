/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the entries of functions, variables and types by libdwarf. */
#include <libdwarf/dwarf.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "rewriter/elf/debug.h"
#include "rewriter/elf/debug_text.h"
#include "rewriter/elf/debug_words.h"
#include "rewriter/elf/libdwarf/reader.h"
#include "rewriter/elf/libdwarf/unit.h"

/*
 * A key is the offset of an entry in its file. Above it is which file that is: 0 for the file
 * itself, and 1 and more for the other half of a unit.
 */
enum { OFFSET_BITS = 40 };

/* A unit while it is written. */
struct output {
	struct reader *reader;
	struct debug_source *source; /* of its entries */
	uint64_t file;		     /* which file SOURCE is, as keys have it */
	const struct unit_table *table;
	const char *directory; /* NULL: not known */
	Dwarf_Off last;	       /* where the last entry was that was read */
};

#define RETURN(dwarf, word)                                                                        \
	case dwarf: return word;

/* Returns NR_DEBUG_TAGS for what is not told. */
static enum debug_tag tag_of(struct debug_source *source, Dwarf_Die die)
{
	switch (debug_source_tag(source, die)) {
		DEBUG_TAGS(RETURN)
	default: return NR_DEBUG_TAGS;
	}
}

static bool integrate(const struct output *output, Dwarf_Die die, Dwarf_Half name,
		      struct debug_found *ret)
{
	return debug_source_integrate(&output->reader->shared, output->source, die, name, ret);
}

static bool find_number(const struct output *output, Dwarf_Die die, Dwarf_Half name, uint64_t *ret)
{
	struct debug_found found;
	bool is_there;

	if (!integrate(output, die, name, &found))
		return false;
	is_there = debug_source_value(found.source, found.attribute, ret);
	debug_found_deinit(&found);
	return is_there;
}

static bool has_attribute(struct debug_source *source, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Bool is_there;

	return debug_source_is_done(source, dwarf_hasattr(die, name, &is_there, &source->error)) &&
	       is_there;
}

static bool has_flag(struct debug_source *source, Dwarf_Die die, Dwarf_Half name)
{
	Dwarf_Attribute attribute;
	Dwarf_Bool is_set;

	if (!debug_source_find(source, die, name, &attribute))
		return false;
	if (!debug_source_is_done(source, dwarf_formflag(attribute, &is_set, &source->error)))
		is_set = false;
	dwarf_dealloc_attribute(attribute);
	return is_set;
}

/* The number of elements of a dimension, or the bytes of a type. */
static bool find_size(const struct output *output, Dwarf_Die die, enum debug_tag tag, uint64_t *ret)
{
	uint64_t last;

	if (tag != DEBUG_DIMENSION)
		return find_number(output, die, DW_AT_byte_size, ret);
	if (find_number(output, die, DW_AT_count, ret))
		return true;
	if (!find_number(output, die, DW_AT_upper_bound, &last))
		return false;
	*ret = last + 1;
	return true;
}

static enum debug_encoding encoding_of(const struct output *output, Dwarf_Die die)
{
	uint64_t encoding;

	if (!find_number(output, die, DW_AT_encoding, &encoding))
		return DEBUG_OTHER_ENCODING;
	switch (encoding) {
		DEBUG_ENCODINGS(RETURN)
	default: return DEBUG_OTHER_ENCODING;
	}
}

/* Returns 0 for an entry that has no key, as no unit of this file tells of it. */
static uint64_t key_of(const struct output *output, struct debug_source *source, Dwarf_Die die)
{
	Dwarf_Off offset;

	if (source != output->source || dwarf_get_die_infotypes_flag(die) == 0 ||
	    !debug_source_is_done(source, dwarf_dieoffset(die, &offset, &source->error)) ||
	    offset >> OFFSET_BITS)
		return 0;
	return output->file << OFFSET_BITS | offset;
}

/* True if DIE has a type, whose key is 0 where it is not known. */
static bool find_type(const struct output *output, Dwarf_Die die, uint64_t *ret_key)
{
	struct debug_source *source;
	struct debug_found found;
	Dwarf_Die type;

	if (!integrate(output, die, DW_AT_type, &found))
		return false;
	if (debug_source_follow(&output->reader->shared, &found, &source, &type)) {
		*ret_key = key_of(output, source, type);
		dwarf_dealloc_die(type);
	}
	debug_found_deinit(&found);
	return true;
}

/* Returns the name of DIE or of what it is a copy of. NULL: it has none. */
static const char *name_of(const struct output *output, Dwarf_Die die)
{
	struct debug_found found;
	const char *name;

	if (!integrate(output, die, DW_AT_name, &found))
		return NULL;
	name = debug_source_string(found.source, found.attribute);
	debug_found_deinit(&found);
	return name;
}

/* Returns the file in which DIE is declared, which the caller frees. NULL: it is not known. */
static char *find_file(const struct output *output, Dwarf_Die die)
{
	const char *path;
	uint64_t file;

	if (!find_number(output, die, DW_AT_decl_file, &file) ||
	    file >= output->table->paths.count || !output->table->paths.items[file])
		return NULL;
	path = output->table->paths.items[file];
	return path[0] == '/' || !output->directory ? xstrdup(path)
						    : xasprintf("%s/%s", output->directory, path);
}

static void write_entry(const struct output *output, unsigned depth, enum debug_tag tag,
			Dwarf_Die die)
{
	struct debug_source *source = output->source;
	_cleanup_free_ char *file = tag == DEBUG_FUNCTION ? find_file(output, die) : NULL;
	struct debug_entry entry = { .depth = depth, .tag = tag, .file = file };
	struct debug_found external;

	entry.flags |= find_type(output, die, &entry.type) ? DEBUG_HAS_TYPE : 0;
	entry.flags |= find_size(output, die, tag, &entry.size) ? DEBUG_HAS_SIZE : 0;
	entry.flags |= has_flag(source, die, DW_AT_declaration) ? DEBUG_IS_DECLARED : 0;
	entry.flags |= has_attribute(source, die, DW_AT_abstract_origin) ? DEBUG_IS_COPY : 0;
	if (integrate(output, die, DW_AT_external, &external)) {
		entry.flags |= DEBUG_IS_EXTERNAL;
		debug_found_deinit(&external);
	}
	find_number(output, die, DW_AT_bit_size, &entry.bits);
	find_number(output, die, DW_AT_decl_line, &entry.line);
	find_number(output, die, DW_AT_data_member_location, &entry.offset);
	entry.key = key_of(output, source, die);
	entry.encoding = encoding_of(output, die);
	entry.name = name_of(output, die);
	debug_write_entry(output->reader->out, &entry);
}

static void write_level(struct output *output, Dwarf_Die die, unsigned depth);

/* False: DIE is not behind what was read. Damaged entries may name others as what follows them. */
static bool take_entry(struct output *output, Dwarf_Die die, unsigned depth)
{
	struct debug_source *source = output->source;
	enum debug_tag tag = tag_of(source, die);
	Dwarf_Off last = output->last;

	if (!debug_source_is_done(source, dwarf_dieoffset(die, &output->last, &source->error)) ||
	    output->last <= last)
		return false;
	if (tag == NR_DEBUG_TAGS)
		return true;
	write_entry(output, depth, tag, die);
	if (depth == 0)
		write_level(output, die, depth + 1);
	return true;
}

/* Writes what is directly below DIE. */
static void write_level(struct output *output, Dwarf_Die die, unsigned depth)
{
	struct debug_source *source = output->source;
	Dwarf_Die child, next = NULL;

	if (!debug_source_is_done(source, dwarf_child(die, &child, &source->error)))
		return;
	for (bool is_there = true; is_there; child = next) {
		is_there = take_entry(output, child, depth) &&
			   debug_source_is_done(source,
						dwarf_siblingof_c(child, &next, &source->error));
		dwarf_dealloc_die(child);
	}
}

static bool is_c(uint64_t language)
{
#define IS_C(dwarf) case dwarf:
	switch (language) {
		DEBUG_LANGUAGES(IS_C)
		return true;
	default: return false;
	}
}

static uint64_t language_of(const struct output *output, Dwarf_Die die, Dwarf_Die entries)
{
	uint64_t language = debug_source_number(output->source, entries, DW_AT_language);

	return language ? language
			: debug_source_number(&output->reader->main, die, DW_AT_language);
}

/* Writes the unit whose entry in the file itself is DIE, and its entries, which are below ENTRIES. */
static void write_whole(struct output *output, Dwarf_Die die, Dwarf_Die entries)
{
	unsigned flags = is_c(language_of(output, die, entries)) ? DEBUG_IS_C : 0;
	Dwarf_Half tag = debug_source_tag(output->source, entries);
	const char *lost = die == entries ? reader_half_name(output->reader, die) : NULL;

	if (lost || tag == DW_TAG_skeleton_unit)
		flags |= DEBUG_IS_LOST;
	if (!output->directory)
		output->directory = debug_source_text(output->source, entries, DW_AT_comp_dir);
	debug_write_unit(output->reader->out, flags,
			 flags & DEBUG_IS_LOST ? lost : name_of(output, entries), output->directory,
			 debug_source_text(output->source, entries, DW_AT_producer));
	/* Types of their own units, and those that units share, are in C or not as the others are. */
	if (flags & DEBUG_IS_C || tag != DW_TAG_compile_unit)
		write_level(output, entries, 0);
}

static void write_unit(struct reader *reader, Dwarf_Die die)
{
	struct unit_table table, half_table = { 0 };
	struct output output = {
		.reader = reader,
		.source = &reader->main,
		.table = &table,
		.directory = debug_source_text(&reader->main, die, DW_AT_comp_dir),
	};
	struct debug_source *half;
	Dwarf_Die entries;

	unit_table_open(&reader->main, die, &table);
	if (reader_find_half(reader, die, output.directory, &half, &entries)) {
		output.source = half;
		output.file = reader->unit + 1;
		unit_table_open(half, entries, &half_table);
		if (half_table.rows)
			output.table = &half_table;
		write_whole(&output, die, entries);
		unit_table_close(&half_table);
		dwarf_dealloc_die(entries);
	} else {
		write_whole(&output, die, die);
	}
	unit_table_close(&table);
}

struct error *debug_read_entries(const char *path, FILE *out)
{
	return reader_read(path, out, write_unit);
}
