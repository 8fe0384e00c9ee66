/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/switched.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static size_t round_up(size_t size, size_t align)
{
	return (size + align - 1) & ~(align - 1);
}

/* True if AT, of which SIZE bytes can be read, is a sound unit. */
static bool is_unit(const char *at, size_t size)
{
	const struct remt_unit *unit = (const struct remt_unit *)at;

	return size >= sizeof(*unit) &&
	       memcmp(unit->name, REMT_UNIT_NAME, sizeof(unit->name)) == 0 &&
	       unit->version == REMT_UNIT_VERSION &&
	       unit->desc_size == remt_unit_desc_size(unit->nr_functions, unit->nr_sites) &&
	       unit->desc_size <= size - offsetof(struct remt_unit, version);
}

/* Looks through SIZE bytes of notes, each ALIGNed; between them there may be zeros. */
static const struct remt_unit *search(const char *at, size_t size, size_t align, uint64_t uid)
{
	while (size >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
		size_t description = round_up(sizeof(*note) + note->n_namesz, align);
		size_t length = round_up(description + note->n_descsz, align);

		if (is_unit(at, size) && ((const struct remt_unit *)at)->uid == uid)
			return (const struct remt_unit *)at;
		if (!note->n_namesz && !note->n_descsz)
			length = align;
		if (length >= size)
			return NULL;
		at += length;
		size -= length;
	}
	return NULL;
}

const struct remt_unit *switched_find(const ElfW(Phdr) * headers, size_t number, uintptr_t base,
				      uint64_t uid)
{
	for (size_t i = 0; i < number; i++) {
		const struct remt_unit *found = NULL;

		if (headers[i].p_type == PT_NOTE && headers[i].p_flags & PF_W)
			found = search((const char *)(base + headers[i].p_vaddr),
				       headers[i].p_memsz, headers[i].p_align >= 8 ? 8 : 4, uid);
		if (found)
			return found;
	}
	return NULL;
}

uint32_t switched_alternative(const struct remt_unit *unit, uint32_t site)
{
	uint8_t flag = 0;

	if (unit && site < unit->nr_sites)
		flag = remt_unit_site_on((struct remt_unit *)unit)[site];
	return flag < REMT_COUNT ? flag : 0;
}
