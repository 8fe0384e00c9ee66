/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds where exceptions are caught: the landing pads of .gcc_except_table (Itanium C++ ABI,
 * "Exception Handling Tables"), which the frames of .eh_frame (Linux Standard Base) lead to.
 * Indirect pointers are not followed, and types and actions of handlers are skipped.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rewriter/elf/debug.h"

enum { /* how a number is coded (DW_EH_PE_…) */
       CODED_NOT = 0xff,
       CODED_FORM = 0x0f,
       CODED_ULEB128 = 0x01,
       CODED_DATA2 = 0x02,
       CODED_DATA4 = 0x03,
       CODED_DATA8 = 0x04,
       CODED_SIGNED = 0x08,
       CODED_RELATIVE_TO = 0x70,
       CODED_RELATIVE_HERE = 0x10,
};

/* Bytes that are read one after the other. */
struct cursor {
	const uint8_t *at, *end;
	uint64_t address;
	bool is_over; /* reading went beyond the end, or met something unknown */
};

static uint64_t read_bytes(struct cursor *cursor, size_t size)
{
	uint64_t value = 0;

	if ((size_t)(cursor->end - cursor->at) < size) {
		cursor->is_over = true;
		return 0;
	}
	memcpy(&value, cursor->at, size);
	cursor->at += size;
	cursor->address += size;
	return value;
}

static uint64_t read_uleb(struct cursor *cursor)
{
	uint64_t value = 0, byte;
	unsigned shift = 0;

	do {
		byte = read_bytes(cursor, 1);
		if (shift < 64)
			value |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !cursor->is_over);
	return value;
}

static uint64_t extend(uint64_t value, size_t size)
{
	unsigned shift = 64 - 8 * (unsigned)size;

	return (uint64_t)((int64_t)(value << shift) >> shift);
}

static uint64_t read_form(struct cursor *cursor, uint8_t coded)
{
	bool is_signed = coded & CODED_SIGNED;

	switch (coded & CODED_FORM & ~CODED_SIGNED) {
	case 0:
	case CODED_DATA8: return read_bytes(cursor, 8);
	case CODED_ULEB128: cursor->is_over |= is_signed; return read_uleb(cursor);
	case CODED_DATA2:
		return is_signed ? extend(read_bytes(cursor, 2), 2) : read_bytes(cursor, 2);
	case CODED_DATA4:
		return is_signed ? extend(read_bytes(cursor, 4), 4) : read_bytes(cursor, 4);
	default: cursor->is_over = true; return 0;
	}
}

/*
 * Reads a number that is coded as CODED says and may be relative to its place. A pointer to the
 * number is not followed.
 */
static uint64_t read_coded(struct cursor *cursor, uint8_t coded)
{
	uint64_t here = cursor->address, value = read_form(cursor, coded);

	if (!value)
		return 0;
	if ((coded & CODED_RELATIVE_TO) == CODED_RELATIVE_HERE)
		return value + here;
	cursor->is_over |= (coded & CODED_RELATIVE_TO) != 0;
	return value;
}

