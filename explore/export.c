/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/export.h"

#include <string.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/strv.h"
#include "explore/dynamic.h"
#include "explore/library.h"

/* Names, by their hashes. Two names of one hash make a program look worse than it is. */
struct names {
	struct slots slots;
};

static uint64_t hash_name(const char *name)
{
	return hash_bytes(name, strlen(name));
}

static bool has_name(const struct names *names, const char *name)
{
	return slots_find(&names->slots, hash_name(name)) != SLOTS_NONE;
}

static void add_name(struct names *names, const char *name)
{
	if (*name && !has_name(names, name))
		slots_add(&names->slots, hash_name(name), 0);
}

/* Adds the names that relocations of DYNAMIC refer to: those that copy variables, or all others. */
static void add_references(const struct dynamic *dynamic, bool copies, struct names *names)
{
	for (unsigned i = 0; i < 2; i++) {
		const ElfW(Rela) *rows = dynamic->tables[i];

		for (size_t k = 0; rows && k < dynamic->sizes[i] / sizeof(*rows); k++) {
			bool is_copy = ELF64_R_TYPE(rows[k].r_info) == R_X86_64_COPY;
			uint32_t symbol = ELF64_R_SYM(rows[k].r_info);

			if (is_copy == copies && symbol)
				add_name(names,
					 dynamic->strings + dynamic->symbols[symbol].st_name);
		}
	}
}

/* True if NAMES has a function that finds others by their names. */
static bool finds_names(const struct names *names)
{
	static const char *const finders[] = { "dlsym", "dlvsym", "dlopen", "dlmopen", NULL };
	bool ret = false;

	for (const char *const *finder = finders; *finder; finder++)
		ret |= has_name(names, *finder);
	return ret;
}

/*
 * Adds what libraries refer to; returns true if one of them may look for any name. The C library's own find none of the
 * program's, nor do the sanitizer's, which look for those that they stand for.
 */
static bool add_libraries(struct names *names)
{
	static const char *const own[] = { "libremt-explore.so", "linux-vdso", NULL };
	static const char *const known[] = { "libc.so",	    "libm.so",	 "ld-linux",
					     "libasan.",    "libubsan.", "libgcc_s.",
					     "libpthread.", "libdl.",	 NULL };
	bool ret = false;

	for (const struct link_map *map = _r_debug.r_map->l_next; map; map = map->l_next) {
		struct dynamic dynamic;
		struct names here = { 0 };

		if (library_is_named(map->l_name, own))
			continue;
		dynamic_read(map, &dynamic);
		if (!dynamic.symbols || !dynamic.strings || dynamic.has_rel)
			return true;
		add_references(&dynamic, false, names);
		add_references(&dynamic, false, &here);
		ret |= !library_is_named(map->l_name, known) && finds_names(&here);
		slots_deinit(&here.slots);
	}
	return ret;
}

/* What the program exports is looked at. */
struct look {
	const struct dynamic *dynamic;
	struct names copies, wanted;
	bool is_any_wanted;
};

static bool symbol_is_used(const struct look *look, uint32_t symbol)
{
	const ElfW(Sym) *row = &look->dynamic->symbols[symbol];
	const char *name = look->dynamic->strings + row->st_name;

	if (row->st_shndx == SHN_UNDEF || has_name(&look->copies, name))
		return false;
	return look->is_any_wanted || has_name(&look->wanted, name);
}

/* Goes through the buckets of the hash table, each of which is a row of symbols, the last with an odd hash. */
static bool has_used(const struct look *look)
{
	const uint32_t *hash = look->dynamic->hash;
	uint32_t nr_buckets = hash[0], first = hash[1];
	const uint32_t *buckets = hash + 4 + 2 * (size_t)hash[2];
	const uint32_t *chains = buckets + nr_buckets;

	for (uint32_t b = 0; b < nr_buckets; b++) {
		uint32_t symbol = buckets[b];

		while (symbol >= first && symbol) {
			if (symbol_is_used(look, symbol))
				return true;
			if (chains[symbol - first] & 1)
				break;
			symbol++;
		}
	}
	return false;
}

bool export_is_used(void)
{
	struct dynamic dynamic;
	struct look look = { .dynamic = &dynamic };
	bool ret;

	dynamic_read(_r_debug.r_map, &dynamic);
	/* Linked statically it exports nothing, and is not evaluated. */
	if (!dynamic.symbols || !dynamic.strings)
		return true;
	if (!dynamic.hash)
		return dynamic.has_sysv_hash;
	add_references(&dynamic, true, &look.copies);
	look.is_any_wanted = add_libraries(&look.wanted);
	ret = has_used(&look);
	slots_deinit(&look.copies.slots);
	slots_deinit(&look.wanted.slots);
	return ret;
}
