/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sample: mutants drawn from the store, with the verdicts that are to be checked.
 *
 *	verify_sample_load()	all mutants and usable tests of the last run
 *	verify_sample_draw()	keeps a stratified random part of the mutants
 *	… verify_run() fills `found` and `outcome` of the cells …
 *	verify_sample_deinit()
 */
#ifndef VERIFY_SAMPLE_H
#define VERIFY_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "remt/operators.h"
#include "remt/verdict.h"
#include "runner/test/test.h"
#include "store/store.h"

/* What the check of a cell, or of a mutant as a whole, has shown. */
enum verify_outcome {
	VERIFY_PENDING = 0,
	VERIFY_EQUAL,
	/* The verdicts differ, and the patched source has undefined behaviour in this test. */
	VERIFY_UB,
	VERIFY_UNSTABLE,   /* Runs of the patched source differ among themselves. */
	VERIFY_KIND,	   /* Both verdicts are kills, of different kinds. */
	VERIFY_WRONG,	   /* Only one of the verdicts is a kill. */
	VERIFY_NO_COMPILE, /* of a mutant: the patched source does not compile */
	VERIFY_ERROR,	   /* of a mutant: it could not be checked */
	VERIFY_NR_OUTCOMES
};

struct verify_cell {
	uint32_t test; /* index in the sample's tests */
	enum verdict stored, found;
	enum verify_outcome outcome;
	/* how the patched program ended, or what a sanitizer said; NULL: nothing to say; owned */
	char *detail;
};

struct verify_mutant {
	int64_t key;
	char id[STORE_MUTANT_ID_SIZE];
	char *file;				     /* path relative to the root; owned */
	uint32_t line, column, end_line, end_column; /* range that `replacement` replaces */
	char *op, *replacement, *description;
	unsigned kind;	  /* enum remt_operator; REMT_NR_OPERATORS: the operator is not known */
	bool is_survivor; /* It has stored cells, and all of them survived. */
	/* PENDING until it is done, then EQUAL, or what kept it from being checked */
	enum verify_outcome outcome;
	char *detail;
	uint32_t nr_open; /* number of cells whose difference is to be explained */
	VEC(struct verify_cell) cells;
	VEC(uint32_t) reached; /* indexes of the tests that reach it */
};

struct verify_test {
	int64_t key;
	char *name;
	struct test test;
	uint64_t cpu_us, wall_us; /* times of the instrumented baseline, in microseconds */
	enum store_oracle oracle;
	bool is_used; /* A cell of the sample has the test. */
};

/* A source file as it was compiled. */
struct verify_file {
	char *path; /* path relative to the root; owned */
	uint64_t hash;
};

struct verify_sample {
	char *root;		/* project root, absolute; owned */
	uint64_t allow_network; /* 1 if the run had --allow-network, else 0 */
	VEC(struct verify_test) tests;
	VEC(struct verify_mutant) mutants;
	VEC(struct verify_file) files;
};

struct verify_draw {
	size_t count;	    /* number of mutants; there are more if the strata need more */
	size_t per_kind;    /* least number of mutants of each operator group */
	size_t survivors;   /* least number of survivors */
	size_t not_reached; /* number of cells per mutant whose test does not reach it */
	uint64_t seed;
	/* Beginning of ids: all mutants with such an id are drawn, and no others. NULL: any. */
	const char *mutant;
};

/*
 * Reads the last run of STORE: mutants, tests that are not quarantined, and cells that survived or
 * were killed. The caller gives RET to verify_sample_deinit(). ERROR_USAGE if the run has
 * variants of binaries.
 */
struct error *verify_sample_load(struct store *store, struct verify_sample *ret) MUST_CHECK;
/*
 * Keeps the mutants that DRAW asks for, of those with cells, and adds cells that are not reached.
 */
void verify_sample_draw(struct verify_sample *sample, const struct verify_draw *draw);
void verify_sample_deinit(struct verify_sample *sample);
void verify_mutant_deinit(struct verify_mutant *mutant);

/* True if the outcome of the cell is VERIFY_WRONG, VERIFY_KIND or VERIFY_UNSTABLE. */
bool verify_cell_differs(const struct verify_cell *cell);

/*
 * Returns the group of the mutant's operator, such as "ROR"; if the operator is not known, its name
 * as it was stored.
 */
const char *verify_mutant_group(const struct verify_mutant *mutant);

#endif
