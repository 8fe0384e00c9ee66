/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Modules without units of their own: rt_binary.c finds them, rt_breakpoint.c changes their code.
 */
#ifndef RUNTIME_RT_BINARY_H
#define RUNTIME_RT_BINARY_H

#include <stddef.h>

#include "remt/variants.h"
#include "runtime/rt.h"

/* A module of the variants file, and where it is loaded. */
struct rt_place {
	const struct remt_variants_module *module;
	struct remt_unit *unit; /* NULL: it was never loaded */
	char *base;
	const char *name; /* the loader's name of the module */
	/* its initialisation began before the run-time was there */
	bool is_late;
	/*
	 * Breakpoints were put in place. That counts while base is still planted_base (0: the
	 * module is not moved) and subs, the number of modules ever unloaded, is planted_subs.
	 */
	bool is_planted;
	char *planted_base;
	unsigned long long planted_subs, subs;
};

/* The mapped variants file; NULL: there is none. */
extern const char *rt_variants;
extern struct rt_place rt_places[REMT_VARIANTS_MAX_MODULES];
extern uint32_t rt_nr_places;

/* Returns the place of a unit that was made here; NULL: the plugin has planted it. */
struct rt_place *rt_place_find(const struct remt_unit *unit);

static inline bool rt_is_equal(const void *a, const void *b, size_t size)
{
	const char *x = a, *y = b;

	for (size_t i = 0; i < size; i++) {
		if (x[i] != y[i])
			return false;
	}
	return true;
}

static inline const struct remt_variants_site *rt_place_sites(const struct rt_place *place)
{
	return (const void *)(rt_variants + place->module->sites);
}

static inline const uint8_t *rt_place_code(const struct rt_place *place,
					   const struct remt_variants_site *site,
					   uint32_t alternative)
{
	const struct remt_variants_code *codes = (const void *)(rt_variants + place->module->codes);

	return codes[site->first + alternative].bytes;
}

static inline char *rt_place_address(const struct rt_place *place,
				     const struct remt_variants_site *site)
{
	return place->base + site->address;
}

#endif
