/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/dynamic.h"

/* The loader has added the base to addresses, but not where the section can't be written, nor to those of functions. */
static const void *address_of(const struct link_map *map, const ElfW(Dyn) * row)
{
	ElfW(Addr) value = row->d_un.d_ptr;

	return (const void *)(value < map->l_addr ? map->l_addr + value : value);
}

static size_t count_of(const ElfW(Dyn) * row)
{
	return row->d_un.d_val / sizeof(uintptr_t);
}

void dynamic_read(const struct link_map *map, struct dynamic *ret)
{
	*ret = (struct dynamic){ 0 };
	for (const ElfW(Dyn) *row = map->l_ld; row->d_tag != DT_NULL; row++) {
		switch (row->d_tag) {
		case DT_SYMTAB: ret->symbols = address_of(map, row); break;
		case DT_STRTAB: ret->strings = address_of(map, row); break;
		case DT_GNU_HASH: ret->hash = address_of(map, row); break;
		case DT_HASH: ret->has_sysv_hash = true; break;
		case DT_REL: ret->has_rel = true; break;
		case DT_RELA: ret->tables[0] = address_of(map, row); break;
		case DT_RELASZ: ret->sizes[0] = row->d_un.d_val; break;
		case DT_JMPREL: ret->tables[1] = address_of(map, row); break;
		case DT_PLTRELSZ: ret->sizes[1] = row->d_un.d_val; break;
		case DT_INIT: ret->init = address_of(map, row); break;
		case DT_FINI: ret->fini = address_of(map, row); break;
		case DT_PREINIT_ARRAY: ret->preinit_array.entries = address_of(map, row); break;
		case DT_PREINIT_ARRAYSZ: ret->preinit_array.count = count_of(row); break;
		case DT_INIT_ARRAY: ret->init_array.entries = address_of(map, row); break;
		case DT_INIT_ARRAYSZ: ret->init_array.count = count_of(row); break;
		case DT_FINI_ARRAY: ret->fini_array.entries = address_of(map, row); break;
		case DT_FINI_ARRAYSZ: ret->fini_array.count = count_of(row); break;
		default: break;
		}
	}
}
