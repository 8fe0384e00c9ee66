/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search's side of lanes: runs that wait, and what became of them. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/descriptors.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "paths/lane_state.h"
#include "paths/parcel.h"

void lanes_join(struct lanes *lanes, const struct trial_opts *opts, const char *const *programs)
{
	lanes->opts = opts;
	lanes->programs = programs;
	/* The search sees the end of a lane when nobody else holds its end of the pair. */
	for (unsigned i = 0; i < lanes->number; i++) {
		close(lanes->items[i].answers[LANE_OTHER]);
		lanes->items[i].answers[LANE_OTHER] = -1;
	}
}

static void free_run(struct lane_run *run)
{
	lane_close_files(run->files);
	error_destroy(run->error);
	free(run);
}

static struct lane_run *find_run(const struct lanes *lanes, uint32_t number)
{
	for (size_t i = 0; i < lanes->runs.count; i++) {
		if (lanes->runs.items[i]->number == number)
			return lanes->runs.items[i];
	}
	return NULL;
}

/* Takes RUN out of the list, and frees it. */
static void forget(struct lanes *lanes, struct lane_run *run)
{
	size_t to = 0;

	for (size_t i = 0; i < lanes->runs.count; i++) {
		if (lanes->runs.items[i] != run)
			lanes->runs.items[to++] = lanes->runs.items[i];
	}
	lanes->runs.count = to;
	free_run(run);
}

/* ---- begin */

/* Returns a file of what a run is told. */
static int tell(const struct trial_opts *opts, const char *program, const struct command *command,
		const char *recording)
{
	const struct trial_watch *watch = recording ? trial_watch(opts, program) : NULL;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	int fd = memfd_create("told", MFD_CLOEXEC);

	parcel_add_text(&text, watch ? watch->list : "");
	parcel_add_text(&text, recording ? recording : "");
	parcel_add(&text, command);
	if (fd < 0 || fs_write_all(fd, strbuf_get(&text), text.length))
		return fd;
	close(fd);
	return -1;
}

static bool ask(int queue, struct lane_job *job, const int files[LANE_NR_FILES])
{
	for (unsigned i = 0; i < LANE_NR_FILES; i++) {
		if (files[i] < 0)
			return false;
	}
	return descriptors_send(queue, job, sizeof(*job), files, LANE_NR_FILES, MSG_DONTWAIT);
}

struct lane_run *lanes_begin(struct lanes *lanes, const struct trial_opts *opts, unsigned version,
			     const struct command *command, const char *recording)
{
	struct lane_run *run;
	struct lane_job job = { .max_ms = opts->max_ms,
				.end_ms = opts->deadline.at_ms,
				.number = ++lanes->nr_begun,
				.version = (uint8_t)version,
				.is_evaluated = recording != NULL,
				.is_off = opts->servers && opts->servers->is_off,
				.may_be_served = opts->may_be_served && opts->servers &&
						 !opts->servers->is_compiled_off };

	/* Nobody else would take it. */
	if (recording && lanes->items[0].is_lost)
		return NULL;
	run = xcalloc(1, sizeof(*run));
	run->number = job.number;
	run->is_evaluated = job.is_evaluated;
	run->files[LANE_TOLD] = tell(opts, lanes->programs[version], command, recording);
	run->files[LANE_OUT] = trial_output("out");
	run->files[LANE_ERR] = trial_output("err");
	if (!ask(recording ? lanes->evaluated[LANE_SEARCH] : lanes->compiled[LANE_SEARCH], &job,
		 run->files)) {
		free_run(run);
		return NULL;
	}
	close(run->files[LANE_TOLD]);
	run->files[LANE_TOLD] = -1;
	vec_push(&lanes->runs, run);
	return run;
}

/* ---- end */

/* Takes over what RUN did. */
static void note(struct lanes *lanes, struct lane_run *run, const struct trial_result *result,
		 struct error *err)
{
	if (!run || run->is_dropped) {
		error_destroy(err);
		if (run)
			forget(lanes, run);
		return;
	}
	run->result = *result;
	run->error = err;
	run->is_over = true;
}

