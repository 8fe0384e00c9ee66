/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws progress.  Plain lines come at most every PLAIN_EVERY_MS and, as long as nothing is done,
 * every PLAIN_AT_LEAST_MS.
 */
#include "cmd/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	PLAIN_EVERY_MS = 15000,
	PLAIN_AT_LEAST_MS = 60000, /* while nothing is done */
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

static void erase(struct progress_view *view)
{
	if (view->is_drawn)
		fputs("\r\033[K", stderr);
	view->is_drawn = false;
}

static void say(void *arg, enum event_level level, const char *text)
{
	struct progress_view *view = arg;

	if (level == EVENT_NOTE && view->is_quiet)
		return;
	fflush(stdout);
	erase(view);
	fprintf(stderr, "remt: %s%s\n", level == EVENT_WARNING ? "warning: " : "", text);
}

static void put_counts(const struct progress *progress)
{
	char left[32];

	fprintf(stderr, "%s %" PRIu64 "/%" PRIu64, progress->phase, progress->nr_done,
		progress->nr_total);
	if (progress->nr_killed || progress->nr_survived)
		fprintf(stderr, ", %" PRIu64 " killed", progress->nr_killed);
	if (progress->nr_survived)
		fprintf(stderr, ", %" PRIu64 " survived", progress->nr_survived);
	if (progress->left_ms != UINT64_MAX && progress->nr_done < progress->nr_total)
		fprintf(stderr, ", %s left",
			progress_duration(progress->left_ms, left, sizeof(left)));
}

static void draw(struct progress_view *view, const struct progress *progress)
{
	uint64_t filled =
		progress->nr_total ? progress->nr_done * BAR_WIDTH / progress->nr_total : BAR_WIDTH;

	erase(view);
	fputc('[', stderr);
	for (uint64_t i = 0; i < BAR_WIDTH; i++)
		fputc(i < filled ? '#' : '.', stderr);
	fputs("] ", stderr);
	put_counts(progress);
	fflush(stderr);
	view->is_drawn = true;
}

static void show(void *arg, const struct progress *progress)
{
	struct progress_view *view = arg;

	if (!progress) {
		erase(view);
		view->phase = NULL;
		return;
	}
	if (view->is_quiet)
		return;
	if (view->is_terminal) {
		draw(view, progress);
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
	fputs("remt: ", stderr);
	put_counts(progress);
	fputc('\n', stderr);
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
