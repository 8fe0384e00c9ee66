/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tells which mutants a run of the original would infect: the run-time compares all alternatives of the sites that it comes to
 * (weak mutation: Howden, IEEE Transactions on Software Engineering, 1982). A run kills no mutant that it does not infect.
 *
 *	gen_kill_cover_open()
 *	gen_kill_cover_run()
 *	gen_kill_cover_close()
 */
#ifndef CMD_GEN_KILL_COVER_H
#define CMD_GEN_KILL_COVER_H

#include "cmd/gen/explore/exploration.h"
#include "runner/inventory/coverage.h"

struct gen_kill_cover {
	const struct gen_exploration *exploration;
	char *runtime, *path, *directory; /* the library, the session, coverage files */
	struct remt_session *session;
	struct coverage_reader *reader;
};

/* ERROR_UNUSABLE: the run-time is missing; ERROR_INTERNAL: there is no room. Call gen_kill_cover_close() in any case. */
struct error *gen_kill_cover_open(const struct gen_exploration *exploration,
				  struct gen_kill_cover *ret) MUST_CHECK;

/*
 * Runs the original on COMMAND by TRIAL; RESULT is what it does, for trial_result_deinit(). INFECTS has one for each
 * mutant of the exploration: whether the run infects it, or may do so. All are true if the run-time was not there, as in a
 * statically linked program.
 */
struct error *gen_kill_cover_run(struct gen_kill_cover *cover, const struct trial_opts *trial,
				 const struct command *command, struct trial_result *result,
				 bool *infects) MUST_CHECK;

void gen_kill_cover_close(struct gen_kill_cover *cover);

#endif
