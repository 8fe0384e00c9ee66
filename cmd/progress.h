/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shows on standard error how a campaign proceeds: on a terminal by one line that is drawn again,
 * elsewhere by plain lines now and then.
 *
 * 	progress_view_init()
 * 	progress_view_events()	gives the events for the campaign
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
	uint64_t said_ms;   /* plain lines: elapsed milliseconds at the last one */
	uint64_t said_done; /* plain lines: what was done at the last one */
	const char *phase;
};

void progress_view_init(struct progress_view *view, bool is_quiet);
/* Fills RET with functions that show events by VIEW. */
void progress_view_events(struct progress_view *view, struct events *ret);
/*
 * Draws TEXT over the terminal's last line. The next message must erase it, as the functions of
 * cmd/cmd.h do.
 */
void progress_draw(const struct strbuf *text);
void progress_erase(void);
/* Writes "1 h 02 min", "3 min 05 s" or "4.2 s" to RET of SIZE bytes. */
const char *progress_duration(uint64_t ms, char *ret, size_t size);

#endif
