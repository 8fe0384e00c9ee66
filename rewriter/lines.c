/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/lines.h"

#include <libdwarf/dwarf.h>
#include <stdlib.h>

#include "common/intern.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "rewriter/debug.h"

/* From an address to that of the next row. */
struct row {
	uint64_t address;
	uint32_t order; /* in which it was read: the last one of an address counts */
	uint32_t number;
	const char *file; /* NULL: nothing is there */
};

struct lines {
	VEC(struct row) rows; /* by address */
	struct intern *files;
};

static void add_row(struct lines *lines, Dwarf_Debug debug, Dwarf_Line line)
{
	struct row row = { .order = (uint32_t)lines->rows.count };
	Dwarf_Addr address;
	Dwarf_Unsigned number;
	Dwarf_Bool is_end;
	Dwarf_Error failure;
	char *name;

	if (dwarf_lineaddr(line, &address, &failure) != DW_DLV_OK ||
	    dwarf_lineendsequence(line, &is_end, &failure) != DW_DLV_OK ||
	    dwarf_lineno(line, &number, &failure) != DW_DLV_OK)
		return;
	row.address = address;
	row.number = (uint32_t)number;
	if (!is_end && dwarf_linesrc(line, &name, &failure) == DW_DLV_OK) {
		row.file = intern_string(lines->files, name);
		dwarf_dealloc(debug, name, DW_DLA_STRING);
	}
	vec_push(&lines->rows, row);
}

static void add_unit(struct lines *lines, Dwarf_Debug debug, Dwarf_Die die)
{
	Dwarf_Unsigned version;
	Dwarf_Small nr_tables;
	Dwarf_Line_Context context;
	Dwarf_Line *rows;
	Dwarf_Signed count;
	Dwarf_Error failure;

	if (dwarf_srclines_b(die, &version, &nr_tables, &context, &failure) != DW_DLV_OK)
		return;
	if (dwarf_srclines_from_linecontext(context, &rows, &count, &failure) == DW_DLV_OK) {
		for (Dwarf_Signed i = 0; i < count; i++)
			add_row(lines, debug, rows[i]);
	}
	dwarf_srclines_dealloc_b(context);
}

/* All units of .debug_info; what libdwarf says of damage ends it. */
static int add_units(struct lines *lines, Dwarf_Debug debug, Dwarf_Error *failure)
{
	for (;;) {
		Dwarf_Unsigned length, type_offset, next;
		Dwarf_Half version, address_size, length_size, extension_size, unit_type;
		Dwarf_Off abbreviations;
		Dwarf_Sig8 signature;
		Dwarf_Die die;
		int found = dwarf_next_cu_header_d(
			debug, 1, &length, &version, &abbreviations, &address_size, &length_size,
			&extension_size, &signature, &type_offset, &next, &unit_type, failure);

		if (found == DW_DLV_OK)
			found = dwarf_siblingof_b(debug, NULL, 1, &die, failure);
		if (found != DW_DLV_OK)
			return found;
		add_unit(lines, debug, die);
		dwarf_dealloc(debug, die, DW_DLA_DIE);
	}
}

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	/* Where a sequence ends another one may begin. */
	if (!x->file != !y->file)
		return x->file ? 1 : -1;
	return (x->order > y->order) - (x->order < y->order);
}

struct error *lines_read(const char *path, struct lines **ret)
{
	struct lines *lines = xcalloc(1, sizeof(*lines));
	Dwarf_Error failure = NULL;
	struct debug debug;
	struct error *err = debug_open(path, &debug);

	lines->files = intern_create();
	if (!err && debug.dwarf && add_units(lines, debug.dwarf, &failure) == DW_DLV_ERROR)
		err = debug_error(&debug, "debug information", failure);
	debug_close(&debug);
	if (lines->rows.count)
		qsort(lines->rows.items, lines->rows.count, sizeof(*lines->rows.items),
		      compare_rows);
	if (err)
		lines_destroy(lines);
	else
		*ret = lines;
	return err;
}

void lines_destroy(struct lines *lines)
{
	if (!lines)
		return;
	intern_destroy(lines->files);
	vec_deinit(&lines->rows);
	free(lines);
}

bool lines_find(const struct lines *lines, uint64_t address, struct line *ret)
{
	size_t low = 0, high = lines ? lines->rows.count : 0;

	/* The first one behind ADDRESS. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lines->rows.items[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || !lines->rows.items[low - 1].file || !lines->rows.items[low - 1].number)
		return false;
	*ret = (struct line){ lines->rows.items[low - 1].file, lines->rows.items[low - 1].number };
	return true;
}
