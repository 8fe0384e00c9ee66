/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamic section of a file that is loaded (System V ABI, dynamic linking): what the loader knows of it. */
#ifndef EXPLORE_DYNAMIC_H
#define EXPLORE_DYNAMIC_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions that the loader calls, or the start of the program; addresses. */
struct dynamic_array {
	const uintptr_t *entries; /* NULL: there are none */
	size_t count;
};

struct dynamic {
	const ElfW(Sym) * symbols;
	const char *strings;
	const uint32_t *hash; /* DT_GNU_HASH; NULL: there is none */
	const ElfW(Rela) * tables[2];
	size_t sizes[2]; /* of these, in bytes */
	bool has_sysv_hash, has_rel;
	const unsigned char *init, *fini; /* code of DT_INIT and DT_FINI; NULL: there is none */
	struct dynamic_array preinit_array, init_array, fini_array;
};

/* Reads the section of MAP, which the result leads to. */
void dynamic_read(const struct link_map *map, struct dynamic *ret);

#endif
