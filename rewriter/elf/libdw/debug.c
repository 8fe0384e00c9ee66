/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads DWARF by libdw (elfutils): line tables, inlined calls, and what functions return. Variables
 * are not read, and types only as far as a result is a number. libdw relocates the debug information
 * of objects, finds that of stripped files, and the parts of split DWARF.
 */
#include <dwarf.h>
#include <string.h>

#include "rewriter/elf/debug.h"
#include "rewriter/elf/debug_text.h"
#include "rewriter/elf/libdw/file.h"

enum { MAX_DEPTH = 200 }; /* of blocks within blocks */

/* A unit while it is read. */
struct unit {
	const struct libdw_file *file;
	GElf_Addr bias;		     /* what libdw adds to addresses of DWARF */
	Dwarf_Die *die;		     /* of the unit in the file itself */
	struct debug_position place; /* for its directory */
	Dwarf_Files *files;	     /* NULL: not known */
	size_t nr_files;
	Dwarf_Off last; /* where the last entry was that was read */
	FILE *out;
};

const char *debug_library(const char **ret_version)
{
	*ret_version = dwfl_version(NULL);
	return "libdw";
}

/* False: libdw's ADDRESS, without what it adds to those of DWARF, is not in the file. */
static bool find_spot(const struct unit *unit, GElf_Addr address, struct spot *ret)
{
	const struct libdw_file *file = unit->file;
	GElf_Word section = 0;
	int base;

	address += unit->bias;
	if (!file->is_object) {
		*ret = (struct spot){ 0, address - file->elf_bias };
		return true;
	}
	base = dwfl_module_relocate_address(file->module, &address);
	if (base < 0 || !dwfl_module_relocation_info(file->module, (unsigned)base, &section))
		return false;
	*ret = (struct spot){ section, address };
	return true;
}

/* Returns NULL for the name by which libdw calls no file. */
static const char *known_name(const char *name)
{
	return name && strcmp(name, "???") != 0 ? name : NULL;
}

static void write_row(const struct unit *unit, Dwarf_Line *row)
{
	struct debug_position place = unit->place;
	bool is_end, is_statement;
	int line, column;
	Dwarf_Addr address;
	struct spot spot;

	if (dwarf_lineaddr(row, &address) != 0 || dwarf_lineendsequence(row, &is_end) != 0 ||
	    dwarf_lineno(row, &line) != 0 || dwarf_linecol(row, &column) != 0 ||
	    dwarf_linebeginstatement(row, &is_statement) != 0 || line < 0 || column < 0)
		return;
	/* The end of a section of an object may be the address of the next one. */
	if (!find_spot(unit, address - is_end, &spot))
		return;
	spot.address += is_end;
	place.line = (uint64_t)line;
	place.column = (uint64_t)column;
	place.file = is_end ? NULL : known_name(dwarf_linesrc(row, NULL, NULL));
	debug_write_row(unit->out, &spot, &place, is_statement);
}

static void write_rows(const struct unit *unit)
{
	Dwarf_Lines *rows;
	size_t count;

	if (dwarf_getsrclines(unit->die, &rows, &count) != 0)
		return;
	for (size_t i = 0; i < count; i++)
		write_row(unit, dwarf_onesrcline(rows, i));
}

/* Returns 0 if DIE has no such attribute. */
static uint64_t number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	return dwarf_attr(die, name, &attribute) && dwarf_formudata(&attribute, &number) == 0
		       ? number
		       : 0;
}

static void write_inlined(const struct unit *unit, Dwarf_Die *die)
{
	const char *function = dwarf_diename(die);
	uint64_t file = number_of(die, DW_AT_call_file);
	struct debug_position call = unit->place;
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;
	struct spot spot;

	if (!function)
		return;
	if (unit->files && file < unit->nr_files)
		call.file = known_name(dwarf_filesrc(unit->files, file, NULL, NULL));
	call.line = number_of(die, DW_AT_call_line);
	call.column = number_of(die, DW_AT_call_column);
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		if (low < high && find_spot(unit, low, &spot))
			debug_write_inlined(unit->out, &spot, spot.address + (high - low), function,
					    &call);
	}
}

