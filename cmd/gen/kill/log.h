/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What processes that kill mutants tell each other: a file in memory that all append to, one record for each mutant, so that
 * each sees all tests; and the number of the mutant that is next.
 *
 *	gen_kill_log_create()	before they are forked
 *	gen_kill_log_next()	which mutant to try
 *	gen_kill_log_read()	what others have found by now
 *	gen_kill_log_add()	what this one has
 *	gen_kill_log_destroy()
 */
#ifndef CMD_GEN_KILL_LOG_H
#define CMD_GEN_KILL_LOG_H

#include "cmd/gen/kill/kill.h"

struct gen_kill_log {
	int fd;
	uint64_t at; /* bytes that were read */
	struct gen_kill_shared *shared;
};

/* ERROR_UNUSABLE: there is no memory for it. */
struct error *gen_kill_log_create(struct gen_kill_log *ret) MUST_CHECK;
void gen_kill_log_destroy(struct gen_kill_log *log);

/* Begins anew with the first mutant, while no other process is there. */
void gen_kill_log_rewind(struct gen_kill_log *log);

/* Returns the index of a mutant that nobody else was given, or NUMBER if there is none left. */
size_t gen_kill_log_next(struct gen_kill_log *log, size_t number);

/*
 * Adds what is known of mutant INDEX, as RESULT has it, in place of what was added before; TEST is the one that kills it, if RESULT says that one does. It may be
 * one of KILLS, which were read from the log. ERROR_UNUSABLE: there is no room.
 */
struct error *gen_kill_log_add(const struct gen_kill_log *log, size_t index,
			       const struct gen_kill_result *result,
			       const struct gen_kill_test *test,
			       const struct gen_kills *kills) MUST_CHECK;

/* Adds what is new to KILLS. ERROR_INTERNAL: a record makes no sense. */
struct error *gen_kill_log_read(struct gen_kill_log *log, struct gen_kills *kills) MUST_CHECK;

#endif
