/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/lookout.h"

#include <signal.h>
#include <time.h>

#define LOOK_NS 20000000 /* between looks */

static struct timespec next_look(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_nsec += LOOK_NS;
	at.tv_sec += at.tv_nsec / 1000000000;
	at.tv_nsec %= 1000000000;
	return at;
}

static void *look(void *arg)
{
	struct lookout *lookout = arg;
	const struct lookout_opts *opts = &lookout->opts;

	pthread_mutex_lock(&lookout->mutex);
	while (!lookout->is_ending) {
		struct timespec at = next_look();

		lookout->was_over = lookout->was_over || opts->is_over(opts->arg);
		if (lookout->was_over)
			opts->end(opts->arg);
		pthread_cond_timedwait(&lookout->is_done, &lookout->mutex, &at);
	}
	pthread_mutex_unlock(&lookout->mutex);
	return NULL;
}

void lookout_begin(struct lookout *lookout, const struct lookout_opts *opts)
{
	pthread_condattr_t clock;
	sigset_t all, before;

	*lookout = (struct lookout){ .opts = *opts };
	pthread_mutex_init(&lookout->mutex, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&lookout->is_done, &clock);
	pthread_condattr_destroy(&clock);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	lookout->has_thread = pthread_create(&lookout->thread, NULL, look, lookout) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool lookout_end(struct lookout *lookout)
{
	pthread_mutex_lock(&lookout->mutex);
	lookout->is_ending = true;
	pthread_cond_signal(&lookout->is_done);
	pthread_mutex_unlock(&lookout->mutex);
	if (lookout->has_thread)
		pthread_join(lookout->thread, NULL);
	pthread_cond_destroy(&lookout->is_done);
	pthread_mutex_destroy(&lookout->mutex);
	return lookout->was_over;
}
