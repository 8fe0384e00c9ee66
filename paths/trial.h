/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of a program, as compiled or by the evaluator, on given arguments. Runs begin with the same
 * files; what they write is thrown away. To be used in a process of its own, which is process 1 of
 * a PID namespace or ends its descendants (runner/sandbox/contain.h).
 */
#ifndef PATHS_TRIAL_H
#define PATHS_TRIAL_H

#include "common/deadline.h"
#include "common/error.h"
#include "common/strbuf.h"
#include "paths/command.h"
#include "paths/server.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/view.h"

/* What runs of a program watch. */
struct trial_watch {
	const char *program;
	const char *list; /* a file (remt/path.h) */
	uint32_t number;  /* of blocks */
	uint32_t nr_seen; /* blocks that are seen beside these */
};

/* How scouts tell how near to a change they come (remt/serve.h). */
struct trial_scout {
	const char *traps;  /* a file, of changed lines; NULL: they tell nothing */
	const char *places; /* a file, of all statements, for scouts that tell of each */
	const char *level;  /* a file that runs can write, and that stays */
	size_t nr_lines;    /* changed lines that traps tell of */
	size_t nr_untold;   /* changed lines that they do not tell of */
	size_t nr_places;   /* lines of the file of all statements */
};

struct trial_opts {
	const char *evaluator;	       /* the library that is preloaded for a path */
	const char *directory;	       /* where programs run */
	struct view *view;	       /* NULL: none, and commands have no files */
	bool is_namespace;	       /* this process is the first of its PID namespace */
	struct servers *servers;       /* NULL: each run is started */
	struct trial_watch watches[2]; /* of evaluated runs, by version; without a list: none */
	/* by version: files that runs can write, and that stay; NULL: all runs have that of the first one */
	const char *recordings[2];
	struct trial_scout scout;
	bool is_scouting;	  /* runs of the new version as compiled are scouts */
	const char *old_program;  /* others are new; NULL: commands have no literals */
	bool may_be_served;	  /* a run as compiled may be forked by a server, too */
	bool reserves_memory;	  /* sanitizers reserve the whole address space: it has no limit */
	uint64_t max_ms;	  /* of processors, and of waiting for none, that a run may take */
	struct deadline deadline; /* what runs then is ended */
};

/* Bytes of an output that are surely kept. Of one that has as many there may have been more. */
#define TRIAL_MAX_OUTPUT ((size_t)1 << 20)

/* What a run did. */
struct trial_result {
	int status;		/* of wait() */
	bool is_late;		/* it was ended, as it took too long */
	bool is_cut;		/* and that was for the deadline: it may have had too little time */
	bool is_served;		/* it was forked by a server */
	bool is_scout;		/* by the one of scouts: it told how near to a change it came */
	bool is_lost;		/* its server was lost: it is to be made again */
	bool has_others;	/* it made processes or threads, as far as that can be told */
	uint64_t used_us;	/* of what max_ms limits */
	struct strbuf out, err; /* what it printed, cut to a limit */
};

/*
 * Runs PROGRAM with COMMAND; with RECORDING, the path of a file of paths/recording.h, by the
 * evaluator.
 */
struct error *trial_run(const struct trial_opts *opts, const char *program,
			const struct command *command, const char *recording,
			struct trial_result *ret) MUST_CHECK;

/* Returns a file NAME, "out" or "err", for what a run prints; -1: errno tells why not. */
int trial_output(const char *name);
/* Adds what a run printed into such a file, cut to a limit. */
void trial_read_output(int fd, struct strbuf *ret);
/* As trial_run(), with files for what the run prints and for its errors, which RET does not have then. */
struct error *trial_make(const struct trial_opts *opts, const char *program,
			 const struct command *command, const char *recording, const int outputs[2],
			 struct trial_result *ret) MUST_CHECK;

/* Returns what runs of PROGRAM watch; NULL: nothing. */
const struct trial_watch *trial_watch(const struct trial_opts *opts, const char *program);

/* Ends all that runs, servers too. */
void trial_end(const struct trial_opts *opts);

/* True if the two runs cannot be told apart from outside. */
bool trial_is_same(const struct trial_result *a, const struct trial_result *b);

/* Runs that cannot be told apart have equal hashes. */
uint64_t trial_hash(const struct trial_result *result);

void trial_result_deinit(struct trial_result *result);
#define _cleanup_trial_result_ _cleanup_(trial_result_deinit)

#endif
