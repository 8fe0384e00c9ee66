/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes line tables, inlined calls, and what functions return, from the DWARF of all units.
 * Variables are not read, and types only as far as a result is a number.
 */
#include <dwarf.h>
#include <inttypes.h>
#include <string.h>

#include "rewriter/elf/debug.h"

enum { MAX_DEPTH = 200 }; /* of blocks within blocks */

/* A unit while it is read. */
struct unit {
	const struct debug *debug;
	GElf_Addr bias; /* what libdw adds to addresses of DWARF */
	Dwarf_Die *die;
	FILE *out;
};

/* Writes TEXT as a part of a line: without line ends. */
static void print_text(FILE *out, const char *text)
{
	for (; *text; text++)
		putc(*text == '\n' ? '?' : *text, out);
}

/* Writes the path of a source. A relative path counts from the directory of the compilation. */
static void print_path(const struct unit *unit, const char *path)
{
	Dwarf_Attribute attribute;
	const char *directory = path[0] != '/' && dwarf_attr(unit->die, DW_AT_comp_dir, &attribute)
					? dwarf_formstring(&attribute)
					: NULL;

	if (directory) {
		print_text(unit->out, directory);
		putc('/', unit->out);
	}
	print_text(unit->out, path);
}

static void print_row(const struct unit *unit, Dwarf_Line *row)
{
	Dwarf_Addr address;
	bool is_end, is_statement;
	int line, column;
	uint32_t section;
	uint64_t place;
	const char *file = dwarf_linesrc(row, NULL, NULL);

	if (dwarf_lineaddr(row, &address) != 0 || dwarf_lineendsequence(row, &is_end) != 0 ||
	    dwarf_lineno(row, &line) != 0 || dwarf_linecol(row, &column) != 0 ||
	    dwarf_linebeginstatement(row, &is_statement) != 0 || line < 0 || column < 0 ||
	    !debug_place(unit->debug, address + unit->bias, &section, &place))
		return;
	fprintf(unit->out, "l %" PRIx32 " %" PRIx64 " %x %x %d ", section, place, (unsigned)line,
		(unsigned)column, is_statement);
	if (!is_end && file)
		print_path(unit, file);
	putc('\n', unit->out);
}

static void print_rows(const struct unit *unit)
{
	Dwarf_Lines *rows;
	size_t count;

	if (dwarf_getsrclines(unit->die, &rows, &count) != 0)
		return;
	for (size_t i = 0; i < count; i++)
		print_row(unit, dwarf_onesrcline(rows, i));
}

static unsigned number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word number;

	return dwarf_attr(die, name, &attribute) && dwarf_formudata(&attribute, &number) == 0 &&
			       number <= INT32_MAX
		       ? (unsigned)number
		       : 0;
}

/* Returns NULL if the debug information does not tell the file. */
static const char *call_file_of(const struct unit *unit, Dwarf_Die *die)
{
	unsigned number = number_of(die, DW_AT_call_file);
	const char *name = NULL;
	Dwarf_Files *files;
	size_t count;

	if (dwarf_getsrcfiles(unit->die, &files, &count) == 0 && number < count)
		name = dwarf_filesrc(files, number, NULL, NULL);
	return name;
}

static void print_inlined(const struct unit *unit, Dwarf_Die *die)
{
	const char *function = dwarf_diename(die), *call_file = call_file_of(unit, die);
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	if (!function)
		return;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		uint32_t section;
		uint64_t place;

		if (low >= high || !debug_place(unit->debug, low + unit->bias, &section, &place))
			continue;
		fprintf(unit->out, "i %" PRIx32 " %" PRIx64 " %" PRIx64 " %x %x %zx ", section,
			place, place + (high - low), number_of(die, DW_AT_call_line),
			number_of(die, DW_AT_call_column), strlen(function));
		print_text(unit->out, function);
		if (call_file)
			print_path(unit, call_file);
		else
			putc('?', unit->out);
		putc('\n', unit->out);
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
static void print_result(const struct unit *unit, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Addr address;
	uint32_t section;
	uint64_t place;
	char kind = 'v';

	if (dwarf_entrypc(die, &address) != 0 ||
	    dwarf_attr_integrate(die, DW_AT_noreturn, &attribute) ||
	    !debug_place(unit->debug, address + unit->bias, &section, &place))
		return;
	if (dwarf_attr_integrate(die, DW_AT_type, &attribute)) {
		if (!is_number(&attribute))
			return;
		kind = 'n';
	}
	fprintf(unit->out, "%c %" PRIx32 " %" PRIx64 " \n", kind, section, place);
}

static void print_blocks(const struct unit *unit, Dwarf_Die *die, unsigned depth)
{
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_inlined_subroutine)
			print_inlined(unit, &child);
		if (tag == DW_TAG_subprogram)
			print_result(unit, &child);
		if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram ||
		    tag == DW_TAG_lexical_block || tag == DW_TAG_namespace)
			print_blocks(unit, &child, depth + 1);
	} while (dwarf_siblingof(&child, &child) == 0);
}

struct error *debug_read_lines(const char *path, FILE *out)
{
	struct debug debug;
	struct error *err = debug_open(path, &debug);
	struct unit unit = { .debug = &debug, .out = out };

	while (!err && (unit.die = dwfl_module_nextcu(debug.module, unit.die, &unit.bias))) {
		print_rows(&unit);
		print_blocks(&unit, unit.die, 0);
	}
	debug_close(&debug);
	return err;
}
