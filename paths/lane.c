/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lane: what the process does that makes runs beside the search. */
#include "paths/lane.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/descriptors.h"
#include "common/xalloc.h"
#include "paths/lane_state.h"
#include "paths/parcel.h"
#include "paths/server.h"

void lane_close_files(const int files[LANE_NR_FILES])
{
	for (unsigned i = 0; i < LANE_NR_FILES; i++) {
		if (files[i] >= 0)
			close(files[i]);
	}
}

/* ---- jobs */

int lane_take_job(int queue, struct lane_job *ret, int files[LANE_NR_FILES])
{
	unsigned number;
	ssize_t size;

	memset(files, -1, LANE_NR_FILES * sizeof(int));
	size = descriptors_receive(queue, ret, sizeof(*ret), files, LANE_NR_FILES, &number,
				   MSG_DONTWAIT);
	if (size <= 0)
		return (int)size;
	if (size != sizeof(*ret)) {
		lane_close_files(files);
		errno = EPROTO;
		return -1;
	}
	return 1;
}

/* Makes the run of which TOLD tells. */
static struct error *make_told(const struct trial_opts *base, const char *const *programs,
			       const struct lane_job *job, struct parcel told, const int outputs[2],
			       struct trial_result *ret)
{
	const char *program = programs[job->version];
	const char *list = parcel_take_text(&told);
	const char *recording = list ? parcel_take_text(&told) : NULL;
	struct trial_opts opts = *base;
	struct command command;
	struct error *err;

	if (!recording || !parcel_take(&told, &command))
		return error_create(ERROR_INTERNAL, "what a run was told makes no sense");
	opts.max_ms = job->max_ms;
	opts.may_be_served = job->may_be_served;
	opts.deadline.at_ms = job->end_ms;
	opts.watches[job->version] =
		(struct trial_watch){ .program = program, .list = list[0] ? list : NULL };
	err = trial_make(&opts, program, &command, job->is_evaluated ? recording : NULL, outputs,
			 ret);
	command_deinit(&command);
	return err;
}

struct error *lane_make(const struct trial_opts *opts, const char *const *programs,
			const struct lane_job *job, const int files[LANE_NR_FILES],
			struct trial_result *ret)
{
	struct error *err;
	struct stat st;
	char *told;

	for (unsigned i = 0; i < LANE_NR_FILES; i++) {
		if (files[i] < 0)
			return error_create(ERROR_UNUSABLE,
					    "too many open files: fewer --jobs need fewer, and "
					    "ulimit -n allows more");
	}
	if (fstat(files[LANE_TOLD], &st) < 0 || !st.st_size)
		return error_create(ERROR_INTERNAL, "a run was told nothing");
	told = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, files[LANE_TOLD], 0);
	if (told == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "reading what a run was told");
	err = make_told(opts, programs, job, (struct parcel){ told, told + st.st_size },
			&files[LANE_OUT], ret);
	munmap(told, (size_t)st.st_size);
	return err;
}

/* ---- the process */

/* Makes a run that waits in QUEUE, if there is one; false: there will be none any more. */
static bool serve_one(int queue, int answers, const struct trial_opts *opts,
		      const char *const *programs)
{
	struct lane_answer answer = { .code = 0 };
	int files[LANE_NR_FILES], found;
	struct lane_job job;
	struct error *err;

	found = lane_take_job(queue, &job, files);
	if (found <= 0)
		return found < 0 && (errno == EAGAIN || errno == EINTR);
	if (opts->servers)
		opts->servers->is_off = job.is_off;
	err = lane_make(opts, programs, &job, files, &answer.result);
	lane_close_files(files);
	if (err) {
		answer.code = err->code;
		snprintf(answer.message, sizeof(answer.message), "%s", err->message);
		error_destroy(err);
	}
	answer.number = job.number;
	answer.cpu_us = clock_own_us() + servers_cpu_us(opts->servers);
	return send(answers, &answer, sizeof(answer), MSG_NOSIGNAL) == sizeof(answer);
}

/* Closes the ends that are SIDE's, but for those of lane KEPT. */
static void close_side(struct lanes *lanes, unsigned side, unsigned kept)
{
	for (unsigned i = 0; i < lanes->number; i++) {
		if (i != kept && lanes->items[i].answers[side] >= 0) {
			close(lanes->items[i].answers[side]);
			lanes->items[i].answers[side] = -1;
		}
	}
}

void lane_serve(struct lanes *lanes, unsigned index, const struct trial_opts *opts,
		const char *const *programs)
{
	struct pollfd queues[2] = { { lanes->compiled[LANE_OTHER], POLLIN, 0 },
				    { lanes->evaluated[LANE_OTHER], POLLIN, 0 } };
	int answers = lanes->items[index].answers[LANE_OTHER];
	bool goes_on = true;

	close_side(lanes, LANE_SEARCH, LANES_MOST);
	close_side(lanes, LANE_OTHER, index);
	close(lanes->compiled[LANE_SEARCH]);
	close(lanes->evaluated[LANE_SEARCH]);
	lanes->compiled[LANE_SEARCH] = lanes->evaluated[LANE_SEARCH] = -1;
	while (goes_on) {
		/* One run of each kind in turn. */
		if (poll(queues, index == 0 ? 2 : 1, -1) < 0 && errno != EINTR)
			break;
		if (index == 0)
			goes_on = serve_one(queues[1].fd, answers, opts, programs);
		goes_on = goes_on && serve_one(queues[0].fd, answers, opts, programs);
	}
	trial_end(opts);
}

/* ---- both */

static bool open_pair(int type, int pair[2])
{
	return socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair) == 0;
}

struct lanes *lanes_create(unsigned number)
{
	struct lanes *lanes = xcalloc(1, sizeof(*lanes));
	bool done;

	lanes->number = number;
	for (unsigned end = 0; end < 2; end++) {
		lanes->compiled[end] = lanes->evaluated[end] = -1;
		for (unsigned i = 0; i < number; i++)
			lanes->items[i].answers[end] = -1;
	}
	done = open_pair(SOCK_SEQPACKET, lanes->compiled) &&
	       open_pair(SOCK_SEQPACKET, lanes->evaluated);
	for (unsigned i = 0; i < number && done; i++)
		done = open_pair(SOCK_SEQPACKET, lanes->items[i].answers);
	if (done)
		return lanes;
	lanes_close(lanes);
	return NULL;
}

static void free_run(struct lane_run *run)
{
	lane_close_files(run->files);
	error_destroy(run->error);
	free(run);
}

void lanes_close(struct lanes *lanes)
{
	if (!lanes)
		return;
	for (unsigned end = 0; end < 2; end++) {
		close_side(lanes, end, LANES_MOST);
		if (lanes->compiled[end] >= 0)
			close(lanes->compiled[end]);
		if (lanes->evaluated[end] >= 0)
			close(lanes->evaluated[end]);
	}
	for (size_t i = 0; i < lanes->runs.count; i++)
		free_run(lanes->runs.items[i]);
	vec_deinit(&lanes->runs);
	free(lanes);
}
