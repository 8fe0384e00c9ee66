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

#include "common/events.h"
#include "common/strbuf.h"

struct progress_view {
	bool is_terminal;
	bool is_quiet;	    /* no progress, no notes; warnings stay */
	uint64_t said_ms;   /* plain lines: elapsed time of the last one */
	uint64_t said_done; /* what was done then */
	const char *phase;
};

void progress_view_init(struct progress_view *view, bool is_quiet);
/* Fills RET with functions that show events by VIEW. */
void progress_view_events(struct progress_view *view, struct events *ret);
/*
 * Draws TEXT over the terminal's last line, which what is printed next must erase: what cmd/cmd.h
 * prints to standard error does.
 */
void progress_draw(const struct strbuf *text);
void progress_erase(void);
/* "1 h 02 min", "3 min 05 s", "4.2 s" in RET of SIZE bytes. */
const char *progress_duration(uint64_t ms, char *ret, size_t size);

#endif
