/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits for processes. */
#include "runner/reaper.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/tree.h"

enum { PAUSE_US = 500 }; /* between two looks for processes that live */

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

bool reaper_clear(struct reaper *reaper, const struct containment *containment)
{
	bool any = false;

	while (tree_kill(containment, reaper->main)) {
		any = true;
		/* What was just being made is missed without a namespace: it may never end. */
		if (containment->is_namespace)
			collect(reaper, 0);
		else if (!reaper_collect(reaper))
			usleep(PAUSE_US);
	}
	collect(reaper, 0);
	return any;
}
