/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job: one run of a test, or one run that serves a batch of mutants, as the runner asks for it, and
 * the result, as a worker tells it.  Both are plain values; what they point to belongs to the caller.
 */
#ifndef RUNNER_JOB_JOB_H
#define RUNNER_JOB_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "remt/session.h"
#include "remt/verdict.h"
#include "runner/job/checks.h"
#include "runner/job/expectation.h"
#include "runner/test/test.h"

enum worker_mode {
	WORKER_EXEC = 0, /* start the test's command anew */
	WORKER_FORKSERVER =
		1, /* fork it from a process stopped before main; falls back to EXEC, and says so */
	WORKER_NONE = 2, /* of a cell that can't be run; never asked for */
	WORKER_SPLIT =
		3, /* one run of the test for a batch of mutants, forked where they are infected */
};

struct limits {
	uint64_t cpu_ms;      /* user + system of the whole process tree; 0: none */
	uint64_t sure_cpu_ms; /* a run that passes after more than that is unsure; 0: none is */
	uint64_t wall_ms;     /* backstop */
	uint64_t idle_ms;   /* wall clock in which nothing ran or wanted to: no load excuses that */
	uint64_t memory_kb; /* resident, whole tree */
	uint64_t output_bytes;
	uint64_t processes;
	uint64_t hits;	     /* executions of switched-on sites */
	uint64_t endless_ms; /* processor time of one process after which it is tried to prove that
				 it never ends; 0: never */
	uint64_t free_hits;  /* so many cost no processor time: only the switch does */
};

/* Where the caller wants to have what a run leaves: files; NULL: dropped. */
struct job_keep {
	const char *output; /* what it prints */
	const char *error;  /* of a run that observes: standard error, which is not in the output */
	const char *
		written; /* of such a run: what it has written (runner/sandbox/written.h); none without
				a view */
	const char *checks; /* records of what the tests check (runner/job/checks.h) */
	const char
		*coverage; /* COVER, NEGATE: existing directory that receives the coverage files */
};

/* One mutant of a batch. */
struct job_item {
	uint64_t id; /* as in struct job */
	struct limits limits;
	struct job_keep keep;
};

/* How the test's command is started anew: by EXEC, also where another mode falls back to it. */
struct job_exec {
	/* The run is traced, for its statically linked subjects (runner/trace/planter.h). */
	bool is_followed;
	/* Addresses and environment are others than usual, by this number; 0: they are as in every run. */
	uint32_t probe;
};

/* Which executable becomes the fork-server of FORKSERVER and SPLIT. */
struct job_server {
	uint64_t device;
	uint64_t inode; /* 0: none; then any process of a test may be split */
};

/* What one run of SPLIT decides. */
struct job_batch {
	const struct job_item *items; /* switches name their mutant by its index here */
	uint32_t nr_items;
	/* Of a job that observes: what is split off is in mode NEGATE, not MUTATE. */
	bool covers;
};

struct job {
	uint64_t id; /* chosen by the caller */
	const struct test *test;
	enum worker_mode mode;
	enum remt_mode session_mode; /* OFF (baseline), COVER, MUTATE, NEGATE */
	/* Switches to set, or in COVER those of layouts. Those of a batch are sorted by uid, site and
	 * alternative. */
	const struct remt_switch *on;
	uint32_t nr_on;
	struct limits limits; /* of the unmutated run, if it is a batch */
	struct job_keep keep; /* the same */
	bool is_listened; /* The files that it names are noted, where the machine can do that. */
	/* What it does is compared with another run: standard error is captured by itself, what is
	 * written is listed, and a failed step does not end it. Each item of a batch is alone, from
	 * the first execution of one of its sites on. */
	bool observes;
	struct checks_job checks; /* what the tests check is recorded; zero bytes: nothing */
	const struct expectation *expected; /* output of a run that survives; NULL: any */
	struct job_exec exec;
	struct job_server server;
	struct job_batch batch;
};

/* True if the run, or what is split off from it, writes coverage. */
static inline bool job_covers(const struct job *job)
{
	return job->session_mode == REMT_MODE_COVER || job->session_mode == REMT_MODE_NEGATE ||
	       (job->session_mode == REMT_MODE_SPLIT && job->batch.covers);
}