/* True if ATTRIBUTE is a type of integers, truth values or enumerators, under any name. */
static bool is_number(Dwarf_Attribute *attribute)
{
	Dwarf_Die type;
	Dwarf_Word encoding;

	if (!dwarf_formref_die(attribute, &type) || dwarf_peel_type(&type, &type) != 0)
		return false;
	if (dwarf_tag(&type) == DW_TAG_enumeration_type)
		return true;
	return dwarf_tag(&type) == DW_TAG_base_type && dwarf_bytesize(&type) <= 8 &&
	       dwarf_formudata(dwarf_attr(&type, DW_AT_encoding, attribute), &encoding) == 0 &&
	       (encoding == DW_ATE_boolean || encoding == DW_ATE_signed ||
		encoding == DW_ATE_unsigned || encoding == DW_ATE_signed_char ||
		encoding == DW_ATE_unsigned_char);
}

/* Writes what a function returns, unless it is declared to never return. */
static void write_result(const struct unit *unit, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr address;
	struct spot spot;
	bool has_type;

	if (dwarf_entrypc(die, &address) != 0 ||
	    dwarf_attr_integrate(die, DW_AT_noreturn, &attribute) ||
	    !find_spot(unit, address, &spot))
		return;
	has_type = dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL;
	if (!has_type || is_number(&attribute))
		debug_write_result(unit->out, &spot, has_type);
}

/* False: DIE is not behind what was read. Damaged entries may name others as what follows them. */
static bool is_next(struct unit *unit, Dwarf_Die *die)
{
	Dwarf_Off offset = dwarf_dieoffset(die);
	bool is_behind = offset > unit->last;

	unit->last = offset;
	return is_behind;
}

static void write_blocks(struct unit *unit, Dwarf_Die *die, unsigned depth)
{
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		int tag = dwarf_tag(&child);

		if (!is_next(unit, &child))
			return;

		if (tag == DW_TAG_inlined_subroutine)
			write_inlined(unit, &child);
		if (tag == DW_TAG_subprogram)
			write_result(unit, &child);
		if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram ||
		    tag == DW_TAG_lexical_block || tag == DW_TAG_namespace)
			write_blocks(unit, &child, depth + 1);
	} while (dwarf_siblingof(&child, &child) == 0);
}

static void write_unit(struct unit *unit)
{
	Dwarf_Attribute attribute;
	Dwarf_Die part = { 0 }, *entries = unit->die;

	if (dwarf_attr(unit->die, DW_AT_comp_dir, &attribute))
		unit->place.directory = dwarf_formstring(&attribute);
	/* What is in a file of its own (split DWARF) is there. */
	if (dwarf_cu_info(unit->die->cu, NULL, NULL, NULL, &part, NULL, NULL, NULL) == 0 && part.cu)
		entries = &part;
	if (dwarf_getsrcfiles(entries, &unit->files, &unit->nr_files) != 0)
		unit->files = NULL;
	write_rows(unit);
	unit->last = 0;
	write_blocks(unit, entries, 0);
}

struct error *debug_read_lines(const char *path, FILE *out)
{
	struct libdw_file file;
	struct error *err = libdw_file_open(path, &file);
	struct unit unit = { .file = &file, .out = out };

	while (!err && (unit.die = dwfl_module_nextcu(file.module, unit.die, &unit.bias))) {
		unit.place = (struct debug_position){ 0 };
		write_unit(&unit);
	}
	libdw_file_close(&file);
	return err;
}

struct error *debug_read_symbols(const char *path, FILE *out)
{
	struct libdw_file file;
	struct error *err = libdw_file_open(path, &file);
	int count = err ? 0 : dwfl_module_getsymtab(file.module);

	for (int i = 1; i < count; i++) { /* the first symbol is empty */
		GElf_Sym symbol;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(file.module, i, &symbol, &address, NULL,
							   NULL, NULL);

		if (name && GELF_ST_TYPE(symbol.st_info) == STT_FUNC &&
		    symbol.st_shndx != SHN_UNDEF && symbol.st_size)
			debug_write_function(out, address - file.elf_bias, symbol.st_size, name);
	}
	libdw_file_close(&file);
	return err;
}
