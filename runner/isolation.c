/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/isolation.h"

#include <stddef.h>

#include "common/strv.h"

char **isolation_gaps(const struct isolation *isolation, enum contain_wish wish)
{
	char **gaps = NULL;

	if (wish == CONTAIN_NOT)
		return NULL;
	if (!isolation->has_namespaces)
		strv_append(&gaps, "this machine refuses namespaces: what runs is hunted down "
				   "afterwards, and can signal other processes");
	if (!isolation->has_view)
		strv_append(&gaps, "this machine refuses private views: mutants run in the real "
				   "directories and can change them");
	if (!isolation->has_ipc)
		strv_append(&gaps, "this machine refuses IPC namespaces: mutants can leave shared "
				   "memory and queues behind");
	if (!isolation->is_offline && wish == CONTAIN_OFFLINE)
		strv_append(&gaps, "this machine refuses network namespaces: mutants can reach the "
				   "network");
	return gaps;
}
