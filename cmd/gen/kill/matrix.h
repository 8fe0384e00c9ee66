/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compaction: which tests kill which mutants, and which tests are enough. Processes fill memory that they share.
 *
 *	gen_kill_matrix_create()
 *	gen_kill_matrix_fill()		in each process: runs mutants as compiled on all tests
 *	gen_kill_matrix_choose()
 *	gen_kill_matrix_reassign()	in each process: kills mutants by the tests that are enough
 *	gen_kill_matrix_apply()
 *	gen_kill_matrix_destroy()
 *
 * A mutant that no chosen test is confirmed to kill keeps the one that it had, so that no kill is lost.
 */
#ifndef CMD_GEN_KILL_MATRIX_H
#define CMD_GEN_KILL_MATRIX_H

#include "cmd/gen/kill/state.h"

struct gen_kill_matrix {
	const struct gen_kills *kills; /* of which all is known; borrowed */
	bool *cells;		       /* by mutant, then by test: as compiled it differs */
	bool *kept;		       /* by test */
	bool is_chosen;		       /* `kept` is valid */
	size_t nr_mutants, nr_tests, size;
};

/* ERROR_UNUSABLE: there is no memory for it. */
struct error *gen_kill_matrix_create(const struct gen_kills *kills,
				     struct gen_kill_matrix *ret) MUST_CHECK;
void gen_kill_matrix_destroy(struct gen_kill_matrix *matrix);

/* Runs the mutant INDEX, which is killed and lies in its place. */
struct error *gen_kill_matrix_fill(struct killing *killing, struct gen_kill_matrix *matrix,
				   size_t index) MUST_CHECK;
void gen_kill_matrix_choose(struct gen_kill_matrix *matrix);
/* Has KILLING find a chosen test that kills the mutant INDEX; none is needed if it has one. */
struct error *gen_kill_matrix_reassign(struct killing *killing,
				       const struct gen_kill_matrix *matrix,
				       size_t index) MUST_CHECK;
/*
 * Drops the tests of KILLS that no mutant has any more, and numbers the others anew, those first that can be written. Of the
 * mutants that have a test, the first one is not dropped.
 */
void gen_kill_matrix_apply(struct gen_kills *kills);

#endif
