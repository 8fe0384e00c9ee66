/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run printed, as an expression over its inputs: the partial semantic signature of its path
 * (Böhme and Roychoudhury, TR 11/11, 2011, section II.B). A path and its output expression tell what the
 * program prints for all inputs that go this path.
 */
#ifndef PATHS_SIGNATURE_H
#define PATHS_SIGNATURE_H

#include "paths/recording.h"
#include "paths/trial.h"
#include "term/evaluate.h"

/*
 * True if PATH tells all of RESULT, which the same run printed: its pieces make the output and the
 * status, and the terms have the values of the run. The inputs are EVALUATOR's.
 */
bool signature_is_told(struct evaluator *evaluator, const struct path *path,
		       const struct trial_result *result);

/* Equal output expressions have equal hashes. */
uint64_t signature_hash(const struct path *path);

/*
 * Returns a condition, of one bit, that holds where two programs that go the paths A and B may print
 * different things, if they do not for the inputs of these runs, which both did RESULT, as their paths tell. Constant 0:
 * they never do.
 */
uint32_t signature_difference(struct terms *terms, const struct path *a, const struct path *b,
			      const struct trial_result *result);

#endif
