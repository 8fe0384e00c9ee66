/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job: one run of a test, or one run that serves a batch of mutants, as the runner asks for it;
 * and the result, as a worker reports it. Both are plain values; what they point to belongs to the
 * caller.
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
	WORKER_EXEC = 0, /* starts the test's command anew */
	/* Forks it from a process stopped before main, or falls back to EXEC and says why. */
	WORKER_FORKSERVER = 1,
	WORKER_NONE = 2,  /* the cell can't be run; never asked for */
	WORKER_SPLIT = 3, /* One run for a batch of mutants, forked where they are infected. */
};

enum { JOB_MAX_TASKS = 4096 };

/*
 * Returns how many tasks a run may have: JOB_MAX_TASKS, and less where the ids of processes are those of all runs
 * (runner/sandbox/contain.h). The baseline has the same limit: what passes there is no bomb in a mutant.
 */
uint64_t job_max_tasks(void);

struct limits {
	uint64_t cpu_ms;      /* user and system time of the whole process tree; 0: none */
	uint64_t sure_cpu_ms; /* a run that passes after more than that is unsure; 0: none is */
	uint64_t wall_ms;     /* wall clock, a backstop */
	/* wall clock in which nothing ran or wanted to, which no load excuses */
	uint64_t idle_ms;
	uint64_t memory_kb; /* resident size of the whole tree */
	uint64_t output_bytes;
	uint64_t processes;
	uint64_t hits; /* executions of switched-on sites */
	/*
	 * Processor time of one process after which a proof is tried that it never ends; 0: never.
	 */
	uint64_t endless_ms;
	/* so many hits count no processor time, as only the switch takes it */
	uint64_t free_hits;
};

/* Files that receive what a run leaves; NULL: it is dropped. */
struct job_keep {
	const char *output; /* what the run prints */
	const char *error;  /* standard error of a run that observes, which `output` lacks */
	/* What a run that observes has written (runner/sandbox/written.h); needs a view. */
	const char *written;
	const char *checks;   /* records of the tests' checks (runner/job/checks.h) */
	const char *coverage; /* COVER, NEGATE: existing directory for the coverage files */
};

/* One mutant of a batch. */
struct job_item {
	uint64_t id; /* as in struct job */
	struct limits limits;
	struct job_keep keep;
};

/* How EXEC starts the test's command, also after a fallback. */
struct job_exec {
	/* The run is traced for its statically linked subjects (runner/trace/planter.h). */
	bool is_followed;
	/* 0: addresses and environment are as in every run; other numbers vary them. */
	uint32_t probe;
};

/* The executable that becomes the fork-server of FORKSERVER and SPLIT. */
struct job_server {
	uint64_t device;
	uint64_t inode; /* 0: none; then any process of the test may be split */
};

/* The mutants that one run of SPLIT decides. */
struct job_batch {
	const struct job_item *items; /* switches name their mutant by its index here */
	uint32_t nr_items;
	/* If the job observes: runs that are split off have the mode NEGATE, not MUTATE. */
	bool covers;
};

