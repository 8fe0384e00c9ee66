/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One cell of the stored matrix that `remt run --mutant=ID --test=NAME` runs again. */
#ifndef CMD_RUN_CELL_H
#define CMD_RUN_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/run.h"
#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "remt/session.h"
#include "rewriter/subject/subject.h"
#include "runner/job/allowance.h"
#include "runner/job/expectation.h"
#include "runner/test/test.h"
#include "store/store.h"

/* Everything about the cell, from the store. */
struct cell {
	const struct run_args *args;
	int64_t mutant, test_key;
	char id[STORE_MUTANT_ID_SIZE];
	char *file, *description, *root; /* owned */
	char **binaries; /* files whose variants are the mutants; NULL: there are none; owned */
	VEC(struct subject *) subjects; /* of the binaries, while the cell is run; owned */
	bool is_followed;		/* one of them is statically linked */
	uint32_t line;
	size_t nr_mutants, nr_tests; /* that match --mutant and --test */
	struct test test;
	bool has_test;
	struct allowance_use use;
	uint64_t count;		/* executions in the baseline */
	uint64_t allow_network; /* as the run that is stored */
	VEC(struct remt_switch) switches;
	enum verdict stored;
	enum store_oracle oracle; /* of the test */
	uint64_t output_hash;
	struct expectation *expected; /* what the unmutated test prints now; NULL: any */
};

/*
 * Reads the cell that RET->args names, into a RET that is otherwise zero. All is filled but
 * `subjects`, `is_followed` and `expected`. Also after an error the caller calls cell_deinit().
 */
struct error *cell_load(struct store *store, struct cell *ret) MUST_CHECK;
void cell_deinit(struct cell *cell);

/* Runs the test in a debugger with the mutant on; SCRATCH is a directory for its files. */
struct error *cell_debug(const struct cell *cell, const char *scratch) MUST_CHECK;

#endif
