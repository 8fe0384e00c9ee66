/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "common/xalloc.h"
#include "rewriter/elf/libdwarf/unit.h"

enum { MAX_FILES = 1 << 20 };

/* Reads what says where a row is. False: libdwarf does not know. */
static bool read_place(struct debug_source *source, Dwarf_Line line, Dwarf_Addr *ret_address,
		       Dwarf_Bool *ret_is_end)
{
	return debug_source_is_done(source, dwarf_lineaddr(line, ret_address, &source->error)) &&
	       debug_source_is_done(source,
				    dwarf_lineendsequence(line, ret_is_end, &source->error));
}

static void write_row(const struct unit *unit, struct debug_source *source, Dwarf_Line row)
{
	struct debug_position place = unit->place;
	Dwarf_Unsigned line, column, file;
	Dwarf_Bool is_statement, is_end;
	Dwarf_Addr address;
	struct spot spot;

	if (!read_place(source, row, &address, &is_end) ||
	    !debug_source_is_done(source, dwarf_lineno(row, &line, &source->error)) ||
	    !debug_source_is_done(source, dwarf_lineoff_b(row, &column, &source->error)) ||
	    !debug_source_is_done(source,
				  dwarf_linebeginstatement(row, &is_statement, &source->error)) ||
	    !debug_source_is_done(source, dwarf_line_srcfileno(row, &file, &source->error)) ||
	    line > INT32_MAX || column > INT32_MAX ||
	    !debug_image_find(unit->reader->image, address, &spot))
		return;
	place.line = line;
	place.column = column;
	if (!is_end && file < unit->table.paths.count)
		place.file = unit->table.paths.items[file];
	debug_write_row(unit->reader->out, &spot, &place, is_statement);
}

static bool is_same_address(struct debug_source *source, Dwarf_Line row, Dwarf_Line other)
{
	Dwarf_Addr address, other_address;
	Dwarf_Bool is_end;

	return read_place(source, row, &address, &is_end) && !is_end &&
	       read_place(source, other, &other_address, &is_end) && address == other_address;
}

/*
 * Returns how many rows, from the first on, are at one address and are followed by the end of their
 * sequence there: they tell of no instruction, and would be taken for those of what follows.
 */
static Dwarf_Signed count_empty(struct debug_source *source, Dwarf_Line *rows, Dwarf_Signed count)
{
	Dwarf_Addr address = 0, first = 0;
	Dwarf_Bool is_end = false;
	Dwarf_Signed at = 0;

	for (; at < count && !is_end && read_place(source, rows[at], &address, &is_end); at++) {
		if (at == 0)
			first = address;
		if (address != first)
			return 0;
	}
	return is_end ? at - 1 : 0;
}

/* Returns the path of file NUMBER, which the caller frees. NULL: it is not known. */
static char *path_of(struct debug_source *source, Dwarf_Line_Context table, Dwarf_Unsigned version,
		     Dwarf_Signed number)
{
	const char *file = NULL, *directory = NULL;
	Dwarf_Unsigned index = 0;

	if (!debug_source_is_done(source,
				  dwarf_srclines_files_data_b(table, number, &file, &index, NULL,
							      NULL, NULL, &source->error)) ||
	    !file)
		return NULL;
	/* Before DWARF 5, directory 0 is that of the compilation. */
	if (file[0] == '/' || (version < 5 && index == 0))
		return xstrdup(file);
	if (!debug_source_is_done(source,
				  dwarf_srclines_include_dir_data(table, (Dwarf_Signed)index,
								  &directory, &source->error)) ||
	    !directory)
		return NULL;
	return xasprintf("%s/%s", directory, file);
}

static void find_paths(struct debug_source *source, Dwarf_Unsigned version,
		       struct unit_table *table)
{
	Dwarf_Signed first, count, end;

	if (!debug_source_is_done(source, dwarf_srclines_files_indexes(table->rows, &first, &count,
								       &end, &source->error)) ||
	    first < 0 || end > MAX_FILES)
		return;
	for (Dwarf_Signed i = 0; i < end; i++)
		vec_push(&table->paths,
			 i < first ? NULL : path_of(source, table->rows, version, i));
}

void unit_table_open(struct debug_source *source, Dwarf_Die die, struct unit_table *ret)
{
	Dwarf_Unsigned version;
	Dwarf_Small kind;

	*ret = (struct unit_table){ 0 };
	if (debug_source_is_done(
		    source, dwarf_srclines_b(die, &version, &kind, &ret->rows, &source->error)))
		find_paths(source, version, ret);
	else
		ret->rows = NULL;
}

void unit_table_close(struct unit_table *table)
{
	for (size_t i = 0; i < table->paths.count; i++)
		free(table->paths.items[i]);
	vec_deinit(&table->paths);
	if (table->rows)
		dwarf_srclines_dealloc_b(table->rows);
}

void unit_write_rows(const struct unit *unit)
{
	struct debug_source *source = &unit->reader->main;
	Dwarf_Line *rows;
	Dwarf_Signed count;

	if (!unit->table.rows ||
	    !debug_source_is_done(source, dwarf_srclines_from_linecontext(unit->table.rows, &rows,
									  &count, &source->error)))
		return;
	for (Dwarf_Signed i = 0; i < count; i++) {
		/* Only the first row of an address can be followed by such rows alone. */
		if (!i || !is_same_address(source, rows[i - 1], rows[i]))
			i += count_empty(source, rows + i, count - i);
		write_row(unit, source, rows[i]);
	}
}
