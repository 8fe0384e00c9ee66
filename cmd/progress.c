/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws progress. Plain lines come at most every PLAIN_EVERY_MS and, as long as nothing is done,
 * every PLAIN_AT_LEAST_MS.
 */
#include "cmd/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/terminal.h"
#include "common/print.h"

enum {
	PLAIN_EVERY_MS = 15000,
	PLAIN_AT_LEAST_MS = 60000, /* the least time between lines while nothing is done */
	BAR_WIDTH = 24,
};

const char *progress_duration(uint64_t ms, char *ret, size_t size)
{
	uint64_t seconds = ms / 1000;

	if (ms < 10000)
		snprintf(ret, size, "%.1f s", (double)ms / 1000);
	else if (seconds < 60)
		snprintf(ret, size, "%" PRIu64 " s", seconds);
	else if (seconds < 3600)
		snprintf(ret, size, "%" PRIu64 " min %02" PRIu64 " s", seconds / 60, seconds % 60);
	else
		snprintf(ret, size, "%" PRIu64 " h %02" PRIu64 " min", seconds / 3600,
			 seconds / 60 % 60);
	return ret;
}

/* Columns of the terminal's last line that progress occupies. Static, as there is one terminal. */
static int drawn;

void progress_erase(void)
{
	if (drawn)
		print_to(stderr, "\r%*s\r", drawn, "");
	drawn = 0;
}

/* Erases by blanks, so that no escape sequence is needed. */
void progress_draw(const struct strbuf *text)
{
	/* A line up to the edge would be wrapped and could not be overwritten. */
	size_t columns = terminal_columns(STDERR_FILENO) - 1;
	int width = (int)(text->length < columns ? text->length : columns);

	print_to(stderr, "\r%-*.*s", drawn > width ? drawn : width, width, strbuf_get(text));
	if (drawn > width)
		print_to(stderr, "\r%.*s", width, strbuf_get(text));
	drawn = width;
}

static void say(void *arg, enum event_level level, const char *text)
{
	const struct progress_view *view = arg;

	if (level == EVENT_WARNING)
		cmd_warn("%s", text);
	else if (!view->is_quiet)
		cmd_say("%s", text);
}

static void add_counts(struct strbuf *text, const struct progress *progress)
{
	char left[32];

	print_add(text, "%s %" PRIu64 "/%" PRIu64, progress->phase, progress->nr_done,
		  progress->nr_total);
	if (progress->nr_killed || progress->nr_survived)
		print_add(text, ", %" PRIu64 " killed", progress->nr_killed);
	if (progress->nr_survived)
		print_add(text, ", %" PRIu64 " survived", progress->nr_survived);
	if (progress->left_ms != UINT64_MAX && progress->nr_done < progress->nr_total)
		print_add(text, ", %s left",
			  progress_duration(progress->left_ms, left, sizeof(left)));
}

static void draw(const struct progress *progress)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	uint64_t filled =
		progress->nr_total ? progress->nr_done * BAR_WIDTH / progress->nr_total : BAR_WIDTH;

	strbuf_addc(&text, '[');
	for (uint64_t i = 0; i < BAR_WIDTH; i++)
		strbuf_addc(&text, i < filled ? '#' : '.');
	strbuf_adds(&text, "] ");
	add_counts(&text, progress);
	progress_draw(&text);
}

static void show(void *arg, const struct progress *progress)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct progress_view *view = arg;

	if (!progress) {
		progress_erase();
		view->phase = NULL;
		return;
	}
	if (view->is_quiet)
		return;
	if (view->is_terminal) {
		draw(progress);
		return;
	}
	if (!view->phase || strcmp(view->phase, progress->phase) != 0) {
		view->phase = progress->phase;
		view->said_ms = 0;
		view->said_done = 0;
	}
	uint64_t silent_ms = progress->elapsed_ms - view->said_ms;

	if (silent_ms < PLAIN_EVERY_MS ||
	    (progress->nr_done == view->said_done && silent_ms < PLAIN_AT_LEAST_MS))
		return;
	view->said_ms = progress->elapsed_ms;
	view->said_done = progress->nr_done;
	add_counts(&text, progress);
	cmd_say("%s", strbuf_get(&text));
}

void progress_view_init(struct progress_view *view, bool is_quiet)
{
	*view = (struct progress_view){ .is_terminal = isatty(STDERR_FILENO),
					.is_quiet = is_quiet };
}

void progress_view_events(struct progress_view *view, struct events *ret)
{
	*ret = (struct events){ .arg = view, .say = say, .progress = show };
}
