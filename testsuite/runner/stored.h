/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last run of a store as programs of this directory run it again: tests, mutants and what
 * reaches what. */
#ifndef STORED_H
#define STORED_H

#include <stdbool.h>
#include <stdint.h>

#include "common/vec.h"
#include "remt/session.h"
#include "runner/test/test.h"
#include "store/store.h"

struct stored_test {
	int64_t key;
	struct test test;
	uint64_t wall_us; /* of the baseline */
};

struct stored_mutant {
	int64_t key;
	char id[STORE_MUTANT_ID_SIZE];
	bool is_left_out;
	VEC(struct remt_switch) on;
	VEC(uint32_t) reached; /* indices of tests */
};

/* A cell that was run. */
struct stored_cell {
	uint32_t mutant, test; /* indices */
	int mode;	       /* enum worker_mode */
};

struct stored {
	char *root;
	VEC(struct stored_test) tests; /* in the order of the suite, without those in quarantine */
	VEC(struct stored_mutant) mutants;
	VEC(struct stored_cell) cells;
};

/* Of the store in DIRECTORY.  LEFT_OUT: file with ids of mutants, one a line; NULL: none.  Ends the
 * program if that fails. */
void stored_load(struct stored *stored, const char *directory, const char *left_out);
void stored_deinit(struct stored *stored);

bool stored_reaches(const struct stored_mutant *mutant, uint32_t test);

#endif