/* Makes a run that waits, here and now; false: there is none. */
static bool help(struct lanes *lanes)
{
	int files[LANE_NR_FILES];
	struct trial_result result = { 0 };
	struct error *err = NULL;
	struct lane_run *run;
	struct lane_job job;

	if (lane_take_job(lanes->compiled[LANE_OTHER], &job, files) <= 0)
		return false;
	run = find_run(lanes, job.number);
	if (run && !run->is_dropped)
		err = lane_make(lanes->opts, lanes->programs, &job, files, &result);
	lane_close_files(files);
	note(lanes, run, &result, err);
	return true;
}

/* Notes that LANE was lost. Nobody knows which runs it had: those that are not over are made again, if they are wanted. */
static void lose(struct lanes *lanes, unsigned lane)
{
	size_t i = 0;

	lanes->items[lane].is_lost = true;
	while (i < lanes->runs.count) {
		struct lane_run *run = lanes->runs.items[i];

		run->is_lost = !run->is_over;
		/* No answer may come. */
		if (run->is_lost && run->is_dropped)
			forget(lanes, run);
		else
			i++;
	}
}

/* Takes the answers that have come, and notes which lanes were lost; false: there was nothing. */
static bool take_answers(struct lanes *lanes, int patience_ms)
{
	struct pollfd ends[LANES_MOST];
	bool any = false;

	for (unsigned i = 0; i < lanes->number; i++)
		ends[i] = (struct pollfd){ lanes->items[i].is_lost
						   ? -1
						   : lanes->items[i].answers[LANE_SEARCH],
					   POLLIN, 0 };
	if (poll(ends, lanes->number, patience_ms) <= 0)
		return false;
	for (unsigned i = 0; i < lanes->number; i++) {
		struct lane_answer answer;
		struct error *err = NULL;
		ssize_t size;

		if (!ends[i].revents)
			continue;
		size = recv(ends[i].fd, &answer, sizeof(answer), MSG_DONTWAIT);
		if (size != sizeof(answer)) {
			if (size >= 0 || (errno != EAGAIN && errno != EINTR))
				lose(lanes, i);
			any |= lanes->items[i].is_lost;
			continue;
		}
		if (answer.code)
			err = error_create((enum error_code)answer.code, "%.*s",
					   (int)sizeof(answer.message) - 1, answer.message);
		lanes->items[i].cpu_us = answer.cpu_us;
		note(lanes, find_run(lanes, answer.number), &answer.result, err);
		any = true;
	}
	return any;
}

struct error *lanes_take(struct lanes *lanes, struct lane_run *run, struct trial_result *ret)
{
	struct error *err;

	*ret = (struct trial_result){ 0 };
	while (!run->is_over && !run->is_lost) {
		if (take_answers(lanes, 0) || run->is_over)
			continue;
		if (run->is_evaluated || !help(lanes))
			take_answers(lanes, -1);
	}
	err = run->error;
	run->error = NULL;
	ret->is_lost = !run->is_over;
	if (!err && run->is_over) {
		*ret = run->result;
		trial_read_output(run->files[LANE_OUT], &ret->out);
		trial_read_output(run->files[LANE_ERR], &ret->err);
	}
	forget(lanes, run);
	return err;
}

/* True if no run is wanted that was begun. */
static bool all_are_dropped(const struct lanes *lanes)
{
	for (size_t i = 0; i < lanes->runs.count; i++) {
		if (!lanes->runs.items[i]->is_dropped)
			return false;
	}
	return true;
}

void lanes_drop(struct lanes *lanes, struct lane_run *run)
{
	if (!run)
		return;
	if (run->is_over)
		forget(lanes, run);
	else
		run->is_dropped = true;
	/* Those that nobody has taken are taken out of the queue. */
	if (all_are_dropped(lanes)) {
		while (help(lanes))
			;
	}
}

unsigned lanes_nr_lost(const struct lanes *lanes)
{
	unsigned number = 0;

	for (unsigned i = 0; lanes && i < lanes->number; i++)
		number += lanes->items[i].is_lost;
	return number;
}

uint64_t lanes_cpu_us(const struct lanes *lanes)
{
	uint64_t sum = 0;

	for (unsigned i = 0; lanes && i < lanes->number; i++)
		sum += lanes->items[i].cpu_us;
	return sum;
}
