/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/sandbox/mapping.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct mappings mappings_of(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	return (struct mappings){ .file = fopen(path, "re") };
}

bool mappings_next(struct mappings *mappings, struct mapping *ret)
{
	int at = 0;

	if (!mappings->file || getline(&mappings->line, &mappings->size, mappings->file) <= 0)
		return false;
	mappings->is_damaged = sscanf(mappings->line, "%" SCNx64 "-%" SCNx64 " %7s %*s %*s %*s %n",
				      &ret->start, &ret->end, ret->permissions, &at) != 3 ||
			       !at || ret->end <= ret->start;
	if (mappings->is_damaged)
		return false;
	ret->path = mappings->line + at;
	mappings->line[at + (int)strcspn(ret->path, "\n")] = 0;
	return true;
}

void mappings_deinit(struct mappings *mappings)
{
	if (mappings->file)
		fclose(mappings->file);
	free(mappings->line);
}

bool mapping_is_there(pid_t pid, const char *path)
{
	_cleanup_mappings_ struct mappings mappings = mappings_of(pid);
	struct mapping mapping;

	while (mappings_next(&mappings, &mapping)) {
		if (strcmp(mapping.path, path) == 0)
			return true;
	}
	return false;
}
