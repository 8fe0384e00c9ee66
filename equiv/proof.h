/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proofs that mutants are equivalent (Zhang, "Automatic Test Generation System for Software", 2021, chapter 2).
 *
 * Original and mutant go through one region (equiv/region.h) that has all marks of the mutant's site in the function.
 * They start in the same state: the same values, the same memory. If for all of these states they leave it by the same
 * exit, with the same values for what is behind it, the same memory, and have done the same on the way (calls, volatile
 * accesses, faults, all in the same order), then the program can't tell one from the other: outside of the region they
 * are the same code, and so each visit of the region begins with both in one state. The thesis' three conditions E0, E1
 * and E2 (section 2.4) are one question here: is there a state for which the two differ?
 *
 * If there is, the region is extended (section 2.5): first down to the next post-dominators, then up to dominators.
 *
 *	struct equiv_prover *unit = equiv_prover_create(ir_unit, table);
 *	equiv_prove(unit, site, alternative, &equiv_limits_default, &proof);
 *	... proof.verdict, proof.words ...
 *	equiv_proof_deinit(&proof);
 *	equiv_prover_destroy(unit);
 */
#ifndef EQUIV_PROOF_H
#define EQUIV_PROOF_H

#include "common/cleanup.h"
#include "ir/unit.h"
#include "sites/table.h"

enum equiv_verdict {
	/* Nothing was shown. */
	EQUIV_UNKNOWN,
	/*
	 * For all values and all memory both do the same: with arithmetic that wraps, as GCC's code does it, and
	 * nothing on the way that C leaves undefined has to do with the mutated expression.
	 */
	EQUIV_EQUIVALENT,
	/*
	 * They do the same wherever the original does nothing that C leaves undefined; or for all values, but the
	 * mutated expression may do such things, of which compilers may make what they like. This includes accesses
	 * beyond the object that a pointer leads to.
	 */
	EQUIV_BUT_FOR_UNDEFINED,
	/* There are values for which they differ at the end of all regions that were looked at; not a test. */
	EQUIV_DIFFERS,
};

struct equiv_limits {
	unsigned nr_regions; /* that are tried for each function */
	unsigned nr_blocks;  /* of a region */
	size_t nr_parts;     /* terms and states of a region */
	unsigned
		nr_steps; /* of Z3's own for each question; the answers depend on no clock but this one: */
	unsigned seconds; /* emergency limit of each question */
};

extern const struct equiv_limits equiv_limits_default;

struct equiv_proof {
	enum equiv_verdict verdict;
	/* The region of the proof, or the last one that was looked at; 0: none. */
	uint32_t first_line, last_line;
	unsigned nr_regions; /* that were looked at */
	/*
	 * A sentence without the full stop, owned: why it is so ("x is unsigned here: `x > 0` and `x != 0` agree for
	 * all values"), for which values it is not, or why nothing was shown.
	 */
	char *words;
	const char *cause; /* UNKNOWN and DIFFERS: one of a few texts, to count by; else NULL */
};

/* A unit, with what is asked of it for each of its mutants. */
struct equiv_prover;

/* UNIT and TABLE, which is the site table with the same uid, are borrowed. Functions are read when they are needed. */
struct equiv_prover *equiv_prover_create(const struct ir_unit *unit,
					 const struct site_table *table) RETURNS_NONNULL MUST_CHECK;

/* Returns the table that PROVER was made with. */
const struct site_table *equiv_prover_table(const struct equiv_prover *prover) RETURNS_NONNULL;

/* NULL is allowed. */
void equiv_prover_destroy(struct equiv_prover *unit);

/*
 * Tries to prove that the mutant "SITE takes ALTERNATIVE" (1 or more; remt/sites.h) of this unit is equivalent: in each
 * function of the unit that has a mark of the site. A mutant may sit in other units, too, as in inline functions of
 * headers (runner/inventory): the caller asks for each of these, and takes the weakest verdict. *RET is for
 * equiv_proof_deinit() in any case. Nothing is printed, and the same question gets the same answer, unless a limit of
 * time or memory strikes.
 */
void equiv_prove(struct equiv_prover *unit, uint32_t site, uint32_t alternative,
		 const struct equiv_limits *limits, struct equiv_proof *ret);

void equiv_proof_deinit(struct equiv_proof *proof);
#define _cleanup_equiv_proof_ _cleanup_(equiv_proof_deinit)

/* True if A says less than B. */
bool equiv_is_weaker(enum equiv_verdict a, enum equiv_verdict b);

/* Returns "equivalent" and the like. */
const char *equiv_verdict_text(enum equiv_verdict verdict) RETURNS_NONNULL;

#endif
