/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads DWARF by libdwarf: line tables, inlined calls, and what functions return. Variables are not
 * read, and types only as far as a result is a number.
 */
#include "rewriter/elf/debug.h"

#include <libdwarf/dwarf.h>
#include <libdwarf/libdwarf.h>

#include "common/cleanup.h"
#include "common/vec.h"
#include "rewriter/elf/debug_text.h"
#include "rewriter/elf/elf_copy.h"
#include "rewriter/elf/libdwarf/image.h"
#include "rewriter/elf/libdwarf/separate.h"
#include "rewriter/elf/libdwarf/source.h"
#include "rewriter/elf/libdwarf/split.h"
#include "rewriter/elf/libdwarf/unit.h"
#include "sites/elf_file.h"

const char *debug_library(const char **ret_version)
{
	/* Debian's library calls itself 1.11.1, as its soname has it; the header tells the release. */
	*ret_version = DW_LIBDWARF_VERSION;
	return "libdwarf";
}

/* Writes the entries of a unit of which the file itself has one half only. False: it has both. */
static bool write_split(struct unit *unit)
{
	struct reader *reader = unit->reader;
	struct debug_source *source = &reader->main, *half;
	const char *name = debug_source_text(source, unit->die, DW_AT_dwo_name);
	Dwarf_Die die;

	if (!name)
		name = debug_source_text(source, unit->die, DW_AT_GNU_dwo_name);
	if (!name || !debug_split_find(reader->split, debug_source_id(source, unit->die), name,
				       unit->place.directory, &half, &die))
		return false;
	unit_write_entries(unit, half, die);
	dwarf_dealloc_die(die);
	return true;
}

static void write_unit(struct reader *reader, Dwarf_Off offset)
{
	struct debug_source *source = &reader->main;
	struct unit unit = { .reader = reader };

	if (!debug_source_is_done(
		    source, dwarf_offdie_b(source->debug, offset, true, &unit.die, &source->error)))
		return;
	unit.place.directory = debug_source_text(source, unit.die, DW_AT_comp_dir);
	if (!debug_source_is_done(source, dwarf_lowpc(unit.die, &unit.base, &source->error)))
		unit.base = 0;
	unit_table_open(source, unit.die, &unit.table);
	unit_write_rows(&unit);
	if (!write_split(&unit))
		unit_write_entries(&unit, source, unit.die);
	unit_table_close(&unit.table);
	dwarf_dealloc_die(unit.die);
}

/* Writes the units of the file with debug information IMAGE, which is at PATH. */
static void write_units(struct debug_image *image, const char *path, FILE *out)
{
	_cleanup_free_ char *shared = debug_separate_find_shared(&image->file, path);
	struct reader reader = {
		.image = image,
		.out = out,
	};
	struct debug_source *source = &reader.main;
	VEC(Dwarf_Off) units = { 0 };
	struct debug_image other = { 0 };
	Dwarf_Off offset;
	Dwarf_Die die;

	debug_source_open(image, source);
	reader.split = debug_split_create(image, path);
	if (shared)
		error_destroy(debug_image_open(shared, &other));
	debug_source_open(&other, &reader.shared);
	source->has_shared =
		source->debug && reader.shared.debug &&
		debug_source_is_done(source, dwarf_set_tied_dbg(source->debug, reader.shared.debug,
								&source->error));
	/* All first: other calls would change which unit is the next. */
	while (source->debug && debug_source_next(source, &die)) {
		if (debug_source_is_done(source, dwarf_dieoffset(die, &offset, &source->error)))
			vec_push(&units, offset);
		dwarf_dealloc_die(die);
	}
	for (size_t i = 0; i < units.count; i++)
		write_unit(&reader, units.items[i]);
	vec_deinit(&units);
	debug_split_destroy(reader.split);
	debug_source_close(&reader.shared);
	debug_source_close(source);
	debug_image_close(&other);
}

struct error *debug_read_lines(const char *path, FILE *out)
{
	_cleanup_free_ char *separate = NULL;
	struct debug_image image, other;
	struct error *err = debug_image_open(path, &image);

	if (err)
		return err;
	if (debug_image_has(&image, ".debug_info")) {
		write_units(&image, path, out);
	} else if ((separate = debug_separate_find(&image.file, path))) {
		err = debug_image_open(separate, &other);
		if (!err) {
			write_units(&other, separate, out);
			debug_image_close(&other);
		}
	}
	debug_image_close(&image);
	return err;
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