struct job {
	uint64_t id; /* chosen by the caller */
	const struct test *test;
	enum worker_mode mode;
	enum remt_mode session_mode; /* OFF (baseline), COVER, MUTATE, NEGATE, SPLIT */
	/*
	 * Switches to set; in COVER, layout switches. Those of a batch are sorted by uid, site and
	 * alternative.
	 */
	const struct remt_switch *on;
	uint32_t nr_on;
	struct limits limits; /* limits of the run; of a batch: of its unmutated run */
	struct job_keep keep; /* files of the run; of a batch: of its unmutated run */
	/* The files that the run names are noted, if the machine can do that. */
	bool is_listened;
	/*
	 * The run is compared with another. So standard error is captured separately, written files
	 * are listed, and a failed step does not end it. Each mutant of a batch is alone from the
	 * first execution of one of its sites on.
	 */
	bool observes;
	struct checks_job checks;	    /* the tests' checks to record; zero bytes: none */
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

/* True if it is a batch without a fork-server, so that any process of the test may be split. */
static inline bool job_is_script(const struct job *job)
{
	return job->mode == WORKER_SPLIT && !job->server.inode;
}

/* Why the worker ended a run. */
enum limit_hit {
	LIMIT_NONE = 0,
	LIMIT_CPU,
	LIMIT_WALL,
	LIMIT_HITS,
	LIMIT_MEMORY,
	LIMIT_OUTPUT,
	LIMIT_PROCESSES,
	LIMIT_ENDLESS, /* it is proven that it would never have ended (runner/worker/endless.h) */
	LIMIT_DIFFERENCE, /* its output differs from the expected one */
	LIMIT_STEP,	  /* a step has failed (runner/test/steps.h) */
};

/* What a batch reports of one of its mutants or, at last, of the trunk. */
struct job_split {
	/*
	 * The mutant has to be run in another way; `fallback` says why, if there is a reason. In
	 * the last result: no trunk reached its end.
	 */
	bool is_undecided;
	/*
	 * The mutant made no difference that the rest of the test could see: the run is the
	 * unmutated one.
	 */
	bool is_original;
	uint32_t depth; /* number of processes that the run was split from */
	/*
	 * The trunk had waited longer than on a busy machine. The result counts only if that trunk
	 * passes.
	 */
	bool is_late;
	uint32_t trunk;	 /* number of the trunk in its batch */
	bool is_closing; /* this is the last result, that of the trunk */
};

struct job_result {
	uint64_t id;
	enum test_result result; /* by the harness's rules; valid if limit is LIMIT_NONE */
	enum limit_hit limit;
	int status;	       /* wait status of the main process */
	enum worker_mode mode; /* the mode that was really used */
	char fallback[120];    /* why not the mode asked for; "": it was used */
	uint32_t nr_attached;  /* processes with the run-time */
	uint32_t nr_switched;  /* units in which a switch was set; 0 in MUTATE: no verdict */
	uint64_t nr_hits;
	uint64_t cpu_us, wall_us, max_rss_kb;
	/* Processor time of one process: an upper bound of the most that any used. */
	uint64_t longest_us;
	uint64_t output_bytes;
	/* Hash of the functions that were entered (runner/job/entered_set.h); 0: not known. */
	uint64_t entered;
	/* how many of these follow on the wire; for runner/job/wire.c only */
	uint32_t nr_entered;
	/* Hash of the files that the run named (runner/worker/listener.h); 0: not known. */
	uint64_t named;
	uint32_t named_size;	 /* bytes of these that follow on the wire, behind the functions */
	uint64_t output_hash;	 /* XXH64 of the captured output, a cheap check of stability */
	enum output_match match; /* how the output agrees with the expected one */
	uint64_t match_bytes;	 /* equal bytes, if `match` is not OUTPUT_SAME */
	bool is_unsure;		 /* it ended by itself, near the limit of processor time */
	bool has_failed_step;	 /* a step failed, whatever followed (runner/test/steps.h) */
	bool says_killed;	 /* it does not survive, and its output tells of a SIGKILL */
	/*
	 * A proof that was tried, a run that was split off, or the listener may have changed it. It
	 * has to be repeated without these.
	 */
	bool is_disturbed;
	bool leftovers; /* processes had to be killed after the end of the main one */
	bool isolated;	/* the run had a view of its own */
	bool is_more;	/* other results of this job follow: true in a batch until is_closing */
	struct job_split split;
	char error[200]; /* internal failure, no verdict; "": none */
};

/*
 * Verdict of a MUTATE run; UNKNOWN after an error, or if no switch was set. Unexpected output comes
 * before all else, so that it does not matter whether the run was ended for it.
 */
enum verdict job_verdict(const struct job_result *result);

/*
 * True if the run, or a process of it as far as a shell tells, ended by SIGKILL without a limit as
 * the cause. The kernel short of memory, or another process, may have sent it. So the run says
 * nothing before it was repeated.
 */
bool job_is_killed(const struct job_result *result);

/* Returns a short phrase on how the run ended, "" for a survivor; owned by the caller. */
char *job_describe(const struct job_result *result);

#endif
