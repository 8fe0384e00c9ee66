/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Finds the units of the loaded modules: ELF notes in PT_NOTE segments.
 *
 * A unit whose hook is set is attached and is not touched again, so that the
 * search can be repeated after dlopen.
 */
#include <elf.h>
#include <link.h>
#include <stddef.h>

#include "runtime/rt.h"

#define NOTE_HEADER_SIZE 12 /* three words before the name */

struct search {
	unsigned long long seen_adds; /* modules ever loaded, at the last search */
	bool force;
};

static bool is_named(const char *name)
{
	static const char wanted[] = REMT_UNIT_NAME;

	for (unsigned i = 0; i < sizeof(wanted); i++) {
		if (name[i] != wanted[i])
			return false;
	}
	return true;
}

static void attach_unit(struct remt_unit *unit, size_t desc_size)
{
	if (unit->version != REMT_UNIT_VERSION ||
	    desc_size < sizeof(*unit) - offsetof(struct remt_unit, version) ||
	    desc_size != remt_unit_desc_size(unit->nr_functions, unit->nr_sites)) {
		rt_session_fail(REMT_RUNTIME_BAD_UNIT);
		return;
	}
	if (unit->hook)
		return;
	switch ((enum remt_mode)rt_session->mode) {
	case REMT_MODE_OFF: break;
	case REMT_MODE_COVER: rt_cover_unit(unit); break;
	case REMT_MODE_MUTATE: rt_select_unit(unit); break;
	}
}

/* Walks the notes of one segment; ALIGN is what names and descriptions are padded to. */
static void search_segment(char *at, const char *end, size_t align)
{
	while ((size_t)(end - at) > NOTE_HEADER_SIZE) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
		size_t left = (size_t)(end - at);
		size_t desc, size;

		if (!note->n_namesz && !note->n_descsz && !note->n_type) {
			at += align; /* padding between units */
			continue;
		}
		if (note->n_namesz > left || note->n_descsz > left)
			return;
		desc = (NOTE_HEADER_SIZE + (size_t)note->n_namesz + align - 1) & ~(align - 1);
		size = (desc + note->n_descsz + align - 1) & ~(align - 1);
		if (desc + note->n_descsz > left)
			return;
		if (note->n_type == REMT_UNIT_NOTE_TYPE &&
		    note->n_namesz == sizeof(((struct remt_unit *)0)->name) &&
		    is_named(at + NOTE_HEADER_SIZE))
			attach_unit((struct remt_unit *)at, note->n_descsz);
		if (size >= left)
			return;
		at += size;
	}
}

static int search_module(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *search = arg;

	if (size >= offsetof(struct dl_phdr_info, dlpi_subs)) {
		if (!search->force && info->dlpi_adds == search->seen_adds)
			return 1;
		search->seen_adds = info->dlpi_adds;
		search->force = true; /* for the other modules of this walk */
	}
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		char *start = (char *)(info->dlpi_addr + header->p_vaddr);

		/* Units are written to, hence in a writable segment: others aren't worth a page
		 * fault. */
		if (header->p_type == PT_NOTE && (header->p_flags & PF_W))
			search_segment(start, start + header->p_memsz,
				       header->p_align >= 8 ? 8 : 4);
	}
	return 0;
}

void rt_units_refresh(bool force)
{
	static unsigned long long seen_adds;
	struct search search = { .seen_adds = seen_adds, .force = force };

	dl_iterate_phdr(search_module, &search);
	seen_adds = search.seen_adds;
}
