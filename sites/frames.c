/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/frames.h"

#include <gelf.h>
#include <string.h>

#include "sites/frame_cursor.h"

enum {
	LONG_LENGTH = 0xffffffff, /* 8 bytes with the length follow; no compiler writes that */
	ID_SIZE = 4,
};

/* The frames of one section. */
struct section {
	const uint8_t *data;
	size_t size;
	uint64_t address;
};

/* How the frames of one common part (CIE) code their numbers. */
struct coding {
	uint8_t place, table;
	bool is_augmented;
};

/* Points RET to the LENGTH bytes at OFFSET. False: they are not all there. */
static bool open_part(const struct section *section, uint64_t offset, uint64_t length,
		      struct cursor *ret)
{
	if (offset > section->size || length > section->size - offset)
		return false;
	*ret = (struct cursor){ section->data + offset, section->data + offset + length,
				section->address + offset, false };
	return true;
}

/* Reads the length of the part at OFFSET, and points RET to what is behind it. */
static bool open_entry(const struct section *section, uint64_t offset, struct cursor *ret)
{
	struct cursor cursor;
	uint64_t length;

	if (!open_part(section, offset, ID_SIZE, &cursor))
		return false;
	length = cursor_read_bytes(&cursor, ID_SIZE);
	return length != LONG_LENGTH && open_part(section, offset + ID_SIZE, length, ret);
}

/* Reads the letters of the augmentation, each with its part of the data. */
static bool read_augmentation(const char *letters, struct cursor *cursor, struct coding *ret)
{
	for (; *letters && !cursor->is_over; letters++) {
		switch (*letters) {
		case 'R': ret->place = (uint8_t)cursor_read_bytes(cursor, 1); break;
		case 'L': ret->table = (uint8_t)cursor_read_bytes(cursor, 1); break;
		case 'P': cursor_read_form(cursor, (uint8_t)cursor_read_bytes(cursor, 1)); break;
		case 'S':
		case 'B': break;
		default: return false;
		}
	}
	return !cursor->is_over;
}

/* False: the common part at OFFSET is not understood. */
static bool read_coding(const struct section *section, uint64_t offset, struct coding *ret)
{
	struct cursor cursor;
	const char *letters;
	uint64_t version, length;

	*ret = (struct coding){ 0, CURSOR_CODED_NOT, false };
	if (!open_entry(section, offset, &cursor) || cursor_read_bytes(&cursor, ID_SIZE) != 0)
		return false;
	version = cursor_read_bytes(&cursor, 1);
	letters = cursor_read_text(&cursor);
	if ((version != 1 && version != 3) || !letters)
		return false;
	cursor_read_uleb(&cursor); /* the factor of places */
	cursor_read_uleb(&cursor); /* the factor of offsets, which has a sign */
	if (version == 1)
		cursor_read_bytes(&cursor, 1);
	else
		cursor_read_uleb(&cursor); /* the register with the return address */
	if (*letters != 'z')
		return !*letters && !cursor.is_over;
	ret->is_augmented = true;
	length = cursor_read_uleb(&cursor);
	if (cursor.is_over || length > (uint64_t)(cursor.end - cursor.at))
		return false;
	cursor.end = cursor.at + length;
	return read_augmentation(letters + 1, &cursor, ret);
}

/* Reads what is behind the pointer to the common part, which is at COMMON. */
static struct eh_frame read_frame(const struct section *section, uint64_t common,
				  struct cursor *cursor)
{
	struct eh_frame frame = { 0 };
	struct coding coding;

	if (!read_coding(section, common, &coding))
		return frame;
	frame.begin = cursor_read_coded(cursor, coding.place);
	frame.size = cursor_read_form(cursor, coding.place);
	if (coding.is_augmented)
		cursor_read_uleb(cursor);
	if (coding.table != CURSOR_CODED_NOT)
		frame.table = cursor_read_coded(cursor, coding.table);
	frame.is_understood = !cursor->is_over;
	return frame;
}

/* False: the section is damaged. Clears *IS_WANTED when TAKE wants no further frames. */
static bool read_section(const struct section *section, frames_take_fn *take, void *arg,
			 bool *is_wanted)
{
	struct cursor cursor;

	for (uint64_t at = 0; at < section->size && *is_wanted;
	     at = (uint64_t)(cursor.end - section->data)) {
		uint64_t distance;
		struct eh_frame frame;

		if (!open_entry(section, at, &cursor))
			return false;
		if (cursor.at == cursor.end) /* a length of 0 ends the frames */
			return true;
		distance = cursor_read_bytes(&cursor, ID_SIZE);
		if (cursor.is_over || distance > at + ID_SIZE)
			return false;
		if (distance) {
			frame = read_frame(section, at + ID_SIZE - distance, &cursor);
			*is_wanted = take(arg, &frame);
		}
	}
	return true;
}

static bool is_eh_frame(Elf *elf, const GElf_Shdr *header)
{
	size_t names;
	const char *name = elf_getshdrstrndx(elf, &names) == 0
				   ? elf_strptr(elf, names, header->sh_name)
				   : NULL;

	return name && strcmp(name, ".eh_frame") == 0;
}

struct error *frames_each(Elf *elf, const char *name, frames_take_fn *take, void *arg)
{
	bool is_wanted = true;
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; is_wanted && (scn = elf_nextscn(elf, scn));) {
		Elf_Data *data;
		struct section section;

		if (!gelf_getshdr(scn, &header) || !is_eh_frame(elf, &header))
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf)
			continue;
		section = (struct section){ data->d_buf, data->d_size, header.sh_addr };
		if (!read_section(&section, take, arg, &is_wanted))
			return error_create(ERROR_UNUSABLE, "%s: damaged .eh_frame", name);
	}
	return NULL;
}
