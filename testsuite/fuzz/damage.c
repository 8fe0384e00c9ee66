/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "damage.h"

#include <elf.h>
#include <string.h>

#include "table_sample.h"

size_t damage_pick(uint64_t *state, size_t limit)
{
	return (size_t)(table_sample_random(state) % limit);
}

/* Where a change is likely to matter: headers, the table of sections, what a section holds. */
static size_t pick_place(const char *data, size_t size, uint64_t *state)
{
	Elf64_Ehdr header;
	Elf64_Shdr section;
	size_t at, which;

	memcpy(&header, data, sizeof(header));
	switch (damage_pick(state, 4)) {
	case 0: return damage_pick(state, sizeof(header));
	case 1: return damage_pick(state, size);
	default: break;
	}
	if (!header.e_shnum || header.e_shoff >= size)
		return damage_pick(state, size);
	which = damage_pick(state, header.e_shnum);
	at = header.e_shoff + which * sizeof(section);
	if (at + sizeof(section) > size || damage_pick(state, 2))
		return header.e_shoff + damage_pick(state, size - header.e_shoff);
	memcpy(&section, data + at, sizeof(section));
	if (section.sh_type == SHT_NOBITS || !section.sh_size || section.sh_offset >= size ||
	    section.sh_size > size - section.sh_offset)
		return damage_pick(state, size);
	return section.sh_offset + damage_pick(state, section.sh_size);
}

void damage_at(char *data, size_t size, size_t at, uint64_t *state)
{
	static const uint64_t edges[] = { 0,	    1,		0x7f,	    0xff,
					  0x7fff,   0x7fffffff, 0x80000000, 0xffffffff,
					  1u << 12, UINT64_MAX, INT64_MAX };
	size_t width = (size_t)1 << damage_pick(state, 4);
	uint64_t value = damage_pick(state, 4)
				 ? edges[damage_pick(state, sizeof(edges) / sizeof(edges[0]))]
				 : table_sample_random(state);

	if (damage_pick(state, 3) == 0)
		data[at] ^= (char)(1 << damage_pick(state, 8));
	else if (damage_pick(state, 3) == 0)
		data[at] = (char)(data[at] + (int)damage_pick(state, 5) - 2);
	else
		memcpy(data + at, &value, width < size - at ? width : size - at);
}

void damage_random(char *data, size_t size, uint64_t *state)
{
	damage_at(data, size, pick_place(data, size, state), state);
}
