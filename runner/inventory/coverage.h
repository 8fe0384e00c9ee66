/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Coverage of one test over the places of the inventory, merged from the
 * coverage files of all its processes (include/remt/coverage.h).
 *
 *   coverage_reader_create()   scratch memory, one for the campaign
 *   coverage_read()            one directory of files → one struct coverage
 *   coverage_merge()           several runs of the same test
 *
 * A reader trusts nothing in the files: the processes that write them are
 * the tested ones.
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
	uint32_t is_elsewhere : 1; /* reached only under other layouts (runner/baseline/layout.h) */
	uint32_t before_main : 1;  /* reached by some process before its main began */
	uint32_t is_changing : 1;  /* some of the merged runs reached it, and some did not */
	uint32_t first;		   /* order of first reach over all processes; > 0 */
	uint32_t count;		   /* executions, saturating */
	uint32_t infected; /* bit i: the place's i-th mutant had another value than the original, or
			      may have had; those beyond COVERAGE_NR_INFECTED have no bit */
};

#define COVERAGE_NR_INFECTED 32

/* A site of the inventory, of a place or not. */
struct coverage_reached {
	uint32_t site, first;
	bool before_main; /* as of an entry */
};

/* One process image that attached the run-time. */
struct coverage_image {
	pid_t pid;
	char *exe;	/* owned */
	bool has_units; /* has units with at least one site */
	bool has_reached_main;
	VEC(uint64_t) units; /* uids, sorted; until coverage_forget_units() */
};

struct coverage {
	struct coverage_entry *entries; /* sorted by place; owned */
	size_t nr_entries;
	struct coverage_reached *reached; /* all sites, those of no place too, by number; owned */
	size_t nr_reached;
	uint32_t
		nr_shifts; /* by up to so many bytes objects could lie further, so that decisions by
			       their addresses notice; 0: it takes no such decision */
	bool has_changing_order; /* runs that reached the same sites did so in another order */
	VEC(struct coverage_image) images;
	VEC(uint64_t) unknown_units; /* uids that no known file contains; each once */
};

struct coverage_reader;

struct coverage_reader *
coverage_reader_create(const struct inventory *inventory) RETURNS_NONNULL MUST_CHECK;
void coverage_reader_destroy(struct coverage_reader *reader);

/* Reads all "*.cov" files of DIRECTORY.  A file that can't be coverage is ERROR_INTERNAL with its
 * name. */
struct error *coverage_read(struct coverage_reader *reader, const char *directory,
			    struct coverage *ret) MUST_CHECK;

/* In what two runs of the same test differ. */
struct coverage_change {
	bool reach; /* different sites were reached, whether mutants are asked for there or not */
	bool infection; /* different mutants were infected, in places that both reached */
};

/* Adds to INTO what OTHER reached and infected beyond it. */
struct coverage_change coverage_merge(struct coverage *into, const struct coverage *other);

/* True if the mutant, which is of the entry's place, was infected for all that is known. */
bool coverage_infects(const struct coverage_entry *entry, const struct inventory *inventory,
		      uint32_t mutant);

/* NULL: not reached. */
const struct coverage_entry *coverage_find(const struct coverage *coverage, uint32_t place);

/* Frees what only the judgement of single processes needs. */
void coverage_forget_units(struct coverage *coverage);

void coverage_deinit(struct coverage *coverage);

#endif
