/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/libdwarf/reader.h"

#include <libdwarf/dwarf.h>

#include "common/cleanup.h"
#include "common/vec.h"
#include "rewriter/elf/libdwarf/separate.h"

const char *reader_half_name(struct reader *reader, Dwarf_Die die)
{
	const char *name = debug_source_text(&reader->main, die, DW_AT_dwo_name);

	return name ? name : debug_source_text(&reader->main, die, DW_AT_GNU_dwo_name);
}

bool reader_find_half(struct reader *reader, Dwarf_Die die, const char *directory,
		      struct debug_source **ret_source, Dwarf_Die *ret)
{
	const char *name = reader_half_name(reader, die);

	return name && debug_split_find(reader->split, debug_source_id(&reader->main, die), name,
					directory, ret_source, ret);
}

static void take_unit(struct reader *reader, Dwarf_Off offset, reader_take_function take)
{
	struct debug_source *source = &reader->main;
	Dwarf_Die die;

	if (!debug_source_is_done(
		    source, dwarf_offdie_b(source->debug, offset, true, &die, &source->error)))
		return;
	take(reader, die);
	dwarf_dealloc_die(die);
}

/* Takes the units of the file with debug information IMAGE, which is at PATH. */
static void take_units(struct debug_image *image, const char *path, FILE *out,
		       reader_take_function take)
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
	for (; reader.unit < units.count; reader.unit++)
		take_unit(&reader, units.items[reader.unit], take);
	vec_deinit(&units);
	debug_split_destroy(reader.split);
	debug_source_close(&reader.shared);
	debug_source_close(source);
	debug_image_close(&other);
}

struct error *reader_read(const char *path, FILE *out, reader_take_function take)
{
	_cleanup_free_ char *separate = NULL;
	struct debug_image image, other;
	struct error *err = debug_image_open(path, &image);

	if (err)
		return err;
	if (debug_image_has(&image, ".debug_info")) {
		take_units(&image, path, out, take);
	} else if ((separate = debug_separate_find(&image.file, path))) {
		err = debug_image_open(separate, &other);
		if (!err) {
			take_units(&other, separate, out, take);
			debug_image_close(&other);
		}
	}
	debug_image_close(&image);
	return err;
}
