/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of terms. An evaluator keeps what it computed until the inputs change, so that terms that share
 * parts cost each part once.
 *
 *	struct evaluator evaluator;
 *	evaluator_init(&evaluator, &terms);
 *	evaluator_set(&evaluator, inputs);
 *	value = evaluator_value(&evaluator, term);
 *	evaluator_deinit(&evaluator);
 */
#ifndef TERM_EVALUATE_H
#define TERM_EVALUATE_H

#include <stddef.h>

#include "common/vec.h"
#include "term/term.h"

struct evaluator {
	const struct terms *terms;
	const unsigned char *inputs; /* by the index of the input */
	uint64_t *values;	     /* by term */
	uint32_t *rounds;	     /* by term: that of `values`; 0: none */
	uint32_t nr_known;	     /* entries of the two */
	uint32_t round;
	VEC(uint32_t) stack;
};

/* TERMS may grow later. */
void evaluator_init(struct evaluator *evaluator, const struct terms *terms);
void evaluator_deinit(struct evaluator *evaluator);
#define _cleanup_evaluator_ _cleanup_(evaluator_deinit)

/* Sets the inputs, which have to stay as they are until this is called again. */
void evaluator_set(struct evaluator *evaluator, const unsigned char *inputs);

/* Frees what is known of terms, which is found out again when it is asked for. */
void evaluator_rest(struct evaluator *evaluator);

uint64_t evaluator_value(struct evaluator *evaluator, uint32_t term);

/* Calls SEE with DATA once for each part of TERM, operands first and TERM last. */
void evaluator_walk(struct evaluator *evaluator, uint32_t term,
		    void (*see)(void *data, uint32_t term), void *data);

/* The same for the parts of NUMBER TERMS: each comes once, however many of these have it. */
void evaluator_walk_all(struct evaluator *evaluator, const uint32_t *terms, size_t number,
			void (*see)(void *data, uint32_t term), void *data);

#endif
