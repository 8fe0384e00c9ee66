/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fence: Landlock rules for a worker that can have no view.  A weaker thing: files are the real
 * ones, so that a run can damage what it may write, and modes, owners and times of files are not
 * guarded at all.
 */
#ifndef RUNNER_SANDBOX_FENCE_H
#define RUNNER_SANDBOX_FENCE_H

/* What is kept in; each includes the ones before. */
enum fence {
	FENCE_NONE,    /* this machine has no Landlock, or one older than Linux 6.2 */
	FENCE_FILES,   /* contents and names of files */
	FENCE_SIGNALS, /* signals and connections to abstract sockets, to what is outside;
			  Linux 6.12 */
};

/*
 * From now on this process and all that it starts can write only below ROOT, SCRATCH, the usual
 * places of temporary files, and to devices.  Can't be taken back.
 */
enum fence fence_enter(const char *root, const char *scratch);

#endif
