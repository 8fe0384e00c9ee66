/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Coverage of one test over the places of the inventory, merged from the coverage files of all its
 * processes (include/remt/coverage.h).
 *
 *   coverage_reader_create()   scratch memory, one for the campaign
 *   coverage_read()            one directory of files → one struct coverage
 *   coverage_merge()           several runs of the same test
 *
 * A reader trusts nothing in the files, as the tested processes write them.
 */
#ifndef RUNNER_INVENTORY_COVERAGE_H
#define RUNNER_INVENTORY_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "runner/inventory/inventory.h"

struct coverage_entry {
	uint32_t place : 29;
	/* reached only under other layouts (runner/baseline/layout.h) */
	uint32_t is_elsewhere : 1;
	uint32_t before_main : 1; /* a process reached it before its main began */
	uint32_t is_changing : 1; /* only some of the merged runs reached it */
	uint32_t first;		  /* order of first reach over all processes, from 1 on */
	uint32_t count;		  /* executions, saturating */
	/*
	 * Bit i: the place's i-th mutant had, or may have had, another value than the original.
	 * Mutants from COVERAGE_NR_INFECTED on have no bit.
	 */
	uint32_t infected;
};

#define COVERAGE_NR_INFECTED 32

/* A reached site of the inventory, whether it belongs to a place or not. */
struct coverage_reached {
	uint32_t site, first;
	bool before_main; /* as in struct coverage_entry */
};

/* One process image that attached the run-time. */
struct coverage_image {
	pid_t pid;
	char *exe;	/* owned */
	bool has_units; /* some unit of it has sites */
	bool has_reached_main;
	VEC(uint64_t) units; /* uids, sorted; gone after coverage_forget_units() */
};

struct coverage {
	struct coverage_entry *entries; /* sorted by place; owned */
	size_t nr_entries;
	struct coverage_reached *reached; /* all sites, sorted by number; owned */
	size_t nr_reached;
	/*
	 * Decisions by addresses can notice that objects lie up to so many bytes further; 0: the
	 * test takes no such decision.
	 */
	uint32_t nr_shifts;
	bool has_changing_order; /* runs reached the same sites in different orders */
	VEC(struct coverage_image) images;
	VEC(uint64_t) unknown_units; /* uids that no known file contains, each once */
};

struct coverage_reader;

struct coverage_reader *
coverage_reader_create(const struct inventory *inventory) RETURNS_NONNULL MUST_CHECK;
void coverage_reader_destroy(struct coverage_reader *reader);

/*
 * Reads all "*.cov" files of DIRECTORY. A file that can't be coverage is ERROR_INTERNAL with its
 * name.
 */
struct error *coverage_read(struct coverage_reader *reader, const char *directory,
			    struct coverage *ret) MUST_CHECK;

/* How two runs of the same test differ. */
struct coverage_change {
	bool reach;	/* different sites were reached, with mutants or without */
	bool infection; /* different mutants of a common place were infected */
};

/* Adds to INTO what OTHER reached and infected beyond it. */
struct coverage_change coverage_merge(struct coverage *into, const struct coverage *other);

/* True if the mutant, of the entry's place, was or may have been infected. */
bool coverage_infects(const struct coverage_entry *entry, const struct inventory *inventory,
		      uint32_t mutant);

/* Returns NULL if the place was not reached. */
const struct coverage_entry *coverage_find(const struct coverage *coverage, uint32_t place);

/* Frees what only the judgement of single processes needs. */
void coverage_forget_units(struct coverage *coverage);

void coverage_deinit(struct coverage *coverage);

#endif