/* True if it is a batch and no executable is named that serves: any process of the test may be split. */
static inline bool job_is_script(const struct job *job)
{
	return job->mode == WORKER_SPLIT && !job->server.inode;
}

/* Why a run was ended by the worker. */
enum limit_hit {
	LIMIT_NONE = 0,
	LIMIT_CPU,
	LIMIT_WALL,
	LIMIT_HITS,
	LIMIT_MEMORY,
	LIMIT_OUTPUT,
	LIMIT_PROCESSES,
	LIMIT_ENDLESS,	  /* it would never have ended, which is proven (runner/worker/endless.h) */
	LIMIT_DIFFERENCE, /* output other than what was expected */
	LIMIT_STEP,	  /* a step has failed (runner/test/steps.h) */
};

/* What the result of a batch says of one of its mutants, or at last of the trunk itself. */
struct job_split {
	/* The mutant has to be run in another way; `fallback` says why, if there is a reason. Of the
	 * trunk: none has come to its end. */
	bool is_undecided;
	/* The mutant made no difference, or none that the rest of the test could see: the run is the
	 * unmutated one. */
	bool is_original;
	uint32_t depth; /* number of processes that the run was split from */
	/* The trunk had been kept waiting by then, for longer than on a busy machine: the result
	 * counts if that trunk passes. */
	bool is_late;
	uint32_t trunk;	 /* number of the trunk in its batch */
	bool is_closing; /* It is the last result, that of the trunk. */
};

struct job_result {
	uint64_t id;
	enum test_result result; /* by the harness's rules; meaningless if limit is not NONE */
	enum limit_hit limit;
	int status;	       /* wait status of the main process */
	enum worker_mode mode; /* what really was used */
	char fallback[120];    /* why not the mode asked for; "" if it was */
	uint32_t nr_attached;  /* processes with the run-time */
	uint32_t nr_switched;  /* units in which a switch was set: 0 with MUTATE is no verdict */
	uint64_t nr_hits;
	uint64_t cpu_us, wall_us, max_rss_kb;
	uint64_t longest_us; /* processor time of one process by itself, no less than that, if it is
				known */
	uint64_t output_bytes;
	uint64_t
		entered; /* hash of the functions that were entered (runner/job/entered_set.h); 0: not
				known */
	uint32_t nr_entered; /* of these, that follow on the wire; for runner/job/wire.c only */
	uint64_t
		named; /* hash of the files that it named (runner/worker/listener.h); 0: not known */
	uint32_t named_size;	 /* bytes of these, that follow on the wire behind the functions */
	uint64_t output_hash;	 /* XXH64 of the captured output: cheap stability check */
	enum output_match match; /* of the output with the one that was expected */
	uint64_t match_bytes;	 /* that agree, if it is not the same */
	bool is_unsure;		 /* it ended by itself, near the limit of processor time */
	bool has_failed_step;	 /* whatever came after it (runner/test/steps.h) */
	bool says_killed;  /* it does not survive, and tells of a process that died by SIGKILL */
	bool is_disturbed; /* by a look at whether it ever ends, by what was split off from it, or by
			      being listened to: to be repeated without these */
	bool leftovers;	   /* processes had to be killed after the main one ended */
	bool isolated;	   /* ran in a view of its own */
	bool is_more;	   /* another result of this job follows: of a batch, all but the one
				   that is closing */
	struct job_split split;
	char error[200]; /* internal failure, no verdict; "" if none */
};

/*
 * Verdict of a MUTATE run (see struct job_result); UNKNOWN when there was an error or no switch was
 * set.  Bytes that were not expected come before all else, so that it makes no difference whether
 * the run was ended for them or by itself.
 */
enum verdict job_verdict(const struct job_result *result);

/*
 * True if the run, or a process of it as far as a shell tells, ended by SIGKILL and no limit was
 * the cause: the kernel short of memory, or some other process, may have done it, so that it says
 * nothing of the test before it was repeated.
 */
bool job_is_killed(const struct job_result *result);

/* One short phrase on how the run ended, "" for a survivor; owned by the caller. */
char *job_describe(const struct job_result *result);

#endif
