/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit: cells that are run though an earlier verdict holds, to see whether it does. */
#ifndef REUSE_AUDIT_H
#define REUSE_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "store/store.h"

struct audit_cell {
	int64_t mutant, test; /* keys */
	enum verdict verdict; /* the earlier one */
};

struct audit {
	VEC(struct audit_cell) cells;
	uint64_t nr_found, nr_disagreed; /* after audit_check() */
	char *disagreement;		 /* the first one; NULL; owned */
};

/* True if the cell is one of so many percent, the same ones each time. */
bool audit_takes(unsigned percent, int64_t mutant, int64_t test);
void audit_add(struct audit *audit, int64_t mutant, int64_t test, enum verdict verdict);
/* Compares with the verdicts that the current run of STORE has found by now. */
struct error *audit_check(struct audit *audit, struct store *store) MUST_CHECK;
void audit_deinit(struct audit *audit);

#endif
