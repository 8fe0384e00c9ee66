/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State of variant_run_all(), private to its parts: variant.c hands the runs out, variant_batch.c
 * handles runs that one run of their test serves, variant_limits.c says how long runs may take, and
 * variant_result.c reads their results.
 */
#ifndef ISO_VARIANT_STATE_H
#define ISO_VARIANT_STATE_H

#include "common/attr.h"
#include "common/vec.h"
#include "iso/variant.h"
#include "runner/matrix/batch.h"

/* A result that counts only if the trunk of its batch comes to its end. */
struct variant_held {
	size_t run;
	struct job_result result;
};

/* A worker slot: the batch that a worker has been given. */
struct variant_slot {
	bool is_batch;
	uint32_t test;
	struct batch batch; /* the batch; the "mutants" of its cells are indexes of runs */
	VEC(struct variant_held) held; /* results that wait for the end of the trunk */
};

/* One call of variant_run_all(). */
struct pass {
	struct side *side;
	struct variant_run *runs;
	size_t count, next; /* number of runs, and index of the next one that was not handed out */
	/* indexes of runs that could not be split off, and are to be run by themselves */
	VEC(size_t) alone;
	struct variant_slot *slots; /* by worker; owned */
	bool is_serial_running;
	/* switches of the run that is being handed out */
	struct remt_switch on[REMT_SESSION_MAX_ON];
};

/* True if RUN is of a serial test: nothing else may run beside it. */
bool variant_is_serial(const struct pass *pass, size_t run);
/*
 * Fills pass->on with the switches of RUN and sets *RET_COUNT. Returns false if they are too many.
 */
bool variant_fill_switches(struct pass *pass, const struct variant_run *run, uint32_t *ret_count);

/*
 * Names the files for the outputs of RUN, and makes the directory for its coverage if the run is
 * traced. The strings of KEEP are owned by the caller in any case: variant_free_keep() frees them,
 * unless batch_add() has taken them over.
 */
struct error *variant_make_keep(const struct pass *pass, size_t run,
				struct job_keep *keep) MUST_CHECK;
void variant_free_keep(const struct job_keep *keep);
/* Fills the results of RUN from RESULT and from the files, which are removed. */
void variant_take(struct pass *pass, size_t run, const struct job_result *result);
/* Removes the files of RUN; its result does not count. */
void variant_forget(const struct pass *pass, size_t run);

/*
 * Sets *RET_COUNT to the number of executions of the negated conditions in the unmutated run. True
 * if a negated condition, or the place of the mutant, was executed before main().
 */
bool variant_count_executions(const struct pass *pass, const struct variant_run *run,
			      uint64_t *ret_count);
/* Returns the limits of RUN, whose negated conditions the unmutated run executes COUNT times. */
struct limits variant_limits(const struct pass *pass, const struct variant_run *run,
			     uint64_t count);
/* Returns the limits of the trunk from which RUN and other runs of its test are split off. */
struct limits variant_trunk_limits(const struct pass *pass, const struct variant_run *run);

/*
 * Gives the worker a batch that begins with the next run, if that is faster than single runs; else
 * *RET_HAS_BEGUN is false.
 */
struct error *variant_batch_begin(struct pass *pass, unsigned worker,
				  bool *ret_has_begun) MUST_CHECK;
/* Takes a result that belongs to the batch of its worker. */
struct error *variant_batch_step(struct pass *pass,
				 const struct worker_pool_result *taken) MUST_CHECK;

#endif
