/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames: the stack of a trunk and the runs split from it, with the mutants that are in each. */
#include <stdlib.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/xalloc.h"
#include "runner/split/split_state.h"

#define NONE UINT32_MAX

struct split_frame *split_push(struct split *split, const struct split_streams *streams)
{
	struct split_frame *frame = &split->frames[split->depth++];

	*frame = (struct split_frame){ .job = *split->job };
	frame->run = (struct run){
		.state = split->state,
		.job = &frame->job,
		.result = &frame->result,
		.output = streams->output,
		.error = streams->error,
		.is_forked = true,
		.start_us = clock_us(),
	};
	frame->result.split.depth = split->depth - 1;
	for (unsigned i = 0; i + 1 < split->depth; i++)
		frame->run.kept.pids[frame->run.kept.count++] = split->frames[i].pid;
	if (split->script && split->depth > 1)
		ancestors_keep(&split->script->ancestors, &frame->run.kept);
	return frame;
}

void split_pop(struct split *split)
{
	struct split_frame *frame = split_top(split);

	close(frame->run.output);
	if (frame->run.error)
		close(frame->run.error);
	checks_kept_deinit(&frame->checks);
	listener_kept_deinit(&frame->named);
	shared_close(frame);
	ancestor_files_deinit(&frame->files);
	free(frame->items);
	free(frame->on);
	split->depth--;
}

bool split_take_group(struct split *split, struct split_frame *frame)
{
	const struct remt_session *session = split->state->session;
	uint32_t count = session->nr_split;

	if (!count || count > REMT_SESSION_MAX_SPLIT)
		return false;
	frame->items = xcalloc(count, sizeof(*frame->items));
	frame->nr_items = count;
	for (uint32_t i = 0; i < count; i++) {
		frame->items[i] = session->split[i];
		if (frame->items[i] >= split->job->batch.nr_items ||
		    !split->is_open[frame->items[i]])
			return false;
	}
	return true;
}

void split_index(struct split *split)
{
	const struct job *job = split->job;

	split->first = xcalloc(job->batch.nr_items + 1, sizeof(*split->first));
	split->next = xcalloc(job->nr_on + 1, sizeof(*split->next));
	for (uint32_t i = 0; i < job->batch.nr_items; i++)
		split->first[i] = NONE;
	for (uint32_t i = job->nr_on; i-- > 0;) {
		uint32_t item = job->on[i].mutant;

		split->next[i] = split->first[item];
		split->first[item] = i;
	}
}

void split_copy_switches(const struct split *split, struct split_frame *frame)
{
	uint32_t first = frame->nr_items ? split->first[frame->items[0]] : NONE;
	uint32_t count = 0;

	for (uint32_t i = first; i != NONE; i = split->next[i])
		count++;
	frame->on = xcalloc(count + 1, sizeof(*frame->on));
	frame->job.on = frame->on;
	frame->job.nr_on = 0;
	for (uint32_t i = first; i != NONE; i = split->next[i])
		frame->on[frame->job.nr_on++] = split->job->on[i];
}

void split_leave(struct split *split)
{
	const struct remt_session *session = split->state->session;
	struct split_frame *frame = split_top(split);
	uint32_t count = 0;

	for (uint32_t i = 0; i < frame->nr_items; i++) {
		bool parts = false;

		for (uint32_t j = 0; j < session->nr_split && j < REMT_SESSION_MAX_SPLIT; j++)
			parts |= session->split[j] == frame->items[i];
		if (!parts)
			frame->items[count++] = frame->items[i];
	}
	frame->nr_items = count;
}

void split_fill_trunk(const struct split *split, struct split_frame *trunk)
{
	if (!trunk->on)
		trunk->on = xcalloc(split->job->nr_on + 1, sizeof(*trunk->on));
	trunk->job.on = trunk->on;
	trunk->job.nr_on = 0;
	for (uint32_t i = 0; i < split->job->nr_on; i++) {
		if (split->is_open[split->job->on[i].mutant] &&
		    !(split->script && split->script->is_declined[split->job->on[i].mutant]))
			trunk->on[trunk->job.nr_on++] = split->job->on[i];
	}
}
