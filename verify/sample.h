/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sample: mutants drawn from the store, with the verdicts to be checked.
 *
 *   verify_sample_load()   everything of the last run that was reached
 *   verify_sample_draw()   keeps a stratified random part
 *   … verify_run() fills the cells' `found` and `outcome` …
 *   verify_sample_deinit()
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
#include "runner/test.h"
#include "store/store.h"

/* What came of a cell, or of a mutant as a whole. */
enum verify_outcome {
	VERIFY_PENDING = 0,
	VERIFY_EQUAL,
	VERIFY_UB,	   /* differs, and the patched source has undefined behaviour in this test */
	VERIFY_UNSTABLE,   /* runs of the patched source differ among themselves */
	VERIFY_KIND,	   /* both killed, but differently */
	VERIFY_WRONG,	   /* survived here, killed there */
	VERIFY_NO_COMPILE, /* of a mutant: its source patch does not compile */
	VERIFY_ERROR,	   /* of a mutant: could not be checked */
	VERIFY_NR_OUTCOMES
};

struct verify_cell {
	uint32_t test;	       /* index in tests */
	enum verdict stored, found;
	enum verify_outcome outcome;
	char *detail;	       /* how the patched program ended, what a sanitizer said; NULL: nothing to say */
};

struct verify_mutant {
	int64_t key;
	char id[STORE_MUTANT_ID_SIZE];
	char *file; /* relative to root */
	uint32_t line, column, end_line, end_column; /* what `replacement` replaces */
	char *op, *replacement, *description;
	unsigned kind; /* enum remt_operator; REMT_NR_OPERATORS: of no known operator */
	bool is_survivor; /* every stored cell survived */
	enum verify_outcome outcome; /* PENDING until done, then EQUAL or what kept it from being checked */
	char *detail;
	uint32_t nr_open; /* cells that wait for an explanation */
	VEC(struct verify_cell) cells;
	VEC(uint32_t) reached; /* tests that reach it */
};

struct verify_test {
	int64_t key;
	char *name;
	struct test test;
	uint64_t cpu_us, wall_us; /* of the instrumented baseline */
	enum store_oracle oracle;
	bool is_used;		  /* by a cell of the sample */
};

/* A source file as it was compiled. */
struct verify_file {
	char *path; /* relative to root */
	uint64_t hash;
};

struct verify_sample {
	char *root;		/* project root, absolute */
	uint64_t allow_network; /* the run had --allow-network */
	VEC(struct verify_test) tests;
	VEC(struct verify_mutant) mutants;
	VEC(struct verify_file) files;
};

struct verify_draw {
	size_t count;	      /* mutants wanted; more if the strata need more */
	size_t per_kind;      /* at least, of each operator group */
	size_t survivors;     /* at least */
	size_t not_reached;   /* cells of tests that do not reach the mutant, per mutant */
	uint64_t seed;
	const char *mutant; /* beginning of the ids wanted, all of them and no others; NULL: any */
};

struct error *verify_sample_load(struct store *store, struct verify_sample *ret) MUST_CHECK;
void verify_sample_draw(struct verify_sample *sample, const struct verify_draw *draw);
void verify_sample_deinit(struct verify_sample *sample);
void verify_mutant_deinit(struct verify_mutant *mutant);

/* Whether runs of the patched source do not agree with what is stored. */
bool verify_cell_differs(const struct verify_cell *cell);

/* Group ("ROR") of a mutant's operator, as it was stored if that is unknown. */
const char *verify_mutant_group(const struct verify_mutant *mutant);

/* The next number of a reproducible sequence (SplitMix64); *STATE is the seed at first. */
uint64_t verify_random(uint64_t *state);

#endif
