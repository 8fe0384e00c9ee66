/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mappings of a process, as /proc/PID/maps lists them. */
#ifndef RUNNER_SANDBOX_MAPPING_H
#define RUNNER_SANDBOX_MAPPING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "common/cleanup.h"

struct mapping {
	uint64_t start, end;
	char permissions[8];
	const char *path; /* "": none; valid until the next one is read */
};

/* A list that is being read. */
struct mappings {
	FILE *file; /* NULL: there is no such process */
	char *line;
	size_t size;
	bool is_damaged; /* a line was not understood: that was no end */
};

struct mappings mappings_of(pid_t pid);
/* False at the end. */
bool mappings_next(struct mappings *mappings, struct mapping *ret);
void mappings_deinit(struct mappings *mappings);
#define _cleanup_mappings_ _cleanup_(mappings_deinit)

/* True if PID has the file at PATH mapped. */
bool mapping_is_there(pid_t pid, const char *path);

#endif
