/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds where exceptions are caught: the landing pads of .gcc_except_table (Itanium C++ ABI,
 * "Exception Handling Tables"), which the frames of .eh_frame lead to. Types and actions of
 * handlers are skipped.
 */
#include <inttypes.h>

#include "rewriter/elf/debug.h"
#include "rewriter/elf/elf_copy.h"
#include "sites/frame_cursor.h"
#include "sites/frames.h"

struct landings {
	struct elf_copy copy;
	FILE *out;
	bool is_understood;
};

/* Points RET to what is at ADDRESS, up to the end of its section. */
static bool open_cursor(const struct elf_copy *copy, uint64_t address, struct cursor *ret)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(copy->elf, scn));) {
		Elf_Data *data;

		if (!gelf_getshdr(scn, &header) || !(header.sh_flags & SHF_ALLOC) ||
		    header.sh_type == SHT_NOBITS || address < header.sh_addr ||
		    address - header.sh_addr >= header.sh_size)
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf || address - header.sh_addr >= data->d_size)
			return false;
		*ret = (struct cursor){ (uint8_t *)data->d_buf + (address - header.sh_addr),
					(uint8_t *)data->d_buf + data->d_size, address, false };
		return true;
	}
	return false;
}

/*
 * Writes the landing pads of the function at BEGIN, whose table is at ADDRESS. False: the table is
 * not understood.
 */
static bool print_landings(const struct landings *landings, uint64_t begin, uint64_t address)
{
	struct cursor cursor;
	uint8_t coded;
	uint64_t size;

	if (!open_cursor(&landings->copy, address, &cursor))
		return false;
	coded = (uint8_t)cursor_read_bytes(&cursor, 1);
	if (coded != CURSOR_CODED_NOT)
		begin = cursor_read_coded(&cursor, coded);
	if ((uint8_t)cursor_read_bytes(&cursor, 1) != CURSOR_CODED_NOT)
		cursor_read_uleb(&cursor); /* the place of the table of types */
	coded = (uint8_t)cursor_read_bytes(&cursor, 1);
	size = cursor_read_uleb(&cursor);
	if (cursor.is_over || size > (uint64_t)(cursor.end - cursor.at))
		return false;
	cursor.end = cursor.at + size;
	while (cursor.at < cursor.end && !cursor.is_over) {
		uint64_t landing;

		/* begin and size of the code whose exceptions are caught */
		cursor_read_coded(&cursor, coded);
		cursor_read_coded(&cursor, coded);
		landing = cursor_read_coded(&cursor, coded);
		cursor_read_uleb(&cursor);
		if (landing && !cursor.is_over)
			fprintf(landings->out, "0 %" PRIx64 " \n", begin + landing);
	}
	return !cursor.is_over;
}

static bool take_frame(void *arg, const struct eh_frame *frame)
{
	struct landings *landings = arg;

	landings->is_understood =
		frame->is_understood &&
		(!frame->table || print_landings(landings, frame->begin, frame->table));
	return landings->is_understood;
}

struct error *debug_read_landings(const char *path, FILE *out)
{
	struct landings landings = { .out = out, .is_understood = true };
	struct error *err = elf_copy_open(path, &landings.copy);

	if (err)
		return err;
	err = frames_each(landings.copy.elf, path, take_frame, &landings);
	if (!err && !landings.is_understood)
		err = error_create(ERROR_UNUSABLE, "%s: where exceptions are caught can't be read",
				   path);
	elf_copy_close(&landings.copy);
	return err;
}
