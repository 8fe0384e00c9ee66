/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In what way the runs of two versions were not the same: pairs of runs are alike whose hashes are equal. */
#ifndef PATHS_OUTCOME_H
#define PATHS_OUTCOME_H

#include "paths/trial.h"

/* Of how both ended, and the first lines that differ, where each number counts as 0. */
uint64_t outcome_hash(const struct trial_result results[2]) MUST_CHECK;

/* Of how both ended, and which of their outputs differ. */
uint64_t outcome_kind(const struct trial_result results[2]) MUST_CHECK;

#endif
