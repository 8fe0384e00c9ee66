/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Explores two versions of a program for inputs on which they differ, by dynamic symbolic execution:
 * each run's path gives new inputs, for branches whose other side no run took (Godefroid,
 * Levin and Molnar, NDSS 2008, section 2.3). The trees of both versions grow together: an input
 * that either asks for is run on both. For each input, others are asked for that go its path in one
 * version and leave it in the other, so that each pair of paths is visited that some input goes; and
 * of each such pair it is asked whether the two output expressions ever differ (semantic
 * differencing: Böhme and Roychoudhury, Comprehensive Test Suite Augmentation, TR 11/11, 2011,
 * section III). Nothing is printed here. Lengths of inputs stay as they are (paths/search.h has others).
 */
#ifndef PATHS_EXPLORER_H
#define PATHS_EXPLORER_H

#include "paths/agenda.h"
#include "paths/change.h"
#include "paths/command.h"
#include "paths/difference.h"
#include "paths/lane.h"
#include "paths/mode.h"
#include "paths/recording.h"
#include "paths/slice.h"
#include "paths/trial.h"
#include "solver/solver.h"

struct explorer;

/* How far an exploration is. */
struct explorer_state {
	uint64_t nr_inputs;	/* that were run on both versions */
	uint64_t nr_variants;	/* of these, which were run as compiled alone */
	uint64_t nr_conditions; /* on all their paths, which the costs of visits grow with */
	uint64_t nr_open;	/* branches whose other side is to be tried, and inputs that are */
	uint64_t
		nr_irrelevant; /* branches that need not be tried: no change can be reached from there */
	uint64_t nr_differences; /* that were found */
	uint64_t nr_paths[2];	 /* by version */
	/* pairs of paths: all inputs behave alike; one does not; and those of which neither is known */
	uint64_t nr_equal, nr_differing, nr_undecided;
	/* of the last, those whose expressions can't differ, but which no second input has taken yet */
	uint64_t nr_unchecked;
	/* branches of which the solver does not know whether they have another side */
	uint64_t nr_unknown;
	uint64_t nr_unsteady;  /* inputs on which one version did not do the same twice */
	bool is_concretised;   /* a value of one run stood for what inputs made */
	char **concretised_by; /* compiled functions at which one did; NULL-terminated, or NULL */
	bool is_cut;	       /* a run was too long for its path */
	bool is_untold;	       /* a run did or printed something that its path does not tell */
	bool is_late;	       /* a run did not end in time */
	bool is_over;	       /* no branch is left; else the exploration was stopped */
	/*
	 * All that inputs can do was visited, and proven equal in both versions but for the
	 * differing pairs of paths.
	 */
	bool is_certain;
};

struct explorer_opts {
	struct trial_opts trial;   /* max_ms: for a run at most */
	struct patience *patience; /* explorers may share it */
	struct lanes *lanes;	   /* runs are made beside each other; NULL: one after the other */
	const char *programs[2];   /* the old version and the new one */
	const char *name;	   /* of both for themselves: argv[0] */
	struct solver_options solver;
	enum agenda_order order; /* in which branches are tried */
	struct change *change;	 /* between the programs; NULL: AGENDA_NEAR is AGENDA_FIRST */
	/* variants of inputs that were visited are tried, with words of these, which are borrowed; NULL: none are */
	const struct words *words;
	enum mode mode;
	struct slicer *slicers[2]; /* by version; borrowed; of all modes but MODE_PAIRS */
	bool keeps_irrelevant; /* all branches are tried, those too from which no change can be reached */
	/* Takes a command of other lengths over, on which the versions differed. */
	void (*take_resized)(void *arg, struct command *command);
	/* Called now and then; true: stop now. */
	bool (*stop)(void *arg);
	void *arg;
};

/*
 * Creates one for inputs of the lengths of COMMAND, which is copied; no inputs are open. RECORDINGS, by
 * version, are borrowed; explorers may share them.
 */
struct explorer *explorer_create(const struct explorer_opts *opts, const struct command *command,
				 struct recording recordings[2]) RETURNS_NONNULL MUST_CHECK;

/* Opens the inputs of COMMAND, which is like the first one (command_is_alike()). */
void explorer_add(struct explorer *explorer, const struct command *command);

/* True if branches or inputs are open, or variants wait. */
bool explorer_is_open(const struct explorer *explorer);

/* Returns how near to a change the branches are that are open: agenda_rank(). */
uint64_t explorer_rank(const struct explorer *explorer);

/*
 * Asks for the other sides of open branches until there are inputs that come next; false: there are none, MAX_TASKS
 * were done without any, or the caller wants the end.
 */
bool explorer_find(struct explorer *explorer, unsigned max_tasks);

/*
 * Runs variants of the caller's inputs that were visited: they wait until each of these had its first run. Each call
 * has others, of those alone that came to changed code after the first call. Not before the last explorer_add().
 */
struct error *explorer_vary_given(struct explorer *explorer) MUST_CHECK;

/*
 * Runs the inputs that explorer_find() found. ERROR_UNUSABLE: a version tells no path, as it was not built with
 * IR, or can't be run; no other step may follow.
 */
struct error *explorer_step(struct explorer *explorer) MUST_CHECK;

/* Frees what can be found out again: others have their turn. */
void explorer_rest(struct explorer *explorer);

const struct explorer_state *explorer_state(struct explorer *explorer) RETURNS_NONNULL;

/* Returns the differences, *NUMBER of them, in the order of their finding. */
const struct difference *explorer_differences(const struct explorer *explorer, size_t *number);

/* Returns runs of both versions that did the same, *NUMBER of them. */
const struct bystander *explorer_bystanders(const struct explorer *explorer, size_t *number);

/*
 * Returns the branches of the trail LAST of VERSION, of a difference or a bystander, in order, *NUMBER of them; the caller
 * frees.
 */
struct trail_step *explorer_branches(const struct explorer *explorer, unsigned version,
				     uint32_t last, size_t *number) RETURNS_NONNULL MUST_CHECK;

/* The command of the seed, to put inputs into. */
struct command *explorer_command(struct explorer *explorer) RETURNS_NONNULL;

void explorer_destroy(struct explorer *explorer);

#endif
