/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads line tables, inlined calls, what functions return, and symbols by libdwarf. Types are read only
 * as far as a result is a number.
 */
#include "rewriter/elf/debug.h"

#include <libdwarf/dwarf.h>
#include <libdwarf/libdwarf.h>

#include "common/cleanup.h"
#include "rewriter/elf/debug_text.h"
#include "rewriter/elf/elf_copy.h"
#include "rewriter/elf/libdwarf/reader.h"
#include "rewriter/elf/libdwarf/separate.h"
#include "rewriter/elf/libdwarf/unit.h"
#include "sites/elf_file.h"

const char *debug_library(const char **ret_version)
{
	/* Debian's library calls itself 1.11.1, as its soname has it; the header tells the release. */
	*ret_version = DW_LIBDWARF_VERSION;
	return "libdwarf";
}

static void write_unit(struct reader *reader, Dwarf_Die die)
{
	struct debug_source *source = &reader->main, *half;
	struct unit unit = { .reader = reader, .die = die };
	Dwarf_Die part;

	unit.place.directory = debug_source_text(source, die, DW_AT_comp_dir);
	if (!debug_source_is_done(source, dwarf_lowpc(die, &unit.base, &source->error)))
		unit.base = 0;
	unit_table_open(source, die, &unit.table);
	unit_write_rows(&unit);
	if (reader_find_half(reader, die, unit.place.directory, &half, &part)) {
		unit_write_entries(&unit, half, part);
		dwarf_dealloc_die(part);
	} else {
		unit_write_entries(&unit, source, die);
	}
	unit_table_close(&unit.table);
}

struct error *debug_read_lines(const char *path, FILE *out)
{
	return reader_read(path, out, write_unit);
}

static void take_symbol(void *arg, const GElf_Sym *symbol, const char *name)
{
	if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF &&
	    symbol->st_size)
		debug_write_function(arg, symbol->st_value, symbol->st_size, name);
}

static void write_symbols(const struct elf_copy *file, FILE *out)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn));) {
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			elf_file_each_symbol(file->elf, scn, &header, take_symbol, out);
	}
}

struct error *debug_read_symbols(const char *path, FILE *out)
{
	_cleanup_free_ char *separate = NULL;
	struct elf_copy file, other;
	struct error *err = elf_copy_open(path, &file);

	if (err)
		return err;
	write_symbols(&file, out);
	separate = debug_separate_find(&file, path);
	if (separate)
		err = elf_copy_open(separate, &other);
	if (separate && !err) {
		write_symbols(&other, out);
		elf_copy_close(&other);
	}
	elf_copy_close(&file);
	return err;
}
