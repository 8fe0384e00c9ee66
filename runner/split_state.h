/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of split_job(), private to its parts: split.c follows the processes, split_frame.c knows
 * who is in them. */
#ifndef RUNNER_SPLIT_STATE_H
#define RUNNER_SPLIT_STATE_H

#include "runner/reaper.h"
#include "runner/run.h"
#include "runner/session.h"
#include "runner/split.h"

/* The trunk, or a run that was split from the frame below. */
struct split_frame {
	struct run run;
	struct job job; /* of the first of its mutants */
	struct job_result result;
	uint32_t *items; /* its mutants; none of the trunk */
	uint32_t nr_items;
	struct remt_switch *on; /* of the first one */
	pid_t pid;
	/* While another one is above: */
	struct reaper reaper;
	struct session_counts counts;
	uint64_t paused_us;
};

_Static_assert((int)SPLIT_MAX_DEPTH < (int)TREE_MAX_KEPT, "the fork-server is kept, too");

struct split {
	struct bench *bench;
	const struct job *job;
	struct split_frame frames[SPLIT_MAX_DEPTH];
	unsigned depth;		/* frames in use */
	bool *is_open;		/* per item: no result yet */
	uint32_t *first, *next; /* switches of an item: index of the first, and of the one after
				   each; UINT32_MAX behind the last */
	uint32_t nr_open;
	pid_t last_pid;	    /* that the runs' own processes account for */
	bool is_over;	    /* nothing more can be split from this trunk */
	bool is_stopped;    /* by the caller */
	bool awaits_answer; /* to the last result, whose output must stay until then */
	char why[120];	    /* what is left can't be split; "" if there is no reason */
};

static inline struct split_frame *split_top(struct split *split)
{
	return &split->frames[split->depth - 1];
}

/* A new frame on top, whose output is OUTPUT (taken over); it has no mutants. */
struct split_frame *split_push(struct split *split, int output);
/* Takes the topmost frame away. */
void split_pop(struct split *split);
/* Threads the switches of each item. */
void split_index(struct split *split);
/* Copies the numbers of the mutants that part here; false if they are none of ours. */
bool split_take_group(struct split *split, struct split_frame *frame);
/* Puts the switches of the frame's first mutant into its job. */
void split_copy_switches(const struct split *split, struct split_frame *frame);
/* Whatever comes of those that part: the run that they shared says nothing of them any more. */
void split_leave(struct split *split);
/* The trunk asks for those that have no result. */
void split_fill_trunk(const struct split *split, struct split_frame *trunk);

#endif
