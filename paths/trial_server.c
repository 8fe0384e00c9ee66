/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which runs are had from servers (server.h), and how these begin. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "paths/trial_state.h"

static pid_t start_server(void *arg, unsigned index, int socket, int output)
{
	_cleanup_close_ int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	const struct run *first = arg;
	const struct trial_opts *opts = first->opts;
	const char *recording = opts->recordings[index % 2];
	struct run run = *first;

	run.program = opts->servers->programs[index];
	run.is_scout = index == SERVERS_SCOUT;
	if (index >= SERVERS_COMPILED)
		run.recording = NULL;
	else if (recording)
		run.recording = recording;
	run.server = socket;
	run.in = nothing;
	run.out = run.err = output;
	return nothing < 0 ? -1 : trial_launch(&run);
}

/* Begins servers for the run; what they have open lies in the view's lower layer, which is as it was at first. */
static bool begin_servers(const struct run *run)
{
	const struct server_launch how = { start_server, (void *)run };
	struct servers *servers = run->opts->servers;
	struct error *err = view_refresh(run->opts->view);
	bool are_ready = !err && servers_begin(servers, &how, run->command, run->recording);

	if (are_ready)
		err = view_push(run->opts->view);
	if (are_ready && !err)
		return true;
	servers->is_off |= err != NULL;
	error_destroy(err);
	trial_end(run->opts);
	return false;
}

/* True if a run as compiled need not be executed, and can be forked. */
static bool may_be_compiled_server(const struct run *run)
{
	const struct trial_opts *opts = run->opts;

	return opts->may_be_served && !opts->servers->is_compiled_off &&
	       !run->command->nr_variables && !run->command->nr_literals && !getenv("LD_PRELOAD");
}

/* True if a run that server INDEX could fork is to tell how near to a change it comes. */
static bool is_scout(const struct run *run, unsigned index)
{
	const struct servers *servers = run->opts->servers;

	return run->opts->is_scouting && run->opts->scout.traps && index == SERVERS_COMPILED + 1 &&
	       servers->programs[SERVERS_SCOUT] && !servers->is_scout_off;
}

unsigned trial_server(const struct run *run)
{
	const struct trial_opts *opts = run->opts;
	struct servers *servers = opts->servers;
	unsigned index;

	if (!servers || !opts->view || !opts->is_namespace || !servers_are_wanted(servers) ||
	    (!run->recording && !may_be_compiled_server(run)))
		return SERVERS_MOST;
	index = servers_find(servers, run->program, !run->recording);
	if (index == SERVERS_MOST)
		return SERVERS_MOST;
	servers->deadline = opts->deadline;
	if (is_scout(run, index))
		index = SERVERS_SCOUT;
	servers->wants_scout = opts->is_scouting;
	servers->wants_compiled |= !run->recording;
	if (servers_fit(servers, index, run->command))
		return index;
	if (servers->are_on)
		trial_end(opts);
	return begin_servers(run) ? index : SERVERS_MOST;
}
