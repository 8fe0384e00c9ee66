/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each task has a child process, whose pipe can be read as soon as it has ended, in whatever way. */
#include "equiv/crew.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>

#include "common/clock.h"
#include "common/xalloc.h"

/* How long a wait may take before the deadline is looked at again. */
#define WAIT_MS 200

/* A compiler that only waits, as for a file that nobody writes, is killed after so many times its limit. */
#define WAITS_PER_LIMIT 4

struct place {
	pid_t pid; /* 0: the place is free */
	uint64_t started_ms;
	const struct equiv_task *task;
};

struct run {
	const struct equiv_crew *crew;
	struct place *places;
	struct pollfd *fds; /* of the same places; -1: free */
	unsigned nr_running;
};

static struct error *start(struct run *run, unsigned place, const struct equiv_task *task)
{
	int fd;
	pid_t pid = equiv_task_start(run->crew->compiler, run->crew->subject, task, place, &fd);

	if (pid < 0)
		return error_errno(
			ERROR_UNUSABLE, errno,
			"this machine refuses namespaces, without which an edit can't stand in for a "
			"source");
	run->places[place] = (struct place){ pid, clock_ms(), task };
	run->fds[place] = (struct pollfd){ .fd = fd, .events = POLLIN };
	run->nr_running++;
	return NULL;
}

static void finish(struct run *run, unsigned place, struct equiv_answer *ret)
{
	equiv_task_finish(run->places[place].pid, run->fds[place].fd, ret);
	run->places[place].pid = 0;
	run->fds[place].fd = -1;
	run->nr_running--;
}

/* Their pipes end, as those of others do. */
static void kill_waiting(struct run *run)
{
	uint64_t limit_ms = (uint64_t)run->crew->compiler->timeout_s * 1000 * WAITS_PER_LIMIT;

	for (unsigned i = 0; i < run->crew->nr_jobs; i++) {
		if (run->places[i].pid && clock_ms() - run->places[i].started_ms > limit_ms)
			kill(run->places[i].pid, SIGKILL);
	}
}

/* Waits, and takes the answers that are there. */
static struct error *collect(struct run *run)
{
	const struct equiv_crew *crew = run->crew;
	struct error *err = NULL;
	int wait_ms = (int)deadline_bound_ms(&crew->deadline, WAIT_MS);

	kill_waiting(run);
	if (poll(run->fds, crew->nr_jobs, wait_ms) <= 0)
		return NULL;
	for (unsigned i = 0; i < crew->nr_jobs && !err; i++) {
		struct equiv_answer answer;

		if (!run->places[i].pid || !run->fds[i].revents)
			continue;
		finish(run, i, &answer);
		err = crew->take(crew->arg, run->places[i].task, &answer);
	}
	return err;
}

static void kill_all(struct run *run)
{
	for (unsigned i = 0; i < run->crew->nr_jobs; i++) {
		struct equiv_answer unused;

		if (!run->places[i].pid)
			continue;
		kill(run->places[i].pid, SIGKILL);
		finish(run, i, &unused);
	}
}

/* Starts tasks from *NEXT on, as long as places are free. */
static struct error *fill(struct run *run, const struct equiv_task *tasks, size_t count,
			  size_t *next)
{
	const struct equiv_crew *crew = run->crew;

	for (unsigned i = 0; i < crew->nr_jobs; i++) {
		struct error *err;

		if (run->places[i].pid)
			continue;
		while (*next < count && crew->is_decided(crew->arg, &tasks[*next]))
			++*next;
		if (*next == count)
			return NULL;
		err = start(run, i, &tasks[(*next)++]);
		if (err)
			return err;
	}
	return NULL;
}

struct error *equiv_crew_run(const struct equiv_crew *crew, const struct equiv_task *tasks,
			     size_t count)
{
	struct run run = {
		.crew = crew,
		.places = xcalloc(crew->nr_jobs, sizeof(*run.places)),
		.fds = xcalloc(crew->nr_jobs, sizeof(*run.fds)),
	};
	struct error *err = NULL;
	size_t next = 0;

	for (unsigned i = 0; i < crew->nr_jobs; i++)
		run.fds[i].fd = -1;
	while (!err && !deadline_is_over(&crew->deadline)) {
		err = fill(&run, tasks, count, &next);
		if (!err && !run.nr_running)
			break;
		if (!err)
			err = collect(&run);
	}
	kill_all(&run);
	free(run.places);
	free(run.fds);
	return err;
}
