/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Searches for differences from some commands, and from commands like them whose inputs have other lengths.
 * Each combination of lengths has an exploration (paths/explorer.h). They take turns, a few inputs at a
 * time, as one may not come to its end; those near to a change have more of them. A search that nothing but max_inputs stops, within half of its
 * time, finds the same each time, unless runs come near to their limits.
 */
#ifndef PATHS_SEARCH_H
#define PATHS_SEARCH_H

#include "paths/explorer.h"

struct search;

/* What a search took so far. */
struct search_use {
	uint64_t ms;	 /* since it began */
	uint64_t cpu_us; /* of processors, by this process and the runs */
};

/* What the caller's commands do in the new version as compiled, before any is evaluated (paths/scout.h). */
struct search_scouts {
	size_t nr_commands; /* of the caller */
	size_t nr_runs; /* of these, that told whether they come to a changed line; 0: nothing is told */
	size_t nr_reached; /* of these, that came to one */
	bool is_partial;   /* of some changed lines it can't be told */
};

/* How far a search is. */
struct search_state {
	/* Sums over the explorations; is_over and is_certain are true if they are for all of them. */
	struct explorer_state sum;
	enum mode mode;
	size_t nr_lengths; /* combinations of lengths */
	size_t nr_certain; /* of these */
	uint64_t
		nr_fuzzed; /* commands that chance made of the caller's, which were run as compiled alone */
	/* differences that are left out: programs are not steady, and there was no time to run these again */
	uint64_t nr_unconfirmed;
	bool is_full;	   /* it stopped as it had used up its memory */
	const char *doubt; /* why no branches were left out; NULL: they were, or were to be tried */
	struct search_scouts scouts;
	struct search_use use; /* until the last difference was found, or the end came */
};

struct search_opts {
	struct explorer_opts explorer; /* patience, words, slicers, stop and arg are the search's */
	bool varies;		       /* variants of inputs that were visited are tried */
	bool fuzzes; /* and so are commands that chance makes of the caller's, if there are some */
	/*
	 * Lengths go up to so many bytes more or fewer, of one argument or file at a time; those that
	 * differ least come first.
	 */
	unsigned growth;
	uint64_t max_ms;
	uint64_t show_ms; /* of max_ms, that are left for what follows if there are differences */
	uint64_t max_inputs, max_differences;
	uint64_t max_memory_kb; /* of this process */
	/*
	 * True if an earlier search that is gone on with came farther than NR_INPUTS: time does not count yet; NULL:
	 * there was none.
	 */
	bool (*is_repeated)(void *arg, uint64_t nr_inputs);
	/* Called now and then; true: stop now. */
	bool (*progress)(void *arg, const struct search_state *state);
	void *arg;
};

/* NUMBER of COMMANDS, at least one, are copied. */
struct search *search_create(const struct search_opts *opts, const struct command *commands,
			     size_t number) RETURNS_NONNULL MUST_CHECK;

/*
 * Goes on until nothing is open, a limit is reached or the caller stops it; a signal of the trials' deadline ends runs at
 * once. Errors: explorer_step().
 */
struct error *search_run(struct search *search) MUST_CHECK;

/* The state is valid until the next call of search_state(). */
const struct search_state *search_state(struct search *search) RETURNS_NONNULL;

/* A difference, and the exploration that found it. Valid until search_run(). */
struct search_difference {
	struct explorer *explorer;
	const struct difference *difference;
	struct search_use use; /* until it was found */
	uint64_t nr_inputs; /* that were found, those of the one included that it is in place of */
};

size_t search_nr_differences(const struct search *search);
/* They are numbered in the order of their finding. */
struct search_difference search_difference(const struct search *search, size_t index);

/* Explorations, in the order of their beginning or waiting for it. */
size_t search_nr_explorers(const struct search *search);
/* NULL: it has not begun. */
const struct explorer *search_explorer(const struct search *search, size_t index);

/*
 * Returns what is left of the search's time, and some seconds for what was begun, after search_run() has ended. Runs for
 * what is shown end then, too.
 */
uint64_t search_left_ms(const struct search *search);

struct search_confirm_opts {
	uint64_t max_ms; /* in all; less than some seconds count as these, if so many are left */
	/* True: stop soon. */
	bool (*stop)(void *arg);
	void *arg;
};

/*
 * Runs both versions on each difference again, as compiled alone, and often if inputs were found on which one version
 * did not do the same twice: what two runs of each did may have been chance. Those that do not hold are dropped, and
 * so are the last ones if there is no time for them (nr_unconfirmed). Not before search_run() has ended without an
 * error.
 */
struct error *search_confirm(struct search *search,
			     const struct search_confirm_opts *opts) MUST_CHECK;

struct search_shrink_opts {
	unsigned max_tries; /* runs of both versions, for each difference */
	uint64_t end_ms;    /* of clock_ms(): what runs then is ended */
	/* True if SMALLER is a difference of the same kind as BEFORE. */
	bool (*is_like)(void *arg, const struct search_difference *before,
			const struct search_difference *smaller);
	/* True: stop now. */
	bool (*stop)(void *arg);
	void *arg;
};

/*
 * Puts inputs in place of those of the difference INDEX that are nearer to a command of the caller, shorter and easier
 * to read, if there are any on which the versions differ alike. They were run as all inputs are. Not before
 * search_run() has ended without an error.
 */
struct error *search_shrink(struct search *search, size_t index,
			    const struct search_shrink_opts *opts) MUST_CHECK;

void search_destroy(struct search *search);

#endif
