/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fence: Landlock rules for a worker that can have no view. It is weaker than a view: the files
 * are the real ones, so a run can damage what it may write, and nothing guards modes, owners and
 * times.
 */
#ifndef RUNNER_SANDBOX_FENCE_H
#define RUNNER_SANDBOX_FENCE_H

/* What the fence guards; each level includes those before it. */
enum fence {
	FENCE_NONE,    /* no Landlock, or one older than Linux 6.2 */
	FENCE_FILES,   /* guards contents and names of files */
	FENCE_SIGNALS, /* also keeps signals and abstract sockets inside; Linux 6.12 */
};

/*
 * From now on this process and its descendants can write only to devices, below ROOT and SCRATCH,
 * and in the usual places of temporary files. This can't be undone.
 */
enum fence fence_enter(const char *root, const char *scratch);

#endif
