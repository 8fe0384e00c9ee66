/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proofs of the mutants of a run, by two methods. The compiler's is "trivial compiler equivalence" (M. Papadakis, Y.
 * Jia, M. Harman, Y. Le Traon: Trivial Compiler Equivalence, ICSE 2015).
 *
 * A mutant is an edit of the source. If the plain compiler, by the unit's own options, makes the same object of the
 * edited source as of the original, all programs that the object is linked into are the same, and so is the verdict of
 * every test. Nothing is assumed of the compiler but that it makes of equal inputs equal outputs.
 *
 * Only mutants in the main source of a unit are tried, and only if each unit of the run that reads that file is made of
 * it: elsewhere, the same edit may be another mutant. For that, all units are compiled once, as they are. A source of
 * which several units are made, as for a static and a shared library, is edited in all of them: equivalent is what
 * changes no object.
 *
 * What this does not show, regions may (equiv/proof.h). They need the IR of the units. Their results come from a model
 * of the code, and are not yet trusted as proofs: they are stored as texts (STORE_PROBABLY), and nothing counts by them.
 *
 * Units that were compiled without the plugin are not looked at, nor tests that read the source.
 *
 *	equiv_subject_load(), equiv_subject_choose()
 *	equiv_run()
 */
#ifndef EQUIV_EQUIV_H
#define EQUIV_EQUIV_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/deadline.h"
#include "common/error.h"
#include "equiv/compile.h"
#include "equiv/subject.h"
#include "store/store.h"

/* The names of the methods in the store. */
#define EQUIV_METHOD_COMPILER "compiler"
#define EQUIV_METHOD_REGION   "region"

struct equiv_count {
	size_t nr_mutants; /* chosen ones */
	size_t nr_done;	   /* of these, those of which the outcome is known */
	size_t nr_equivalent, nr_but_ub,
		nr_different; /* of regions, the first two are only probably so */
	size_t nr_filtered;   /* left out, as a copy beside the function became other code */
	size_t nr_refused; /* could not be tried: not compiled again, or what a unit does is not known */
	size_t nr_compiled;   /* mutants in units, tried by this call */
	size_t nr_without_ir; /* units of which region proofs do not know what they do */
	size_t nr_broken;     /* recheck: proofs that do not hold */
	size_t nr_again,
		nr_apart; /* recheck: of nr_compiled, duplicates; those that are none any more */
};

struct equiv_opts {
	struct equiv_compiler compiler;
	const char *method;  /* EQUIV_METHOD_… */
	const char *version; /* what the compiler, or remt, says of itself */
	unsigned nr_jobs;
	struct deadline deadline;
	/* Try only what is proven, and again; a proof that does not hold is replaced by "none". */
	bool is_recheck;
	/*
	 * Also finds out which mutants are duplicates: what of the object of one is that of another one. Compiled are those
	 * whose copies are the same. Needs copies. With is_recheck, duplicates are compiled again, too.
	 */
	bool is_duplicates;
	bool is_unfiltered; /* The compiler's method compiles all, without comparing copies before. */
	/* Called after each mutant in a unit; may be NULL. */
	void (*progress)(void *arg, const struct equiv_count *count);
	/* Called for a unit, or a file of it, that can't be compiled again, with the reason. */
	void (*refused)(void *arg, const char *source, const char *why);
	/* Called for a unit of which no copies can be compared, so that each mutant is compiled. */
	void (*unfiltered)(void *arg, const char *source, const char *why);
	/* Called for a proof that does not hold any more, with the mutant's id and the reason. */
	void (*broken)(void *arg, const char *id, const char *why);
	/* Called for a mutant that was a duplicate of FIRST, and is none any more; may be NULL. */
	void (*apart)(void *arg, const char *id, const char *first);
	void *arg;
};

/*
 * Finds out about the chosen mutants of SUBJECT by one method, and stores it in STORE, which is open for writing. What
 * the store has already for the same method and version is not done again. What the compiler has proven equivalent is
 * not tried over regions. After the deadline, or an error, what was found out is in the store.
 */
struct error *equiv_run(struct store *store, struct equiv_subject *subject,
			const struct equiv_opts *opts, struct equiv_count *ret) MUST_CHECK;

#endif
