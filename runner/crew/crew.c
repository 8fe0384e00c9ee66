/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/crew/crew.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

struct crew_worker {
	struct worker *worker;
	char *scratch; /* owned */
	uint64_t job;  /* id of the job in flight */
	bool is_busy;
	bool is_stopping; /* its batch is to end early */
};

struct crew {
	struct crew_opts opts;
	struct crew_worker *workers;
	struct pollfd *polled; /* scratch of crew_wait() */
	unsigned nr_busy;
};

static struct error *crew_start(struct crew *crew, unsigned index)
{
	struct worker_opts opts = {
		.scratch = crew->workers[index].scratch,
		.runtime = crew->opts.runtime,
		.variants = crew->opts.variants,
		.subjects = crew->opts.subjects,
		.view_root = crew->opts.view_root,
		.wish = crew->opts.wish,
		.entered = crew->opts.entered,
		.named = crew->opts.named,
		.modules = crew->opts.modules,
		.nr_workers = crew->opts.nr_workers,
	};

	return worker_start(&opts, &crew->workers[index].worker);
}

struct error *crew_create(const struct crew_opts *opts, struct crew **ret)
{
	struct crew *crew = xcalloc(1, sizeof(*crew));
	struct error *err = NULL;

	crew->opts = *opts;
	crew->workers = xcalloc(opts->nr_workers, sizeof(*crew->workers));
	crew->polled = xcalloc(opts->nr_workers, sizeof(*crew->polled));
	for (unsigned i = 0; i < opts->nr_workers && !err; i++) {
		crew->workers[i].scratch = xasprintf("%s/worker-%u", opts->scratch, i);
		if (mkdir(crew->workers[i].scratch, 0700) < 0 && errno != EEXIST)
			err = error_errno(ERROR_INTERNAL, errno, "making %s",
					  crew->workers[i].scratch);
		else
			err = crew_start(crew, i);
	}
	if (err) {
		crew_destroy(crew);
		return err;
	}
	*ret = crew;
	return NULL;
}

void crew_destroy(struct crew *crew)
{
	if (!crew)
		return;
	for (unsigned i = 0; i < crew->opts.nr_workers; i++) {
		worker_stop(crew->workers[i].worker);
		free(crew->workers[i].scratch);
	}
	free(crew->workers);
	free(crew->polled);
	free(crew);
}

const struct isolation *crew_isolation(const struct crew *crew)
{
	return worker_isolation(crew->workers[0].worker);
}

unsigned crew_count(const struct crew *crew)
{
	return crew->opts.nr_workers;
}

unsigned crew_count_busy(const struct crew *crew)
{
	return crew->nr_busy;
}

bool crew_is_idle(const struct crew *crew, unsigned worker)
{
	return !crew->workers[worker].is_busy;
}

unsigned crew_idle(const struct crew *crew)
{
	for (unsigned i = 0; i < crew->opts.nr_workers; i++)
		if (!crew->workers[i].is_busy)
			return i;
	return CREW_NO_WORKER;
}

struct error *crew_submit(struct crew *crew, unsigned worker, const struct job *job)
{
	struct crew_worker *target = &crew->workers[worker];
	struct error *err = worker_submit(target->worker, job);

	if (err) {
		/* It died between two jobs: the new one gets the job, once. */
		error_destroy(err);
		worker_stop(target->worker);
		target->worker = NULL;
		err = crew_start(crew, worker);
		if (!err)
			err = worker_submit(target->worker, job);
		if (err)
			return err;
	}
	target->job = job->id;
	target->is_busy = true;
	target->is_stopping = false;
	crew->nr_busy++;
	return NULL;
}

void crew_stop_batches(struct crew *crew)
{
	for (unsigned i = 0; i < crew->opts.nr_workers; i++)
		crew->workers[i].is_stopping = true;
}

static struct error *crew_take(struct crew *crew, unsigned index, struct crew_result *ret)
{
	struct crew_worker *worker = &crew->workers[index];
	struct error *err;

	*ret = (struct crew_result){ .worker = index };
	err = worker_result(worker->worker, worker->is_stopping, &ret->result);
	if (!err && ret->result.is_more)
		return NULL;
	worker->is_busy = false;
	crew->nr_busy--;
	if (!err)
		return NULL;
	ret->is_lost = true;
	ret->result = (struct job_result){ .id = worker->job, .mode = WORKER_NONE };
	snprintf(ret->result.error, sizeof(ret->result.error), "%s", err->message);
	error_destroy(err);
	worker_stop(worker->worker);
	worker->worker = NULL;
	return crew_start(crew, index);
}

struct error *crew_wait(struct crew *crew, int timeout_ms, struct crew_result *ret, bool *ret_found)
{
	*ret_found = false;
	for (unsigned i = 0; i < crew->opts.nr_workers; i++)
		crew->polled[i] = (struct pollfd){
			.fd = crew->workers[i].is_busy ? worker_fd(crew->workers[i].worker) : -1,
			.events = POLLIN,
		};
	int ready = poll(crew->polled, crew->opts.nr_workers, timeout_ms);

	if (ready < 0 && errno != EINTR)
		return error_errno(ERROR_INTERNAL, errno, "waiting for workers");
	if (ready <= 0 || (crew->opts.cancelled && *crew->opts.cancelled))
		return NULL;
	for (unsigned i = 0; i < crew->opts.nr_workers; i++)
		if (crew->polled[i].revents) {
			*ret_found = true;
			return crew_take(crew, i, ret);
		}
	return NULL;
}
