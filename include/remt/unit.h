/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The unit: the control block that the plugin plants into each object, and
 * that the run-time finds and writes.
 *
 * A unit is an ELF note (section .remt.unit, allocated and writable), so the
 * loader's program headers lead to it and no symbol, constructor or library is
 * needed.  Without the run-time every flag stays 0 and nothing of remt runs.
 *
 *   1. entry of a function:  if (function_on[f])  go to the clone
 *   2. entry of the clone, or of a function that has none:
 *                            if (function_on[f] & REMT_NOTED)  enter(unit, f), which takes that off;
 *                            not REMT_SWITCHED: go back, or on as the original
 *   3. in the clone, a site:  site_on[s] is 0: the original
 *                             REMT_ASK: k = hook(unit, s, REMT_ENTER, …)
 *                             REMT_COUNT: the original, if --fuel >= 0; else as REMT_ASK
 *                             k: alternative k, if --fuel >= 0; else as REMT_ASK
 *
 * An alternative in the flag itself keeps a site that is executed millions of times from calling
 * the hook each time; the fuel brings it back now and then, so that executions can be counted.
 *
 * The flag bytes follow the header: nr_functions bytes, then nr_sites bytes
 * at the next multiple of 8.  The unit's site table (include/remt/sites.h) has
 * the same uid and the same number of sites; it also lists functions without
 * sites, which have no flag here.
 *
 * A site is one or several *marks* in the code.  A mark of values (REMT_ENTER) has the operands at
 * hand and can compute each alternative; a mark of choice (REMT_SELECT) is a point of the control
 * flow, where code asks which way to go. Each tells by a mask which alternatives are infected by
 * the mere fact that it was reached; bits of alternatives that there are not are set, too.  A mark
 * of choice that the others of its site lead to as the original goes (REMT_PART) takes the lowest
 * infected one for each of them; behind it they may part.
 *
 * The hook's answer says which alternative the mark takes: 0 is the original,
 * 1 … n as in struct remt_mutant.  With REMT_FINAL set the value is used;
 * without it a mark of values only evaluates alternative k, compares it bit for
 * bit with the original, and calls again with that k and the bits that differ (infection):
 * alternatives with equal bits have equal values.
 */
#ifndef REMT_UNIT_H
#define REMT_UNIT_H

#include <stdint.h>

#define REMT_UNIT_SECTION   ".remt.unit"
#define REMT_UNIT_NAME	    "remt-unit\0\0" /* 12 bytes with the final NUL */
#define REMT_UNIT_NOTE_TYPE 1u
#define REMT_UNIT_VERSION   6u

#define REMT_PART                                                                                  \
	0xfffffffdu /* k of a mark of choice where all infected alternatives do the same */
#define REMT_SELECT   0xfffffffeu /* k of a mark of choice; `arg`: mask of infected alternatives */
#define REMT_ENTER    0xffffffffu /* k of a mark of values, its first call; `arg`: the same */
#define REMT_FINAL    0x80000000u
#define REMT_ASK      0xffu /* flag of a site: the hook knows the alternative */
#define REMT_COUNT    0xfeu /* the original; larger alternatives than the ones below have REMT_ASK */

#define REMT_SWITCHED 1u /* bit of a function's flag: one of its sites is on */
#define REMT_NOTED    2u /* the first entry is to be told */

struct remt_unit;

/* Called where a function is entered that is REMT_NOTED. */
typedef void (*remt_enter)(struct remt_unit *unit, uint32_t function);

/*
 * Called at each execution of a site whose flag is REMT_ASK, and where the fuel is spent.
 * k: REMT_PART, REMT_SELECT, REMT_ENTER, or the alternative just evaluated; arg: mask, or the bits in
 * which it differed from the original.  Returns alternative | REMT_FINAL?.
 */
typedef uint32_t (*remt_hook)(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);

/* Called at each check (include/remt/checks.h) while it is set. */
typedef uint32_t (*remt_check_hook)(struct remt_unit *unit, uint32_t number, const char *where,
				    const char *kinds, uint32_t is_true, ...);

/*
 * Called by the alternatives of a layout switch (REMT_MUTANT_LAYOUT): the ADDRESS that an object would have which
 * lay so many BYTES further, if the linker or the loader could have put it there; else ADDRESS.
 */
typedef uint64_t (*remt_shift)(uint64_t address, uint32_t bytes);

struct remt_unit {
	uint32_t name_size;    /* 12 */
	uint32_t desc_size;    /* bytes after `name` */
	uint32_t note_type;    /* REMT_UNIT_NOTE_TYPE */
	char name[12];	       /* REMT_UNIT_NAME */
	uint32_t version;      /* REMT_UNIT_VERSION */
	uint32_t reserved;     /* the run-time's own use */
	uint64_t uid;	       /* of the site table */
	remt_hook hook;	       /* NULL until the run-time sets it */
	remt_enter enter;      /* the same */
	remt_check_hook check; /* the same, of the tests' units alone */
	remt_shift shift;      /* set with the hook, where a layout switch may be asked */
	uint32_t nr_functions; /* that hold sites */
	uint32_t nr_sites;
	int32_t fuel; /* executions of sites with an alternative as flag until the next call of the hook */
	uint32_t first; /* the run-time's own use */
	/* uint8_t function_on[nr_functions]; padding to 8; uint8_t site_on[nr_sites]; padding to 8 */
};

/* The bit of alternative K, 1 or more, in a mask; those from the 32nd on share one. */
static inline uint32_t remt_alternative_bit(uint32_t k)
{
	return UINT32_C(1) << (k < 32 ? k - 1 : 31);
}

static inline uint8_t *remt_unit_function_on(struct remt_unit *unit)
{
	return (uint8_t *)(unit + 1);
}

static inline uint8_t *remt_unit_site_on(struct remt_unit *unit)
{
	return (uint8_t *)(unit + 1) + (((uint64_t)unit->nr_functions + 7) & ~(uint64_t)7);
}

/* desc_size that a unit with these counts must have. */
static inline uint64_t remt_unit_desc_size(uint64_t nr_functions, uint64_t nr_sites)
{
	return sizeof(struct remt_unit) - 24 + ((nr_functions + 7) & ~(uint64_t)7) +
	       ((nr_sites + 7) & ~(uint64_t)7);
}

#endif
