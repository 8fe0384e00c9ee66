/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The audit: cells that are run although an earlier verdict holds, to see whether the new verdict
 * is the same.
 *
 *	audit_takes(), audit_add()	while verdicts are carried over
 *	audit_check()			after the run
 *	audit_deinit()
 */
#ifndef REUSE_AUDIT_H
#define REUSE_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "store/store.h"

struct audit_cell {
	int64_t mutant, test; /* keys in the store */
	enum verdict verdict; /* the earlier verdict */
};

struct audit {
	VEC(struct audit_cell) cells;
	/*
	 * cells that the run has decided, and those among them that do not agree; set by
	 * audit_check()
	 */
	uint64_t nr_found, nr_disagreed;
	/* "killed, and survived before" of the first cell that does not agree; NULL: none; owned */
	char *disagreement;
};

/* True if the cell is one of PERCENT percent of all cells. The same cells are taken each time. */
bool audit_takes(unsigned percent, int64_t mutant, int64_t test);
void audit_add(struct audit *audit, int64_t mutant, int64_t test, enum verdict verdict);
/*
 * Compares the cells with the verdicts that the current run of STORE has found so far. Verdicts
 * agree if both are kills or neither is.
 */
struct error *audit_check(struct audit *audit, struct store *store) MUST_CHECK;
void audit_deinit(struct audit *audit);

#endif
