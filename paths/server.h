/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs that the evaluator has made ready, and that fork for each run (remt/serve.h): what comes before main(),
 * which takes most of the time of a short run, is done once.
 *
 *   servers_begin()	makes both programs ready
 *   servers_run()	begins a run
 *   servers_await()	tells how a run ended, whose end was seen
 *   servers_forget()	after all processes were killed, and at the end
 */
#ifndef PATHS_SERVER_H
#define PATHS_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/deadline.h"
#include "paths/command.h"
#include "runner/sandbox/tree.h"

struct server {
	pid_t pid; /* of the process that forks */
	int socket;
};

enum {
	SERVERS_COMPILED = 2, /* the first one of compiled runs */
	SERVERS_SCOUT =
		4, /* of runs of the new version, as compiled, that tell how near to a change they come */
	SERVERS_MOST,
};

struct servers {
	/*
	 * of evaluated runs by version, then of compiled ones, then of scouts; borrowed; NULL: that version has no
	 * server. Those of compiled runs and of scouts are begun when a run wants one.
	 */
	const char *programs[SERVERS_MOST];
	bool is_off;	      /* runs are to be made in another way */
	bool is_compiled_off; /* the same of compiled runs alone */
	bool is_scout_off;    /* and of scouts */
	bool wants_compiled, wants_scout;
	unsigned nr_checked;	  /* compiled runs that were made in both ways */
	struct deadline deadline; /* servers are waited for until then */
	bool are_on;		  /* what follows is valid */
	struct server items[SERVERS_MOST];
	char **argv;	  /* whose lengths all runs have */
	char **variables; /* with their values (NAME=VALUE), whose lengths all runs have, too */
	/* for good: how often servers were lost, and ended for what a run left; and runs that they made */
	unsigned nr_failures, nr_ends, nr_runs;
};

/* How to start the server of a program. */
struct server_launch {
	/*
	 * Starts the program of server number INDEX with its end of the socket as REMT_SERVE_FD, no input, and
	 * OUTPUT for what it prints; -1: it can't.
	 */
	pid_t (*start)(void *arg, unsigned index, int socket, int output);
	void *arg;
};

/* True if they have not failed too often, nor been ended after each run, and can be begun. */
bool servers_are_wanted(const struct servers *servers);

/* Returns the number of the server that runs of PROGRAM may have; SERVERS_MOST: none. */
unsigned servers_find(const struct servers *servers, const char *program, bool is_compiled);

/* True if server INDEX is on, for arguments and variables of the lengths of COMMAND's if it evaluates. */
bool servers_fit(const struct servers *servers, unsigned index, const struct command *command);

/*
 * Makes all ready for arguments and variables like COMMAND's, but those of evaluated runs only if IS_EVALUATED;
 * false: there will be none, and what was started is to be killed and waited for.
 */
bool servers_begin(struct servers *servers, const struct server_launch *launch,
		   const struct command *command, bool is_evaluated) MUST_CHECK;

/* Where a run begins, and its standard descriptors. */
struct server_run {
	const char *directory;
	int in, out, err;
};

/* Begins a run by server INDEX; returns its pid, or -1: the server is lost. */
pid_t servers_run(struct servers *servers, unsigned index, const struct server_run *run,
		  const struct command *command) MUST_CHECK;

/* Returns what can be read from when the run of server INDEX is over, or the server is lost. */
int servers_socket(const struct servers *servers, unsigned index);

/* For a run that is over; false: the server is lost, and how the run ended is not known. */
bool servers_await(struct servers *servers, unsigned index, int *status,
		   uint64_t *used_us) MUST_CHECK;

/* Adds the servers to the processes that are no part of a run. */
void servers_keep(const struct servers *servers, struct tree_kept *kept);

/* Returns the time of processors of the servers, and of their runs that have ended; NULL is allowed. */
uint64_t servers_cpu_us(const struct servers *servers);
/* Closes the sockets of servers that were killed, or are to end by it. */
void servers_forget(struct servers *servers);

#endif
