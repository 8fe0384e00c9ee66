/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The crew: all workers of a campaign.  Hides that a worker may die: it is
 * replaced, and its job comes back with an error of its own.
 *
 *   crew_create()
 *   while (there is work) {
 *           crew_submit() to every crew_idle()
 *           crew_wait()   for one result
 *   }
 *   crew_destroy()
 */
#ifndef RUNNER_CREW_CREW_H
#define RUNNER_CREW_CREW_H

#include <signal.h>
#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "runner/crew/worker.h"

#define CREW_NO_WORKER UINT32_MAX

struct crew;

struct crew_opts {
	unsigned nr_workers;
	const char *scratch; /* existing directory on tmpfs; each worker gets a folder of its own */
	const char *runtime;
	const char *variants; /* this and the next as of the workers; NULL: none */
	const struct subject_list *subjects;
	const char *view_root; /* NULL: no view */
	enum contain_wish wish;
	struct entered_sets *entered;		/* gets the functions that results name */
	struct named_sets *named;		/* the same of files; NULL: not wanted */
	const struct modules *modules;		/* for these */
	const volatile sig_atomic_t *cancelled; /* ends crew_wait() early; may be NULL */
};

struct crew_result {
	unsigned worker;
	bool is_lost; /* the worker died; result.error says how */
	struct job_result result;
};

struct error *crew_create(const struct crew_opts *opts, struct crew **ret) MUST_CHECK;
/* Kills what is in flight; NULL is allowed. */
void crew_destroy(struct crew *crew);

/* What separates the runs; the same for all workers. */
const struct isolation *crew_isolation(const struct crew *crew);

unsigned crew_count(const struct crew *crew);
unsigned crew_count_busy(const struct crew *crew);
bool crew_is_idle(const struct crew *crew, unsigned worker);
/* An idle worker, or CREW_NO_WORKER. */
unsigned crew_idle(const struct crew *crew);

struct error *crew_submit(struct crew *crew, unsigned worker, const struct job *job) MUST_CHECK;
/* What is in flight of batches is finished, and nothing more of them is begun. */
void crew_stop_batches(struct crew *crew);
/*
 * Waits up to TIMEOUT_MS (negative: without end) for a result; *ret_found is
 * false if there was none in that time, or on cancellation.  An error means
 * that a worker could not be replaced.
 */
struct error *crew_wait(struct crew *crew, int timeout_ms, struct crew_result *ret,
			bool *ret_found) MUST_CHECK;

#endif
