/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What equiv_run() works on, for equiv.c, and for equiv_plan.c, which decides what is to be done. */
#ifndef EQUIV_EQUIV_STATE_H
#define EQUIV_EQUIV_STATE_H

#include "common/vec.h"
#include "equiv/equiv.h"
#include "equiv/provers.h"
#include "equiv/task.h"

/* What is known of a mutant in one of its units. */
enum equiv_known {
	KNOWN_NOT = 0,
	KNOWN_EQUIVALENT,
	KNOWN_BUT_UB,
	KNOWN_FILTERED, /* probably different: see equiv_filter.c */
	KNOWN_DIFFERENT,
	KNOWN_REFUSED,
};

/* Mutants with the same likeness in one unit may be duplicates. */
struct equiv_likeness {
	uint32_t unit, mutant; /* indexes */
	uint32_t function;
	uint64_t early, late; /* numbers of its copy (copies.h) */
	bool is_alone;	      /* No other one has one of them. */
};

struct equiv_state {
	struct store *store;
	struct equiv_subject *subject;
	const struct equiv_opts *opts;
	/* for each mutant, of each of its units; owned */
	enum equiv_known **known;
	/* the same: what the store had before, of recheck by whatever compiler, else by this one */
	enum equiv_known **stored;
	bool is_listed; /* All units were asked what they read. */
	VEC(struct equiv_task) tasks;
	VEC(struct equiv_asked) asked; /* of which copies are asked for, in the order of units */
	/* of mutants in one unit: hash of the object, 0: not known; owned; by mutants */
	uint64_t *objects;
	/* recheck of duplicates: the same, as it was stored by whatever compiler; 0: it is no duplicate; owned */
	uint64_t *before;
	VEC(struct equiv_likeness)
	copies; /* to find duplicates: all copies that are not as their functions */
	struct equiv_provers provers; /* of region proofs; else empty */
	struct equiv_count count;
};

/* ---- equiv.c */

bool equiv_is_by_region(const struct equiv_state *state);
/* True if duplicates of mutant M are looked for: not of one that several units have, each with an object of its own. */
bool equiv_has_duplicates(const struct equiv_state *state, size_t m);
/* True if the mutant is asked about. */
bool equiv_is_asked(const struct equiv_state *state, const struct equiv_mutant *mutant);
/* The outcome of a mutant over all of its units: that of the worst. */
enum equiv_known equiv_outcome(const struct equiv_state *state, size_t m);
/* Notes why no mutant of UNIT can be compiled, and tells the caller. Of the compiler's method alone. */
void equiv_refuse(struct equiv_state *state, struct equiv_unit *unit, const char *why);

/* Stores what was found out about mutant M in its unit I. */
struct error *equiv_put(struct equiv_state *state, size_t m, size_t i,
			const struct equiv_answer *answer) MUST_CHECK;

/* ---- equiv_filter.c */

/*
 * Plans copies of the mutants that are to be compiled, each in its unit NTH, counted from 0: most are shown to be others
 * by the first one, and are not asked for in the rest.
 */
void equiv_plan_copies(struct equiv_state *state, uint32_t nth);
/* Takes an answer of EQUIV_TASK_COPIES: mutants whose copies are other ones become KNOWN_FILTERED, and are stored. */
struct error *equiv_take_copies(struct equiv_state *state, const struct equiv_task *task,
				const struct equiv_answer *answer) MUST_CHECK;
/*
 * When all copies are known, and duplicates are looked for: leaves those out that are like no other one. Those like others
 * whose objects are not known are left to be compiled.
 */
struct error *equiv_choose_duplicates(struct equiv_state *state) MUST_CHECK;
/* True if TEXT, of a proof that is none, tells that the filter has left the mutant out. */
bool equiv_is_filtered(const char *text);

/* ---- equiv_recheck.c */

/* Leaves only those in `before` that have it in common with another mutant of their unit. */
void equiv_choose_rechecked(struct equiv_state *state);
/* After they were compiled: counts and tells those that are not as the first one of their group any more. */
void equiv_compare_rechecked(struct equiv_state *state);

/* ---- equiv_plan.c */

/* True if the mutant is to be tried in its unit I. */
bool equiv_is_wanted(const struct equiv_state *state, size_t m, size_t i);
/* True if the mutant can be tried in UNIT. */
bool equiv_is_usable(const struct equiv_state *state, const struct equiv_unit *unit,
		     const struct equiv_mutant *mutant);

/* Chooses the mutants that are to be tried, of recheck those that have a proof, and marks what they need. */
void equiv_mark_used(struct equiv_state *state);
/*
 * Refuses mutants that units have which are not made of their file. This and what follows is of the compiler's method.
 */
void equiv_refuse_shared(struct equiv_state *state);
/* All units are looked at, if only one mutant is to be compiled: any of them could read its file. */
void equiv_plan_lists(struct equiv_state *state);
/* Refuses mutants whose source any unit reads, or could, that is not made of it. */
void equiv_refuse_read(struct equiv_state *state);
/*
 * Takes proofs over that were made beside other units: the unit itself is the same, by the same compiler, and no unit
 * that there is now reads its source but those that are made of it.
 */
struct error *equiv_adopt(struct equiv_state *state) MUST_CHECK;
void equiv_plan_originals(struct equiv_state *state);
/* Of both methods. */
void equiv_plan_mutants(struct equiv_state *state);

#endif
