/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of trial.h, for its sources alone. */
#ifndef PATHS_TRIAL_STATE_H
#define PATHS_TRIAL_STATE_H

#include "paths/trial.h"

/* One run. */
struct run {
	const struct trial_opts *opts;
	const char *program;
	const struct command *command;
	const char *recording; /* NULL: none */
	int in, out, err;
	bool is_scout;	       /* it is of one, if it is a server */
	int server;	       /* a socket: the program is to serve; -1: it is to run */
	unsigned server_index; /* of the server that forks it; SERVERS_MOST: none does */
};

/* Starts the run in a process of its own; returns its pid, or -1. */
pid_t trial_launch(const struct run *run);

/* Returns the server that the run can be had from, which is on then; SERVERS_MOST: none. */
unsigned trial_server(const struct run *run);

#endif
