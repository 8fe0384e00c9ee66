/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Satisfiability of conditions on inputs. A condition is a term of one bit (term/term.h).
 *
 *	struct solver *solver = solver_create(&terms, nr_inputs, &solver_defaults);
 *	switch (solver_ask(solver, conditions, number, inputs)) { ... }
 *	solver_destroy(solver);
 *
 * A question goes through stages, each of which can be switched off: independent groups of conditions
 * are asked alone, and only those that the inputs at hand do not fulfil (Cadar, Dunbar and Engler,
 * OSDI 2008, section 3.3); conditions on one input leave it some of its 256 values, and if there are few
 * combinations of them, all are tried; answers are kept; samples near the inputs at hand are tried; Z3 decides
 * the rest, first with a small limit, unless a keeper has its answer.
 */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include <stddef.h>

#include "common/deadline.h"
#include "solver/answer.h"
#include "term/term.h"

/*
 * Keeps what Z3 said, for later solvers. With a keeper an answer of Z3 depends on its question alone, and takes a
 * little longer. A question is SIZE bytes, which are the same for the same conditions. */
struct solver_keeper {
	/*
	 * Finds what was kept of QUESTION; false: nothing was. With SOLVER_SAT VALUES get NR_VALUES bytes, which
	 * were kept with it.
	 */
	bool (*recall)(void *arg, const void *question, size_t size, enum solver_answer *answer,
		       unsigned char *values, size_t nr_values);
	void (*keep)(void *arg, const void *question, size_t size, enum solver_answer answer,
		     const unsigned char *values, size_t nr_values);
	void *arg;
};

struct solver_options {
	uint64_t seed;
	bool has_groups, has_domains, has_cache, has_samples; /* which stages there are */
	unsigned nr_samples;
	/* Z3's own count of steps for the first try and for the last one; 0: no try */
	unsigned first_steps, last_steps;
	/* The last try is by bits, and the only one of what is large: for questions about all of a function, not for paths. */
	bool has_bits;
	unsigned seconds;		 /* emergency limit of each try */
	unsigned megabytes;		 /* that Z3 may take */
	const struct deadline *deadline; /* of all questions, unknown then; borrowed; NULL: none */
	const struct solver_keeper *keeper; /* NULL: none */
};

extern const struct solver_options solver_defaults;

/* How questions were answered: by groups, which questions fall into. */
struct solver_counts {
	uint64_t questions;
	uint64_t at_hand; /* the inputs at hand did it, or conditions exclude each other as such */
	uint64_t cached, tried, sampled, proved, unknown; /* tried: all values that are allowed */
	uint64_t refuted; /* Z3's answers that evaluation showed to be wrong; counted as unknown */
};

struct solver;

/* TERMS may grow later. Inputs are numbered from 0 to NR_INPUTS - 1. */
struct solver *solver_create(const struct terms *terms, uint32_t nr_inputs,
			     const struct solver_options *options) RETURNS_NONNULL MUST_CHECK;

/* True if remt was built with Z3; without, all that needs a proof is unknown. */
bool solver_has_prover(void);

/* How much Z3 may do for a question. */
enum solver_effort {
	SOLVER_LITTLE, /* the first try alone, and none if the conditions are large */
	SOLVER_WHOLE,
};

/*
 * Are there inputs for which all CONDITIONS hold? INPUTS are those at hand; after SOLVER_SAT they are
 * such ones, as far as possible the same, else as they were.
 */
enum solver_answer solver_ask(struct solver *solver, const uint32_t *conditions, size_t number,
			      unsigned char *inputs) MUST_CHECK;

/* The same with EFFORT. */
enum solver_answer solver_ask_with(struct solver *solver, enum solver_effort effort,
				   const uint32_t *conditions, size_t number,
				   unsigned char *inputs) MUST_CHECK;

/* Frees what the solver knows of terms, and finds out again when it is asked. What it answered is kept. */
void solver_rest(struct solver *solver);

const struct solver_counts *solver_counts(const struct solver *solver) RETURNS_NONNULL;

/* NULL is allowed. */
void solver_destroy(struct solver *solver);

#endif
