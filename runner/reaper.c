/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits for processes. */
#include "runner/reaper.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

void reaper_begin(struct reaper *reaper)
{
	*reaper = (struct reaper){ .server = reaper->server };
}

static void take(struct reaper *reaper, pid_t pid, int status, const struct rusage *usage)
{
	if (pid == reaper->server) {
		reaper->server = 0;
		return;
	}
	reaper->cpu_us += (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
			  (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
	if (pid == reaper->main) {
		reaper->main_ended = true;
		reaper->status = status;
		reaper->main_rss_kb = (uint64_t)usage->ru_maxrss;
	}
}

/* Takes the dead; false at the first answer that is no process. */
static bool collect(struct reaper *reaper, int flags)
{
	struct rusage usage;
	int status;
	pid_t pid;

	do {
		pid = wait4(-1, &status, flags, &usage);
		if (pid > 0)
			take(reaper, pid, status, &usage);
	} while (pid > 0 || (pid < 0 && errno == EINTR));
	return pid < 0;
}

bool reaper_collect(struct reaper *reaper)
{
	return collect(reaper, WNOHANG);
}

void reaper_drain(struct reaper *reaper)
{
	collect(reaper, 0);
}
