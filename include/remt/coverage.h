/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The coverage file: what one process reached and infected.
 *
 * The run-time writes one file per process image, `cover_dir/PID-N.cov`, through a shared mapping.
 * For statically linked programs their tracer writes the files (runner/trace/cover_file.h); what
 * was reached is in the first one. A process that is killed at any moment leaves a readable file.
 * Children that the program makes by fork without exec share their parent's file; copies that the
 * run-time's fork-server makes have their own.
 *
 * Layout: the header, then for each unit a struct remt_cover_unit and its sites (struct
 * remt_cover_site × nr_sites). `size` grows by whole units, also later (dlopen). A unit with uid 0
 * was being added when the process ended; nothing follows it.
 */
#ifndef REMT_COVERAGE_H
#define REMT_COVERAGE_H

#include <stdint.h>

#define REMT_COVER_MAGIC   "REMTCOVR"
#define REMT_COVER_VERSION 2u

struct remt_cover_header {
	char magic[8];
	uint32_t version;
	uint32_t pid;
	uint64_t size; /* bytes in use, with the header */
	/*
	 * 1 + next_order when main began: sites with a smaller `first` were reached before main; 0:
	 * main was not reached.
	 */
	uint32_t main_order;
	uint32_t nr_units;
	char exe[1024]; /* path of the executable */
};

struct remt_cover_unit {
	uint64_t uid;
	uint32_t nr_sites;
	uint32_t reserved;
};

struct remt_cover_site {
	/* order number of the first reach, over all processes of the test; 0: never reached */
	uint32_t first;
	/*
	 * Executions. The run-time counts exactly up to 1024, estimates up to about 2^20 in one
	 * process, and then stops. A tracer, and sites that are switched on, count one by one
	 * without that limit.
	 */
	uint32_t count;
	/*
	 * Alternatives (remt_alternative_bit()) whose value differed from the original's, or may
	 * have.
	 */
	uint32_t infected;
};

/* Returns the bytes of a unit with its sites; the next unit begins at a multiple of 8. */
static inline uint64_t remt_cover_unit_size(uint32_t nr_sites)
{
	return sizeof(struct remt_cover_unit) +
	       (((uint64_t)nr_sites * sizeof(struct remt_cover_site) + 7) & ~(uint64_t)7);
}

#endif
