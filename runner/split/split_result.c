/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends the results of a batch's mutants, one after the other. */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/job/output.h"
#include "runner/split/split_state.h"

void split_await_answer(struct split *split)
{
	char answer;

	if (!split->awaits_answer)
		return;
	split->awaits_answer = false;
	if (!wire_receive(split->state->control, &answer, 1))
		worker_state_leave(split->state);
	split->is_stopped |= answer == WIRE_STOP;
}

void split_emit(struct split *split, uint32_t item, struct job_result *result)
{
	split_await_answer(split);
	split->is_open[item] = false;
	split->nr_open--;
	result->id = split->job->batch.items[item].id;
	result->is_more = true;
	if (!wire_send_result(split->state->control, result, &split->state->sets))
		worker_state_leave(split->state);
	split->awaits_answer = true;
}

void split_emit_closing(struct split *split)
{
	split_await_answer(split);
	split->closing.id = UINT64_MAX;
	if (!split->is_stopped)
		snprintf(split->closing.fallback, sizeof(split->closing.fallback), "%s",
			 split->why);
	split->closing.split.is_closing = true;
	if (!wire_send_result(split->state->control, &split->closing, &split->state->sets))
		worker_state_leave(split->state);
}

void split_emit_undecided(struct split *split)
{
	for (uint32_t i = 0; i < split->job->batch.nr_items; i++) {
		struct job_result result = { .mode = WORKER_NONE, .split.is_undecided = true };

		if (!split->is_open[i])
			continue;
		if (!split->is_stopped)
			snprintf(result.fallback, sizeof(result.fallback), "%s", split->why);
		split_emit(split, i, &result);
	}
}

char *split_output(const char *path, uint32_t depth)
{
	return depth ? xasprintf("%s-%" PRIu32, path, depth) : xstrdup(path);
}

/* Opens a file that begins as a copy of BEGIN, if there is a frame on top; -1: it can't be had. */
static int open_stream(const struct split *split, const char *name, int begin)
{
	_cleanup_free_ char *path = split_output(name, split->depth);
	int fd = output_open(path);

	if (fd >= 0 && split->depth && !output_copy(begin, fd)) {
		close(fd);
		return -1;
	}
	return fd;
}

bool split_open_streams(struct split *split, struct split_streams *ret)
{
	const struct run *below = split->depth ? &split_top(split)->run : NULL;

	split_await_answer(split);
	*ret = (struct split_streams){ 0 };
	ret->output = open_stream(split, split->state->output_path, below ? below->output : -1);
	if (ret->output >= 0 && split->job->observes)
		ret->error =
			open_stream(split, split->state->error_path, below ? below->error : -1);
	if (ret->output >= 0 && ret->error < 0)
		close(ret->output);
	return ret->output >= 0 && ret->error >= 0;
}

void split_drop_coverage(struct split *split)
{
	_cleanup_closedir_ DIR *files = opendir(split->state->cover_path);
	struct dirent *entry;

	split_await_answer(split);
	while (files && (entry = readdir(files))) {
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(files), entry->d_name, 0);
	}
}

void split_conclude(struct split *split, bool is_one)
{
	struct split_frame *frame = split_top(split);

	run_conclude(&frame->run);
	frame->result.split.is_late = pause_is_long(split);
	split->has_late |= frame->result.split.is_late;
	frame->result.split.trunk = split->nr_rounds;
	for (uint32_t i = 0; i < frame->nr_items && (is_one || i == 0); i++) {
		struct job_result result = frame->result;

		/* The loop is proven for one mutant; the others must prove theirs. */
		if (frame->nr_items > 1 && result.limit == LIMIT_ENDLESS)
			result.limit = LIMIT_CPU;

		/* The numbers came through memory that the run can write to. */
		if (split->is_open[frame->items[i]])
			split_emit(split, frame->items[i], &result);
	}
}
