/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The variants file: the sites of compiled files that the plugin has not seen.
 *
 * The runner writes one for a run and names it in the session. Each module describes one file. The
 * run-time makes a unit for it in memory (include/remt/unit.h), with a site for each instruction
 * that has variants; for a comparison of two files, blocks have sites without variants, too. A site
 * that is on has a breakpoint in its place. At its first execution the hook is called with
 * REMT_SELECT and all alternatives as infected, and the bytes of its answer replace the breakpoint
 * for good.
 *
 * A branch is a conditional jump. Coverage runs record whether it jumped, went on, or both: it
 * keeps its breakpoint until that is known, and the handler goes where the jump would.
 *
 * Layout: the header, the modules, then what they name by offsets from the first byte of the file,
 * each aligned to 8. Integers have the machine's byte order, as both ends come from the same build.
 */
#ifndef REMT_VARIANTS_H
#define REMT_VARIANTS_H

#include <stdint.h>

#define REMT_VARIANTS_MAGIC	   "REMTVARS" /* 8 bytes, no NUL */
#define REMT_VARIANTS_VERSION	   2u
#define REMT_VARIANTS_MAX_MODULES  16
#define REMT_VARIANTS_MAX_BYTES	   16 /* of an instruction */
#define REMT_VARIANTS_MAX_BUILD_ID 64
#define REMT_VARIANTS_MAX_PATH	   4096 /* with the NUL */

struct remt_variants_header {
	char magic[8];
	uint32_t version; /* REMT_VARIANTS_VERSION */
	uint32_t nr_modules;
	uint64_t size;	    /* of the file in bytes */
	int64_t written_ns; /* nanoseconds since 1970; files that are younger were made by tests */
			    /* followed by struct remt_variants_module modules[nr_modules] */
};

/*
 * A loaded module is this one on three conditions: its program headers are the same; its build-id
 * is the same, or, where there is none, the bytes of all sites are; its file is this one, or a copy
 * that a test has made. An equal file elsewhere, such as the shell that runs the tests, is another
 * one.
 */
struct remt_variants_module {
	uint64_t uid;	  /* of the unit */
	uint64_t inode;	  /* of the file; each view shows it under another device */
	uint64_t path;	  /* offset of the file's path, which ends in a NUL */
	uint64_t headers; /* offset of the program headers as the file has them */
	uint32_t nr_headers;
	uint32_t build_id_size; /* in bytes; 0: there is no build-id */
	uint64_t build_id_address;
	uint8_t build_id[REMT_VARIANTS_MAX_BUILD_ID];
	uint32_t nr_functions, nr_sites;
	uint64_t sites; /* offset of struct remt_variants_site × nr_sites, sorted by address */
	uint32_t nr_codes, reserved;
	uint64_t codes; /* offset of struct remt_variants_code × nr_codes */
};

/*
 * Alternatives of a branch. NEGATED is infected at each execution, NEVER where the condition holds,
 * ALWAYS where it does not.
 */
enum remt_variants_branch {
	REMT_BRANCH_NEGATED = 1,
	REMT_BRANCH_ALWAYS = 2, /* jumps each time */
	REMT_BRANCH_NEVER = 3,
};

/* The ways of a branch; each is a bit. */
enum remt_variants_way {
	REMT_WAY_JUMPS = 1,
	REMT_WAY_GOES_ON = 2,
};

#define REMT_VARIANTS_NO_BRANCH UINT32_MAX

struct remt_variants_site {
	uint64_t address;  /* as in the file, before the module is moved */
	uint32_t function; /* number: index into the unit's function flags */
	uint32_t first;	   /* index of the original code; the codes of the alternatives follow it */
	uint32_t size;	   /* of the instruction in bytes, or of all that is replaced */
	uint32_t nr_alternatives;
	uint64_t target;    /* of a branch: where it jumps; 0: no branch */
	uint32_t condition; /* of a branch: the processor's number of its condition */
	/* of a branch: the ways whose target block has a site and is reached by no other way */
	uint32_t told;
	uint32_t branch; /* number of the only branch that leads here, or REMT_VARIANTS_NO_BRANCH */
	uint32_t way;	 /* the way of that branch */
};

struct remt_variants_code {
	uint8_t bytes[REMT_VARIANTS_MAX_BYTES];
};

/*
 * Returns the index of the site at ADDRESS, or UINT32_MAX. The COUNT sites are sorted by address.
 */
static inline uint32_t remt_variants_find(const struct remt_variants_site *sites, uint32_t count,
					  uint64_t address)
{
	uint32_t low = 0, high = count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (sites[middle].address == address)
			return middle;
		if (sites[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return UINT32_MAX;
}

/*
 * Returns the end of the sites from FIRST on that lie on pages which follow each other. A page
 * without sites ends them: it may be no code, and stays as it is.
 */
static inline uint32_t remt_variants_end(const struct remt_variants_site *sites, uint32_t count,
					 uint32_t first)
{
	const uint64_t page = 4096;
	uint32_t end = first + 1;

	while (end < count && sites[end].address / page <=
				      (sites[end - 1].address + sites[end - 1].size - 1) / page + 1)
		end++;
	return end;
}

#endif
