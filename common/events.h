/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a campaign or an exploration tells its caller while it runs. Neither prints anything. */
#ifndef COMMON_EVENTS_H
#define COMMON_EVENTS_H

#include <stdint.h>

#include "common/attr.h"

enum event_level {
	EVENT_NOTE = 1,
	EVENT_WARNING = 2,
};

/* The state of a long phase. */
struct progress {
	const char *phase; /* what is done now, such as "baseline", "mutants", "variants" */
	uint64_t nr_done, nr_total;
	uint64_t nr_killed, nr_survived; /* killed and surviving mutants; 0 in the baseline */
	uint64_t elapsed_ms;
	uint64_t left_ms; /* estimated milliseconds to the end; UINT64_MAX: not known yet */
};

struct events {
	void *arg;
	void (*say)(void *arg, enum event_level level,
		    const char *text); /* one line without the newline */
	/* Called when something was done. PROGRESS is NULL when the phase is over. */
	void (*progress)(void *arg, const struct progress *progress);
};

void events_say(const struct events *events, enum event_level level, const char *format, ...)
	PRINTF_LIKE(3, 4);

#endif
