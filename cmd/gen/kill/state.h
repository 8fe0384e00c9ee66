/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process that kills mutants has, for its sources alone. */
#ifndef CMD_GEN_KILL_STATE_H
#define CMD_GEN_KILL_STATE_H

#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/kill/kill.h"
#include "cmd/gen/kill/pool.h"

struct killing {
	struct gen_exploration *exploration;
	const struct gen_place *place;
	struct gen_kills *kills;
	struct gen_kill_shapes shapes;
	struct gen_kill_pool pool;
	size_t index;			  /* of the mutant at hand */
	struct gen_kill_result result;	  /* of the mutant at hand */
	const struct gen_kill_test *test; /* that kills it; NULL: none was found */
	VEC(struct gen_kill_test) found;  /* by a search */
	uint64_t search_ms;		  /* that its search had by now */
	unsigned nr_doubts; /* tests by which it differs, which does not count (GEN_KILL_DOUBT) */
	unsigned nr_shown;  /* of these, that gen_kill_show_unset() was asked about */
	char *unset; /* the command of one that shows it to depend on values that nobody has set; NULL: none does */
};

/* Why a mutant that differs is not killed by it, for the user. */
extern const char gen_kill_chance[];

/*
 * Tries NUMBER tests on the mutant at hand, the last ones first, until one kills it, which KILLING has then, or MAX_DOUBTS
 * are in doubt.
 */
struct error *gen_kill_try_all(struct killing *killing, const struct gen_kill_test *tests,
			       size_t number, unsigned max_doubts) MUST_CHECK;
/* Notes whether TEST shows that what the mutant does depends on values that nobody has set, if none has by now. */
struct error *gen_kill_note_unset(struct killing *killing,
				  const struct gen_kill_test *test) MUST_CHECK;

/* Runs variants of the pool's inputs on the mutant at hand as compiled, and tries those by which it differs. */
struct error *gen_kill_vary(struct killing *killing) MUST_CHECK;

/* Searches for a test that kills the mutant at hand, by all that --time gives it. */
struct error *gen_kill_search(struct killing *killing) MUST_CHECK;
/* What the search found is not needed any more. */
void gen_kill_search_forget(struct killing *killing);

#endif
