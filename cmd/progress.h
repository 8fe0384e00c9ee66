/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a running campaign shows on standard error: on a terminal one line that is drawn anew,
 * elsewhere plain lines now and then.
 *
 *	progress_view_init()
 *	progress_view_events()	gives the events for the campaign
 */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/events.h"

struct progress_view {
	bool is_terminal;
	bool is_quiet;	    /* Progress and notes are not shown, warnings are. */
	bool is_drawn;	    /* The line on the terminal has text. */
	uint64_t said_ms;   /* plain lines: elapsed time of the last one, in milliseconds */
	uint64_t said_done; /* plain lines: steps that were done then */
	const char *phase;  /* phase that was shown last */
};

void progress_view_init(struct progress_view *view, bool is_quiet);
/* Fills RET with functions that show events by VIEW. */
void progress_view_events(struct progress_view *view, struct events *ret);
/* Writes MS milliseconds as "1 h 02 min", "3 min 05 s" or "4.2 s" to RET of SIZE bytes, and returns
 * RET. */
const char *progress_duration(uint64_t ms, char *ret, size_t size);

#endif
