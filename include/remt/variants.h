/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The variants file: what the run-time is to do with compiled files that the plugin has not seen.
 *
 * The runner writes one for a run, and names it in the session.  Each module stands for one file,
 * whose instructions with variants are the sites of a unit that the run-time makes in memory
 * (include/remt/unit.h).  A site that is switched on has a breakpoint in its place; where it is
 * executed first, the hook is called with REMT_SELECT and all alternatives, and the bytes of its
 * answer are put there for good.
 *
 * A branch is a conditional jump of which covering runs tell which ways it goes: until that is
 * known, it keeps its breakpoint, and the handler goes where the jump would.
 *
 * Layout: the header, modules, then what they name by offsets from the first byte of the file, each
 * aligned to 8.  Integers are in the machine's order; both ends come from the same build.
 */
#ifndef REMT_VARIANTS_H
#define REMT_VARIANTS_H

#include <stdint.h>

#define REMT_VARIANTS_MAGIC	   "REMTVARS" /* 8 bytes, no NUL */
#define REMT_VARIANTS_VERSION	   2u
#define REMT_VARIANTS_MAX_MODULES  16
#define REMT_VARIANTS_MAX_BYTES	   16 /* of an instruction */
#define REMT_VARIANTS_MAX_BUILD_ID 64
#define REMT_VARIANTS_MAX_PATH	   4096 /* with its NUL */

struct remt_variants_header {
	char magic[8];
	uint32_t version; /* REMT_VARIANTS_VERSION */
	uint32_t nr_modules;
	uint64_t size;	    /* of the file */
	int64_t written_ns; /* since 1970: files that are younger were made by a test */
			    /* struct remt_variants_module modules[nr_modules] */
};

/*
 * A loaded module is this one if its program headers are the same, and its build-id, or without one
 * the bytes of all its sites; and if its file is this one, or a copy that a test has made of it: an
 * equal file that lies elsewhere is none of a run's concern.
 */
struct remt_variants_module {
	uint64_t uid;	  /* of the unit */
	uint64_t inode;	  /* of the file; its device is another one in each view */
	uint64_t path;	  /* offset of its path, which ends in NUL */
	uint64_t headers; /* offset of the program headers, as they are in the file */
	uint32_t nr_headers;
	uint32_t build_id_size; /* 0: there is none */
	uint64_t build_id_address;
	uint8_t build_id[REMT_VARIANTS_MAX_BUILD_ID];
	uint32_t nr_functions, nr_sites;
	uint64_t sites; /* offset of struct remt_variants_site × nr_sites, by address */
	uint32_t nr_codes, reserved;
	uint64_t codes; /* offset of struct remt_variants_code × nr_codes */
};

/* Alternatives of a branch.  Where it jumps, the last one is infected, else the second one. */
enum remt_variants_branch {
	REMT_BRANCH_NEGATED = 1,
	REMT_BRANCH_ALWAYS = 2, /* jumps */
	REMT_BRANCH_NEVER = 3,
};

/* Ways of a branch; bits. */
enum remt_variants_way {
	REMT_WAY_JUMPS = 1,
	REMT_WAY_GOES_ON = 2,
};

#define REMT_VARIANTS_NO_BRANCH UINT32_MAX

struct remt_variants_site {
	uint64_t address;  /* as the file has it, where it is not moved */
	uint32_t function; /* number: index into the unit's function flags */
	uint32_t first;	   /* index of the code that is there; those of the alternatives follow */
	uint32_t size;	   /* bytes of the instruction, or as many as are replaced */
	uint32_t nr_alternatives;
	uint64_t target;    /* of a branch: where it jumps; 0: it is none */
	uint32_t condition; /* of a branch: its number, as the processor has it */
	uint32_t told;	    /* of a branch: ways that sites tell of, as nothing else leads there */
	uint32_t branch; /* number of the branch that alone leads here; REMT_VARIANTS_NO_BRANCH */
	uint32_t way;	 /* of that */
};

struct remt_variants_code {
	uint8_t bytes[REMT_VARIANTS_MAX_BYTES];
};

/* Index of the site at ADDRESS; UINT32_MAX: there is none.  The COUNT sites are in the order of
 * their addresses. */
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

/* The first of the sites behind FIRST that is not on a page which follows theirs: a page without
 * any may be no code, and stays as it is. */
static inline uint32_t remt_variants_end(const struct remt_variants_site *sites, uint32_t count,
					 uint32_t first)
{
	const uint64_t page = 4096;
	uint32_t end = first + 1;

	while (end < count && sites[end].address / page <=
				      (sites[end - 1].address + sites[end - 1].size) / page + 1)
		end++;
	return end;
}

#endif
