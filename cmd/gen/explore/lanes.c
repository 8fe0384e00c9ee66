/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parent of the exploring process forks the lanes: the exploring process ends all of its namespace when a run is to
 * end. Lanes end with their parent, too.
 */
#include "cmd/gen/explore/lanes.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/gen/base/contain.h"
#include "cmd/progress.h"
#include "common/plural.h"
#include "paths/server.h"

/* In the process of lane INDEX, which CONTAINMENT was made for; returns an exit code. */
static int serve(const struct gen_lanes_opts *opts, struct lanes *lanes, unsigned index,
		 struct containment *containment)
{
	const struct view_opts view_opts = { .root = opts->directory,
					     .scratch = opts->scratch,
					     .offline = true,
					     .nr_views = opts->nr_jobs };
	/* The first one evaluates the old version; the search, the new one. */
	struct servers servers = { .programs = { index == 0 ? opts->programs[0] : NULL, NULL,
						 opts->programs[0], opts->programs[1] } };
	struct trial_opts trial = { .evaluator = opts->evaluator,
				    .directory = opts->directory,
				    .is_namespace = containment->is_namespace,
				    .servers = &servers,
				    .recordings = { opts->recordings[0], opts->recordings[1] },
				    .old_program = opts->programs[0],
				    .deadline = { .cancelled = opts->cancelled } };
	struct error *err = gen_contain_enter(containment);

	if (!err)
		err = gen_contain_view(&view_opts, &trial.view);
	if (err)
		return cmd_fail(err);
	gen_contain_bound(containment, false);
	lane_serve(lanes, index, &trial, opts->programs);
	return EXIT_OK;
}

struct error *gen_lanes_start(const struct gen_lanes_opts *opts, struct gen_lanes *ret)
{
	*ret = (struct gen_lanes){ 0 };
	if (opts->nr_jobs < 2)
		return NULL;
	ret->lanes = lanes_create(opts->nr_jobs - 1);
	if (!ret->lanes)
		return error_errno(ERROR_UNUSABLE, errno, "no runs can be made beside each other");
	while (ret->number < opts->nr_jobs - 1) {
		struct containment containment;
		pid_t pid;
		struct error *err = gen_contain_fork(&containment, &pid);

		if (err)
			return err;
		if (pid == 0)
			_exit(serve(opts, ret->lanes, ret->number, &containment));
		ret->pids[ret->number++] = pid;
	}
	return NULL;
}

void gen_lanes_leave(struct gen_lanes *lanes)
{
	lanes_close(lanes->lanes);
	lanes->lanes = NULL;
}

void gen_lanes_warn(struct gen_lanes *lanes)
{
	unsigned number = lanes_nr_lost(lanes->lanes);

	if (!number || lanes->has_warned)
		return;
	lanes->has_warned = true;
	progress_erase();
	cmd_warn("%u of %u processes that make runs %s lost; the search goes on without %s", number,
		 lanes->number + 1, plural_of(number, "was", "were"),
		 plural_of(number, "it", "them"));
}

void gen_lanes_close(struct gen_lanes *lanes)
{
	for (unsigned i = 0; i < lanes->number; i++)
		kill(lanes->pids[i], SIGKILL);
	for (unsigned i = 0; i < lanes->number; i++) {
		while (waitpid(lanes->pids[i], NULL, 0) < 0 && errno == EINTR)
			;
	}
	lanes_close(lanes->lanes);
	*lanes = (struct gen_lanes){ 0 };
}