/* Points RET to what is at ADDRESS, up to the end of its section. */
static bool open_cursor(const struct debug *debug, uint64_t address, struct cursor *ret)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(debug->elf, scn));) {
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
static bool print_landings(const struct debug *debug, uint64_t begin, uint64_t address, FILE *out)
{
	struct cursor cursor;
	uint8_t coded;
	uint64_t size;

	if (!open_cursor(debug, address, &cursor))
		return false;
	coded = (uint8_t)read_bytes(&cursor, 1);
	if (coded != CODED_NOT)
		begin = read_coded(&cursor, coded);
	if ((uint8_t)read_bytes(&cursor, 1) != CODED_NOT)
		read_uleb(&cursor); /* the place of the table of types */
	coded = (uint8_t)read_bytes(&cursor, 1);
	size = read_uleb(&cursor);
	if (cursor.is_over || size > (uint64_t)(cursor.end - cursor.at))
		return false;
	cursor.end = cursor.at + size;
	while (cursor.at < cursor.end && !cursor.is_over) {
		uint64_t landing, place;
		uint32_t section;

		/* begin and size of the code whose exceptions are caught */
		read_coded(&cursor, coded);
		read_coded(&cursor, coded);
		landing = read_coded(&cursor, coded);
		read_uleb(&cursor);
		if (landing && !cursor.is_over &&
		    debug_place(debug, begin + landing + debug->elf_bias, &section, &place))
			fprintf(out, "%" PRIx32 " %" PRIx64 " \n", section, place);
	}
	return !cursor.is_over;
}

/* How the frames of one common part code their numbers. */
struct coding {
	uint8_t place, table;
};

/* False: the common part is not understood. */
static bool read_coding(const Dwarf_CIE *cie, struct coding *ret)
{
	struct cursor cursor = { cie->augmentation_data,
				 cie->augmentation_data + cie->augmentation_data_size, 0, false };

	*ret = (struct coding){ 0, CODED_NOT };
	if (cie->augmentation[0] != 'z')
		return !cie->augmentation[0];
	for (const char *letter = cie->augmentation + 1; *letter && !cursor.is_over; letter++) {
		switch (*letter) {
		case 'R': ret->place = (uint8_t)read_bytes(&cursor, 1); break;
		case 'L': ret->table = (uint8_t)read_bytes(&cursor, 1); break;
		case 'P': read_form(&cursor, (uint8_t)read_bytes(&cursor, 1)); break;
		case 'S':
		case 'B': break;
		default: return false;
		}
	}
	return !cursor.is_over;
}

struct frames {
	const struct debug *debug;
	Elf_Data *data;
	uint64_t address; /* address of the data */
};

static bool print_frame(const struct frames *frames, const Dwarf_FDE *fde,
			const struct coding *coding, FILE *out)
{
	const uint8_t *data = frames->data->d_buf;
	struct cursor cursor = { fde->start, fde->end,
				 frames->address + (uint64_t)(fde->start - data), false };
	uint64_t begin = read_coded(&cursor, coding->place), table;

	read_form(&cursor, coding->place); /* size of the function */
	read_uleb(&cursor);
	table = coding->table == CODED_NOT ? 0 : read_coded(&cursor, coding->table);
	return !cursor.is_over && (!table || print_landings(frames->debug, begin, table, out));
}

static struct error *print_frames(const struct frames *frames, FILE *out)
{
	Dwarf_CFI_Entry entry, common;
	Dwarf_Off next = 0, ignored;
	unsigned char *ident = (unsigned char *)frames->debug->header.e_ident;
	int found;

	for (Dwarf_Off at = 0;
	     (found = dwarf_next_cfi(ident, frames->data, true, at, &next, &entry)) == 0 &&
	     next > at;
	     at = next) {
		struct coding coding;

		if (dwarf_cfi_cie_p(&entry))
			continue;
		if (dwarf_next_cfi(ident, frames->data, true, entry.fde.CIE_pointer, &ignored,
				   &common) != 0 ||
		    !dwarf_cfi_cie_p(&common) || !read_coding(&common.cie, &coding) ||
		    !print_frame(frames, &entry.fde, &coding, out))
			return error_create(ERROR_UNUSABLE,
					    "%s: where exceptions are caught can't be read",
					    frames->debug->path);
	}
	return found < 0
		       ? error_create(ERROR_UNUSABLE, "%s: damaged .eh_frame", frames->debug->path)
		       : NULL;
}

struct error *debug_read_landings(const char *path, FILE *out)
{
	struct debug debug;
	struct error *err = debug_open(path, &debug);
	GElf_Shdr header;
	size_t names;

	if (!err && elf_getshdrstrndx(debug.elf, &names) != 0)
		err = error_create(ERROR_UNUSABLE, "%s: damaged names of sections", path);
	for (Elf_Scn *scn = NULL; !err && (scn = elf_nextscn(debug.elf, scn));) {
		const char *name = gelf_getshdr(scn, &header)
					   ? elf_strptr(debug.elf, names, header.sh_name)
					   : NULL;
		struct frames frames = { .debug = &debug, .address = header.sh_addr };

		if (!name || strcmp(name, ".eh_frame") != 0)
			continue;
		frames.data = elf_rawdata(scn, NULL);
		if (frames.data)
			err = print_frames(&frames, out);
	}
	debug_close(&debug);
	return err;
}
