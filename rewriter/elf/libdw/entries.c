/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the entries of functions, variables and types by libdw. */
#include <dwarf.h>
#include <inttypes.h>
#include <stdint.h>

#include "rewriter/elf/debug.h"
#include "rewriter/elf/debug_text.h"
#include "rewriter/elf/debug_words.h"
#include "rewriter/elf/libdw/file.h"

/* What is written of a unit. */
struct output {
	FILE *out;
	Dwarf_Files *files; /* NULL: not known */
	size_t nr_files;
	Dwarf_Off last; /* where the last entry was that was read */
};

#define RETURN(dwarf, word)                                                                        \
	case dwarf: return word;

/* Returns NR_DEBUG_TAGS for what is not told. */
static enum debug_tag tag_of(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
		DEBUG_TAGS(RETURN)
	default: return NR_DEBUG_TAGS;
	}
}

static bool find_number(Dwarf_Die *die, unsigned name, uint64_t *ret)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	if (!dwarf_attr_integrate(die, name, &attribute) ||
	    dwarf_formudata(&attribute, &number) != 0)
		return false;
	*ret = number;
	return true;
}

static bool has_flag(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	bool is_set;

	return dwarf_attr(die, name, &attribute) && dwarf_formflag(&attribute, &is_set) == 0 &&
	       is_set;
}

/* The number of elements of a dimension, or the bytes of a type. */
static bool find_size(Dwarf_Die *die, enum debug_tag tag, uint64_t *ret)
{
	uint64_t last;

	if (tag != DEBUG_DIMENSION)
		return find_number(die, DW_AT_byte_size, ret);
	if (find_number(die, DW_AT_count, ret))
		return true;
	if (!find_number(die, DW_AT_upper_bound, &last))
		return false;
	*ret = last + 1;
	return true;
}

static enum debug_encoding encoding_of(Dwarf_Die *die)
{
	uint64_t encoding;

	if (!find_number(die, DW_AT_encoding, &encoding))
		return DEBUG_OTHER_ENCODING;
	switch (encoding) {
		DEBUG_ENCODINGS(RETURN)
	default: return DEBUG_OTHER_ENCODING;
	}
}

/* Returns the file in which DIE is declared; NULL: not known. */
static const char *find_file(const struct output *output, Dwarf_Die *die)
{
	uint64_t file;

	if (!output->files || !find_number(die, DW_AT_decl_file, &file) || file >= output->nr_files)
		return NULL;
	return dwarf_filesrc(output->files, file, NULL, NULL);
}

static void write_entry(const struct output *output, unsigned depth, enum debug_tag tag,
			Dwarf_Die *die)
{
	uint64_t size = 0, bits = 0, line = 0, offset = 0, type_key = 0;
	unsigned flags = 0;
	Dwarf_Attribute attribute;
	Dwarf_Die type;

	if (dwarf_attr_integrate(die, DW_AT_type, &attribute)) {
		flags |= DEBUG_HAS_TYPE;
		if (dwarf_formref_die(&attribute, &type))
			type_key = (uintptr_t)type.addr;
	}
	flags |= find_size(die, tag, &size) ? DEBUG_HAS_SIZE : 0;
	flags |= has_flag(die, DW_AT_declaration) ? DEBUG_IS_DECLARED : 0;
	flags |= dwarf_attr(die, DW_AT_abstract_origin, &attribute) ? DEBUG_IS_COPY : 0;
	if (dwarf_attr_integrate(die, DW_AT_external, &attribute))
		flags |= DEBUG_IS_EXTERNAL;
	find_number(die, DW_AT_bit_size, &bits);
	find_number(die, DW_AT_decl_line, &line);
	find_number(die, DW_AT_data_member_location, &offset);
	debug_write_entry(output->out,
			  &(struct debug_entry){
				  .depth = depth,
				  .tag = tag,
				  .key = (uintptr_t)die->addr,
				  .type = type_key,
				  .size = size,
				  .bits = bits,
				  .encoding = encoding_of(die),
				  .flags = flags,
				  .line = line,
				  .offset = offset,
				  .name = dwarf_diename(die),
				  .file = tag == DEBUG_FUNCTION ? find_file(output, die) : NULL,
			  });
}

static void write_level(struct output *output, Dwarf_Die *die, unsigned depth);

/* False: DIE is not behind what was read. Damaged entries may name others as what follows them. */
static bool take_entry(struct output *output, Dwarf_Die *die, unsigned depth)
{
	enum debug_tag tag = tag_of(die);
	Dwarf_Off last = output->last;

	output->last = dwarf_dieoffset(die);
	if (output->last <= last)
		return false;
	if (tag == NR_DEBUG_TAGS)
		return true;
	write_entry(output, depth, tag, die);
	if (depth == 0)
		write_level(output, die, depth + 1);
	return true;
}

/* Writes what is directly below DIE. */
static void write_level(struct output *output, Dwarf_Die *die, unsigned depth)
{
	Dwarf_Die child;

	if (dwarf_child(die, &child) != 0)
		return;
	while (take_entry(output, &child, depth) && dwarf_siblingof(&child, &child) == 0)
		continue;
}

static bool is_c(Dwarf_Die *die)
{
#define IS_C(dwarf) case dwarf:
	switch (dwarf_srclang(die)) {
		DEBUG_LANGUAGES(IS_C)
		return true;
	default: return false;
	}
}

static const char *string_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(die, name, &attribute) ? dwarf_formstring(&attribute) : NULL;
}

/* Returns the file of the other half of the unit DIE. NULL: it has one half. */
static const char *half_name(Dwarf_Die *die)
{
	const char *name = string_of(die, DW_AT_dwo_name);

	return name ? name : string_of(die, DW_AT_GNU_dwo_name);
}

static void write_unit(FILE *out, Dwarf_Die *die)
{
	struct output output = { .out = out };
	Dwarf_Die part = { 0 }, *entries = die;
	const char *directory, *half = half_name(die);
	unsigned flags;
	uint8_t type = 0;

	dwarf_cu_info(die->cu, NULL, &type, NULL, &part, NULL, NULL, NULL);
	/* That of a type unit is its type, which is one of its entries. */
	if (part.cu && type == DW_UT_skeleton)
		entries = &part;
	flags = is_c(entries) ? DEBUG_IS_C : 0;
	if (entries == die && (half || type == DW_UT_skeleton))
		flags |= DEBUG_IS_LOST;
	if (dwarf_getsrcfiles(entries, &output.files, &output.nr_files) != 0 &&
	    dwarf_getsrcfiles(die, &output.files, &output.nr_files) != 0)
		output.files = NULL;
	directory = string_of(die, DW_AT_comp_dir);
	debug_write_unit(out, flags, flags & DEBUG_IS_LOST ? half : dwarf_diename(entries),
			 directory ? directory : string_of(entries, DW_AT_comp_dir),
			 string_of(entries, DW_AT_producer));
	/* Types of their own units, and those that units share, are in C or not as the others are. */
	if (flags & DEBUG_IS_C || dwarf_tag(entries) != DW_TAG_compile_unit)
		write_level(&output, entries, 0);
}

struct error *debug_read_entries(const char *path, FILE *out)
{
	struct libdw_file file;
	struct error *err = libdw_file_open(path, &file);
	Dwarf_Addr bias;
	Dwarf_Die *die = NULL;

	while (!err && (die = dwfl_module_nextcu(file.module, die, &bias)))
		write_unit(out, die);
	libdw_file_close(&file);
	return err;
}
