/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/sandbox/isolation.h"

#include <stddef.h>

#include "common/strv.h"

char **isolation_gaps(const struct isolation *isolation, enum contain_wish wish)
{
	char **gaps = NULL;

	if (wish == CONTAIN_NOT)
		return NULL;
	if (!isolation->has_namespaces)
		strv_appendf(&gaps,
			     "this machine refuses namespaces: what runs is hunted down "
			     "afterwards%s",
			     isolation->fence == FENCE_SIGNALS
				     ? ""
				     : ", and can signal other processes");
	if (!isolation->has_view)
		strv_appendf(&gaps,
			     "this machine refuses private views: mutants run in the real "
			     "directories, and can change %s",
			     isolation->fence == FENCE_NONE
				     ? "all that you can change"
				     : "the project and temporary files; Landlock keeps them from "
				       "writing elsewhere");
	if (!isolation->has_ipc)
		strv_append(&gaps,
			    "this machine refuses IPC namespaces: what runs can leave shared "
			    "memory and queues behind");
	if (!isolation->is_offline && wish == CONTAIN_OFFLINE)
		strv_append(&gaps,
			    "this machine refuses network namespaces: what runs can reach the "
			    "network");
	if (isolation->has_namespaces && !isolation->is_bounded)
		strv_append(&gaps,
			    "this machine refuses a last process id: what forks without end can "
			    "take those of all other processes");
	return gaps;
}
