/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Finds the units of the loaded modules: ELF notes in PT_NOTE segments.
 *
 * A unit whose hook is set is attached and not touched again, so that the search can be repeated
 * after dlopen.
 */
#include <elf.h>
#include <link.h>
#include <stddef.h>

#include "runtime/rt.h"

#define NOTE_HEADER_SIZE 12 /* three words before the name */
#define NR_KNOWN	 512

typedef void visit_function(struct remt_unit *unit, size_t desc_size);

struct search {
	visit_function *visit;
	bool force;
};

/*
 * The units that the fork-server found, for its children: a search touches pages of every module.
 */
static struct {
	uint64_t uid;
	struct remt_unit *unit;
	size_t size;
} known[NR_KNOWN];
static uint32_t nr_known;
static bool are_all_known;

static uint32_t nr_seen;	     /* units found in all searches together */
static unsigned long long seen_adds; /* how many modules had ever been loaded at the last search */

static bool is_named(const char *name)
{
	static const char wanted[] = REMT_UNIT_NAME;

	for (unsigned i = 0; i < sizeof(wanted); i++) {
		if (name[i] != wanted[i])
			return false;
	}
	return true;
}

static bool is_sound(const struct remt_unit *unit, size_t desc_size)
{
	return unit->version == REMT_UNIT_VERSION &&
	       desc_size >= sizeof(*unit) - offsetof(struct remt_unit, version) &&
	       desc_size == remt_unit_desc_size(unit->nr_functions, unit->nr_sites);
}

/* Attaches a unit as the mode asks. */
static void switch_unit(struct remt_unit *unit)
{
	switch ((enum remt_mode)rt_session->mode) {
	case REMT_MODE_OFF: break;
	case REMT_MODE_COVER: rt_cover_unit(unit, rt_hook_cover); break;
	case REMT_MODE_NEGATE:
		rt_cover_unit(unit, rt_hook_negate);
		rt_select_note(unit);
		break;
	case REMT_MODE_MUTATE: rt_select_unit(unit); break;
	case REMT_MODE_SPLIT: break; /* a process that the trunk has started */
	}
}

/* Attaches a unit that was made for a module without one. Its mutants can't be split off. */
static void attach_binary(struct remt_unit *unit)
{
	if (!rt_covers() && !rt_session->is_script)
		rt_enter_give_up();
	if (!unit->hook && rt_session->mode != REMT_MODE_SPLIT)
		switch_unit(unit);
	rt_binary_plant(unit);
}

static void attach_unit(struct remt_unit *unit, size_t desc_size)
{
	if (!is_sound(unit, desc_size)) {
		rt_session_fail(REMT_RUNTIME_BAD_UNIT);
		return;
	}
	if (rt_binary_has(unit)) {
		attach_binary(unit);
		return;
	}
	rt_check_unit(unit);
	if (!unit->enter && !rt_covers() && !rt_session->is_script)
		rt_enter_unit(unit);
	if (unit->hook)
		return;
	if (rt_session->mode == REMT_MODE_SPLIT && rt_session->is_script)
		rt_split_begin();
	if (rt_split_is_on()) {
		rt_split_unit(unit);
		return;
	}
	switch_unit(unit);
}

/*
 * Writes to pages now: children then have them in their page tables from the start, where others
 * cost them a fault.
 */
static void touch(volatile char *at, const volatile char *end)
{
	for (; at < end; at += PAGE_BYTES)
		*at = *at;
	at = (volatile char *)end - 1;
	*at = *at;
}

static void remember_unit(struct remt_unit *unit, size_t desc_size)
{
	if (!is_sound(unit, desc_size) || nr_known == NR_KNOWN) {
		are_all_known = false;
		return;
	}
	touch((char *)unit, (char *)&unit->version + desc_size);
	known[nr_known].uid = unit->uid;
	known[nr_known].unit = unit;
	known[nr_known].size = desc_size;
	nr_known++;
}

/*
 * Visits the units among the notes of one segment. ALIGN is the alignment of names and
 * descriptions.
 */
static void search_segment(char *at, const char *end, size_t align, visit_function *visit)
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
		    is_named(at + NOTE_HEADER_SIZE)) {
			nr_seen++;
			visit((struct remt_unit *)at, note->n_descsz);
		}
		if (size >= left)
			return;
		at += size;
	}
}

static int search_module(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *search = arg;
	uint32_t nr_before = nr_seen;
	struct remt_unit *binary;

	if (size >= offsetof(struct dl_phdr_info, dlpi_subs)) {
		if (!search->force && info->dlpi_adds == seen_adds)
			return 1;
		seen_adds = info->dlpi_adds;
		search->force = true; /* also search the other modules of this walk */
	}
	binary = rt_binary_find(info);
	if (binary)
		search->visit(binary, binary->desc_size);
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		char *start = (char *)(info->dlpi_addr + header->p_vaddr);

		/*
		 * Units are written to, so they are in a writable segment. Other segments are not
		 * worth a page fault.
		 */
		if (header->p_type == PT_NOTE && (header->p_flags & PF_W))
			search_segment(start, start + header->p_memsz, header->p_align >= 8 ? 8 : 4,
				       search->visit);
	}
	if (nr_seen != nr_before || !info->dlpi_name[0])
		rt_layout_add(info);
	return 0;
}

static void search_modules(visit_function *visit, bool force)
{
	struct search search = { .visit = visit, .force = force };

	dl_iterate_phdr(search_module, &search);
}

void rt_units_refresh(bool force)
{
	search_modules(attach_unit, force);
}

void rt_units_remember(void)
{
	nr_known = 0;
	are_all_known = true;
	search_modules(remember_unit, true);
}

void rt_units_attach_remembered(void)
{
	if (rt_session->mode == REMT_MODE_SPLIT)
		rt_split_begin();
	if (!are_all_known || rt_covers()) {
		rt_units_refresh(true);
		return;
	}
	for (uint32_t i = 0; i < nr_known; i++) {
		if (rt_select_names(known[i].uid) || rt_check_names(known[i].uid))
			attach_unit(known[i].unit, known[i].size);
	}
}
