/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a verdict of the last run was carried over, or was not. */
#ifndef REUSE_WHY_H
#define REUSE_WHY_H

#include "common/attr.h"
#include "common/error.h"
#include "store/store.h"

/*
 * Of the cell of the mutant and the test with these keys in the current run of STORE; *RET: a
 * sentence, owned by the caller. ERROR_UNUSABLE if the base of the run is gone.
 */
struct error *why_cell(struct store *store, int64_t mutant, int64_t test, char **ret) MUST_CHECK;

#endif
