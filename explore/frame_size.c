/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads call frame information of DWARF as .eh_frame has it (Linux Standard Base, Core, 10.6; DWARF 5,
 * 6.4.1), in this process.
 */
#include "explore/frame_size.h"

#include <string.h>

/* Of libgcc: finds the description of the function that PC is in. */
struct dwarf_eh_bases {
	void *text, *data, *function;
};
const void *_Unwind_Find_FDE(const void *pc, struct dwarf_eh_bases *bases);

/* The low bits of a pointer's encoding: how many bytes it has. */
enum { FORMAT_ABSOLUTE = 0, FORMAT_2 = 2, FORMAT_4 = 3, FORMAT_8 = 4, FORMAT_SIGNED = 8 };

static unsigned size_of_format(unsigned char encoding)
{
	switch (encoding & 15 & ~FORMAT_SIGNED) {
	case FORMAT_2: return 2;
	case FORMAT_4: return 4;
	case FORMAT_ABSOLUTE:
	case FORMAT_8: return 8;
	default: return 0;
	}
}

static uint64_t read_number(const unsigned char *at, unsigned size)
{
	uint64_t number = 0;

	memcpy(&number, at, size);
	return number;
}

static const unsigned char *skip_leb128(const unsigned char *at)
{
	while (*at++ & 0x80)
		;
	return at;
}

/* Returns how CIE's descriptions encode pointers to code; 0xff: that is not known. */
static unsigned char pointer_encoding(const unsigned char *cie)
{
	unsigned char version = cie[8];
	const char *augmentation = (const char *)cie + 9;
	const unsigned char *at = cie + 9 + strlen(augmentation) + 1;

	if (*augmentation != 'z')
		return *augmentation ? 0xff : FORMAT_ABSOLUTE;
	at = skip_leb128(skip_leb128(at));	      /* alignments of code and data */
	at = version == 1 ? at + 1 : skip_leb128(at); /* the register of the return address */
	at = skip_leb128(at);			      /* the size of what follows */
	for (augmentation++; *augmentation; augmentation++) {
		switch (*augmentation) {
		case 'R': return *at;
		case 'L': at++; break;
		case 'P':
			if (!size_of_format(*at))
				return 0xff;
			at += 1 + size_of_format(*at);
			break;
		case 'S':
		case 'B': break;
		default: return 0xff;
		}
	}
	return FORMAT_ABSOLUTE;
}

uint64_t frame_size(const void *address)
{
	struct dwarf_eh_bases bases = { 0 };
	const unsigned char *fde = _Unwind_Find_FDE((const char *)address + 1, &bases);
	unsigned char encoding;
	unsigned size;

	if (!fde || bases.function != address || read_number(fde, 4) == UINT32_MAX)
		return 0;
	/* The CIE lies so far in front of the number that says it. */
	encoding = pointer_encoding(fde + 4 - read_number(fde + 4, 4));
	size = encoding == 0xff ? 0 : size_of_format(encoding);
	return size ? read_number(fde + 8 + size, size) : 0;
}
