/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says why the verdict of a cell was carried over, or was not. */
#ifndef REUSE_WHY_H
#define REUSE_WHY_H

#include "common/attr.h"
#include "common/error.h"
#include "store/store.h"

/*
 * Explains the cell of the mutant and the test with these keys in the current run of STORE. *RET is
 * a sentence, owned by the caller; NULL if the test of the cell is not in the store. ERROR_UNUSABLE
 * if a cell was run, and its base can't be read any more.
 */
struct error *why_cell(struct store *store, int64_t mutant, int64_t test, char **ret) MUST_CHECK;

#endif
