/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of search.h, for its sources alone. */
#ifndef PATHS_SEARCH_STATE_H
#define PATHS_SEARCH_STATE_H

#include "common/slots.h"
#include "common/vec.h"
#include "paths/crossover.h"
#include "paths/patience.h"
#include "paths/search.h"
#include "paths/telling.h"
#include "paths/visit.h"

/* Commands whose inputs have the same lengths, and what is explored from them. */
struct shape {
	VEC(struct command) commands;
	bool is_given;	/* the caller gave them */
	unsigned rank;	/* the highest of their scouts: it comes first */
	bool is_beside; /* one command alone, on which versions differed: it is run, not explored */
	bool is_shrunk; /* beside, and in place of a difference that was found: it counts as that one */
	uint64_t nr_turns;	   /* that it had */
	struct explorer *explorer; /* NULL: it has not begun */
};

/* A command that others are made of. */
struct fuzz_source {
	struct command command;
	struct crossover_spot spot; /* where it was edited last */
	unsigned level;		    /* enum scout_level */
	size_t rarest;		    /* place (paths/telling.h), or SIZE_MAX */
	uint64_t set;		    /* of changed places that it comes to (paths/telling.h) */
	int status;		    /* how the new version ends */
	bool is_small;		    /* it is made smaller, or was */
	size_t chunk, at; /* lines that are cut out next; no chunk: it is to begin, or over */
};

/* Commands that are made by chance (search_fuzz()). */
struct fuzz {
	struct telling telling;
	VEC(struct fuzz_source) items;
	VEC(size_t) small;		   /* of these, that are made smaller */
	size_t nr_cut;			   /* of these, that can't be any more */
	struct slots small_sets;	   /* how many there are by set */
	VEC(const struct command *) given; /* of the caller's shapes; borrowed */
	uint64_t state;			   /* of chance */
	size_t turn;			   /* source whose turn it is */
	unsigned nr_turns;		   /* tries that are left of it */
	uint64_t nr_tried;		   /* commands that were made and run */
	uint64_t nr_due;	     /* commands that the search owes for what it has evaluated */
	struct slots kinds;	     /* outcome_kind() of differences that were taken */
	unsigned nr_taken, nr_false; /* differences; and those that scouts alone showed */
};

struct found {
	size_t shape, index;
	struct search_use use;
	uint64_t nr_replaced; /* inputs of those in whose place it is */
};

struct search {
	struct search_opts opts;
	struct recording recordings[2]; /* by version */
	struct patience patience;
	struct deadline questions; /* of all questions to the solver */
	struct words *words;	   /* for variants; NULL: there are to be none */
	VEC(struct shape) shapes;
	VEC(struct found) found;
	uint64_t nr_dropped;	     /* that did not hold */
	uint64_t nr_unconfirmed;     /* that there was no time for to see whether they hold */
	VEC(struct command) resized; /* variants of other lengths on which the versions differed */
	struct search_state state;
	struct search_scouts scouts;
	struct fuzz fuzz;
	char **concretised_by; /* of all explorations */
	uint64_t nr_inputs, start_ms, looked_ms;
	uint64_t start_cpu_us; /* of this process and what it had waited for, before the search */
	size_t nr_given;       /* shapes of the caller that had their first turn */
	bool has_begun;	       /* each command of the caller had its first run */
	bool is_stopped;       /* by the caller or by a limit */
	bool is_full;	       /* by that of memory */
	struct search_use use; /* when a difference was found last, or at the end */
};

/* True if so much of the time is over that what has begun is to be gone on with. */
bool search_is_half_over(const struct search *search);

/*
 * Chooses the one that has the next turn, and false if none is open. The nearest to a change is it, where each
 * turn counts as one edge, so that none waits for ever. What has not begun counts as the nearest, and comes last when
 * half of the time is over.
 */
bool search_choose(const struct search *search, size_t *ret);

/* True if a limit of time or memory was reached, or the caller wants the end. */
bool search_is_at_end(struct search *search);

/*
 * Sends scouts with the caller's commands, in a part of the search's time, and returns the numbers of their shapes in the
 * order in which they are to have their first turn, *NUMBER of them, also with an error; the caller frees. Those come first that are
 * nearest to a change, of these the short ones. In a shape the nearest command comes first.
 */
struct error *search_scout(struct search *search, size_t **ret, size_t *number) MUST_CHECK;

enum { SEARCH_SCOUT_MS = 250 }; /* of one scout */

/*
 * Makes commands by chance of those of the caller, and runs both versions on them as compiled; a run that is the
 * first to come to a statement, or among the first to come to a changed one, has its command be one that others are made
 * of. Commands on which the versions differ are visited. The first call is made before any command is evaluated; the
 * others after NR_INPUTS were, for which there are some tries each.
 * Source: differential fuzzing (Petsios et al., NEZHA, IEEE S&P 2017), beside the search (Noller et al., HyDiff, ICSE
 * 2020).
 */
struct error *search_fuzz_first(struct search *search, const size_t *shapes,
				size_t number) MUST_CHECK;
struct error *search_fuzz_beside(struct search *search, uint64_t nr_inputs,
				 uint64_t nr_conditions) MUST_CHECK;

void search_fuzz_deinit(struct fuzz *fuzz);

/* True if another difference than INDEX, or any one if that is SIZE_MAX, has the inputs of COMMAND. */
bool search_is_known(struct search *search, size_t index, const struct command *command);
/* True if difference INDEX of SHAPE is by a command that another shape has found, too: variants may have its lengths. */
bool search_is_found_elsewhere(struct search *search, size_t shape, size_t index);

/* Runs COMMAND by a scout of the new version that tells of all statements; the old one is not run. */
struct error *search_fuzz_tell(struct search *search, struct command *command,
			       struct visit_scouted *ret) MUST_CHECK;

/* Has a copy of SOURCE be one of the search's that is made smaller, unless there are enough of its kind. */
void search_distil_add(struct search *search, const struct fuzz_source *source);

/*
 * Cuts lines out of one of them, if the new version still comes to the same changed places and ends in the same way: most
 * edits of what is left meet what matters (delta debugging: Zeller and Hildebrandt, TSE 2002; trimming of American
 * Fuzzy Lop). One run at most; *RET: there was one.
 */
struct error *search_distil_step(struct search *search, bool *ret) MUST_CHECK;

/* Visits commands of other lengths, which both versions are known to differ on, also when time is over. */
struct error *search_run_resized(struct search *search) MUST_CHECK;

/* Returns what variants of inputs of COMMANDS may be made of. */
struct words *search_words(const struct explorer_opts *opts, const struct command *commands,
			   size_t number) RETURNS_NONNULL MUST_CHECK;

/*
 * Visits COMMAND, which it takes over and on which the versions are known to differ, in a shape of its own beside the
 * search; *RET is the shape's number. What it finds is added to the differences that were found.
 */
struct error *search_visit_beside(struct search *search, struct command *command,
				  size_t *ret) MUST_CHECK;

/* Returns how both versions are run on inputs that the search has found, one run after the other. */
struct visit_opts search_visit_opts(struct search *search) MUST_CHECK;

/* Runs both versions on FOUND some more times. *HOLDS: each time they did what they did when it was found. */
struct error *search_run_often(struct search *search, const struct search_difference *found,
			       bool *holds) MUST_CHECK;

#endif
