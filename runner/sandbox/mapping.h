/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the mappings of a process from /proc/PID/maps: "7f12a000-7f12c000 r-xp 00001000 08:01 131
 * /usr/lib/libc.so.6".
 */
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
	const char *path; /* "": no file; valid until the next mapping is read */
};

struct mappings {
	FILE *file; /* NULL: no such process */
	char *line;
	size_t size;
	bool is_damaged; /* a line was not understood: the list did not end there */
};

struct mappings mappings_of(pid_t pid);
/* Reads the next mapping; false at the end. */
bool mappings_next(struct mappings *mappings, struct mapping *ret);
void mappings_deinit(struct mappings *mappings);
#define _cleanup_mappings_ _cleanup_(mappings_deinit)

/* True if PID has the file at PATH mapped. */
bool mapping_is_there(pid_t pid, const char *path);

#endif
