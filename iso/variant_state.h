/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of variant_run_all(), private to its parts: variant.c hands the runs out, variant_batch.c
 * those that one run of their test serves, variant_limits.c says how long they may take, and
 * variant_result.c what came of them. */
#ifndef ISO_VARIANT_STATE_H
#define ISO_VARIANT_STATE_H

#include "common/attr.h"
#include "common/vec.h"
#include "iso/variant.h"
#include "runner/batch.h"

/* A result that counts only if its trunk comes to its end. */
struct variant_held {
	size_t run;
	struct job_result result;
};

/* The batch that a worker has in hand. */
struct variant_hand {
	bool is_batch;
	uint32_t test;
	struct batch batch; /* "mutants" are the indexes of runs */
	VEC(struct variant_held) held;
};

/* One call of variant_run_all(). */
struct pass {
	struct side *side;
	struct variant_run *runs;
	size_t count, next;
	VEC(size_t) alone; /* that could not be split off, and are to be run by themselves */
	struct variant_hand *hands; /* by worker */
	bool is_serial_running;
	struct remt_switch on[REMT_SESSION_MAX_ON];
};

/* True if nothing else may run beside it. */
bool variant_is_serial(const struct pass *pass, size_t run);
/* Puts the switches of RUN into pass->on; false: they are too many. */
bool variant_fill_switches(struct pass *pass, const struct variant_run *run, uint32_t *ret_count);

/* Files for what RUN leaves, with the directory for its coverage, which is made if it traces; KEEP
 * is to be given to variant_free_keep(), or its strings to who frees them, in any case. */
struct error *variant_make_keep(const struct pass *pass, size_t run,
				struct job_keep *keep) MUST_CHECK;
void variant_free_keep(const struct job_keep *keep);
/* Fills in what came of RUN, from the result and these files, which go. */
void variant_take(struct pass *pass, size_t run, const struct job_result *result);
/* The files go, and the result does not count. */
void variant_forget(const struct pass *pass, size_t run);

/* Executions of what is negated in the unmutated run; true if some came before main. */
bool variant_count_executions(const struct pass *pass, const struct variant_run *run,
			      uint64_t *ret_count);
struct limits variant_limits(const struct pass *pass, const struct variant_run *run,
			     uint64_t count);
/* Of the trunk from which RUN, and others of its test, are split off. */
struct limits variant_trunk_limits(const struct pass *pass, const struct variant_run *run);

/* Begins a batch with the next run, if that is worth its while; else *RET_HAS_BEGUN is false. */
struct error *variant_batch_begin(struct pass *pass, unsigned worker,
				  bool *ret_has_begun) MUST_CHECK;
/* Takes a result of the batch that its worker has in hand. */
struct error *variant_batch_step(struct pass *pass, const struct crew_result *taken) MUST_CHECK;

#endif
