/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A thread that looks, as long as a question runs, whether it is to end. There is none between questions: the process
 * forks there. Signals are not for it.
 */
#ifndef SOLVER_LOOKOUT_H
#define SOLVER_LOOKOUT_H

#include <pthread.h>
#include <stdbool.h>

#include "common/attr.h"

/* What is called by the thread. */
struct lookout_opts {
	bool (*is_over)(void *arg);
	void (*end)(void *arg); /* again and again from then on: what runs may not have begun */
	void *arg;
};

struct lookout {
	struct lookout_opts opts;
	pthread_t thread;
	bool has_thread; /* else nobody looks: there is no room for one */
	pthread_mutex_t mutex;
	pthread_cond_t is_done;
	bool is_ending, was_over;
};

/* The caller's memory stays where it is until lookout_end(). */
void lookout_begin(struct lookout *lookout, const struct lookout_opts *opts);

/* Waits for the thread, so that it calls nothing any more. Returns whether it has ended what ran. */
bool lookout_end(struct lookout *lookout) MUST_CHECK;

#endif
