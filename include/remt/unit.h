/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The unit: the control block that the plugin plants into each object, and that the run-time finds
 * and writes.
 *
 * A unit is an ELF note (section .remt.unit, allocated and writable). The loader's program headers
 * lead to it, so that no symbol, constructor or library is needed. Without the run-time every flag
 * stays 0, and only the entry tests of the functions are executed.
 *
 *   1. entry of a function:  if (function_on[f])  go to the clone
 *   2. entry of the clone, or of a function without one:
 *                            if (function_on[f] & REMT_NOTED)
 *                                    enter(unit, f), which clears that bit; then, if not
 *                                    REMT_SWITCHED: go back, or continue as the original
 *   3. in the clone, a site: site_on[s] is 0: the original
 *                            REMT_ASK: k = hook(unit, s, REMT_ENTER, …)
 *                            REMT_COUNT: the original, if --fuel >= 0; else as REMT_ASK
 *                            k: alternative k, if --fuel >= 0; else as REMT_ASK
 *
 * An alternative in the flag itself saves a site that is executed millions of times the calls of
 * the hook. When the fuel is used up, the site calls the hook once, so that executions can be
 * counted. Without a hook the flag holds for good: so a file whose flags are set (sites/flags.h) is
 * the mutant, and needs no run-time.
 *
 * The flag bytes follow the header: nr_functions bytes, then nr_sites bytes at the next multiple of
 * 8. The unit's site table (include/remt/sites.h) has the same uid and the same number of sites. It
 * also lists functions without sites, which have no flag here.
 *
 * A site has one or several *marks* in the code. A mark of values (REMT_ENTER) has the operands and
 * can compute each alternative. A mark of choice (REMT_SELECT) is a point of the control flow where
 * code asks which way to go. Each mark tells by a mask which alternatives are infected merely
 * because it was reached; bits without an alternative are set, too. Some marks of choice
 * (REMT_PART) are reached only while the other marks of their site do as the original does. Such a
 * mark takes the lowest infected alternative for each of the infected ones; they may part later.
 *
 * The hook's answer says which alternative the mark takes: 0 is the original, 1 … n as in struct
 * remt_mutant. With REMT_FINAL set, the mark uses the value. Without it, a mark of values only
 * evaluates alternative k, compares it bit for bit with the original, and calls again with k and
 * the bits that differ (infection). Alternatives with equal bits have equal values.
 */
#ifndef REMT_UNIT_H
#define REMT_UNIT_H

#include <stdint.h>

#define REMT_UNIT_SECTION   ".remt.unit"
#define REMT_UNIT_NAME	    "remt-unit\0\0" /* 12 bytes with the final NUL */
#define REMT_UNIT_NOTE_TYPE 1u
#define REMT_UNIT_VERSION   7u

#define REMT_PART                                                                                  \
	0xfffffffdu /* k at a mark of choice where all infected alternatives do the same */
/* K at a mark of choice; `arg` is the mask of infected alternatives. */
#define REMT_SELECT 0xfffffffeu
/* k at the first call of a mark of values; `arg` as for REMT_SELECT */
#define REMT_ENTER 0xffffffffu
#define REMT_FINAL 0x80000000u
#define REMT_ASK   0xffu /* flag of a site: it calls the hook */
/* flag of a site: the original, with fuel; alternatives from here on need REMT_ASK */
#define REMT_COUNT    0xfeu

#define REMT_SWITCHED 1u /* bit of a function's flag: one of its sites is on */
#define REMT_NOTED    2u /* bit of a function's flag: its first entry is to be told */

struct remt_unit;

/* Called at the entry of a function whose flag has REMT_NOTED. */
typedef void (*remt_enter)(struct remt_unit *unit, uint32_t function);

/*
 * Called at each execution of a site whose flag is REMT_ASK, and when the fuel is used up. K is
 * REMT_PART, REMT_SELECT, REMT_ENTER or the alternative just evaluated. ARG is the mask of infected
 * alternatives, or for an alternative the bits in which it differs. Returns an alternative, perhaps
 * with REMT_FINAL.
 */
typedef uint32_t (*remt_hook)(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg);

/* Called at each check (include/remt/checks.h), while it is set. */
typedef uint32_t (*remt_check_hook)(struct remt_unit *unit, uint32_t number, const char *where,
				    const char *kinds, uint32_t is_true, ...);

/*
 * Called by the alternatives of a layout switch (REMT_MUTANT_LAYOUT). Returns the ADDRESS that an
 * object would have if it lay BYTES further, or ADDRESS itself if neither the linker nor the loader
 * could put it there.
 */
typedef uint64_t (*remt_shift)(uint64_t address, uint32_t bytes);

struct remt_unit {
	uint32_t name_size;    /* 12 */
	uint32_t desc_size;    /* bytes behind `name` */
	uint32_t note_type;    /* REMT_UNIT_NOTE_TYPE */
	char name[12];	       /* REMT_UNIT_NAME */
	uint32_t version;      /* REMT_UNIT_VERSION */
	uint32_t reserved;     /* for the run-time's own use */
	uint64_t uid;	       /* of the unit's site table */
	remt_hook hook;	       /* NULL until the run-time sets it */
	remt_enter enter;      /* NULL until the run-time sets it */
	remt_check_hook check; /* NULL except in units of tests whose checks are recorded */
	/* is set together with the hook if the unit may have layout switches */
	remt_shift shift;
	uint32_t nr_functions; /* functions with sites */
	uint32_t nr_sites;
	/*
	 * Executions of sites with an alternative or REMT_COUNT as flag until the next call of the
	 * hook.
	 */
	int32_t fuel;
	uint32_t first; /* for the run-time's own use */
			/*
	 * uint8_t function_on[nr_functions]; padding to 8; uint8_t site_on[nr_sites]; padding to 8
	 */
};

/* Returns the bit of alternative K (1 or more) in a mask; alternatives from 32 on share one. */
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

/* Returns the desc_size that a unit with these counts must have. */
static inline uint64_t remt_unit_desc_size(uint64_t nr_functions, uint64_t nr_sites)
{
	return sizeof(struct remt_unit) - 24 + ((nr_functions + 7) & ~(uint64_t)7) +
	       ((nr_sites + 7) & ~(uint64_t)7);
}

#endif
