/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and variables of an executed file, by their names. */
#ifndef CMD_GEN_FUNCTION_CARVE_FILE_H
#define CMD_GEN_FUNCTION_CARVE_FILE_H

#include <stdbool.h>

#include "common/stamp.h"
#include "runner/trace/calls.h"

struct binary;

struct gen_carve_file {
	struct stamp
		stamp; /* programs of one path may be several ones, as where a suite compiles them */
	uint64_t entry;
	struct binary *binary;		/* NULL: it has none of the functions */
	VEC(struct calls_place) places; /* of functions; their numbers are those of the names */
};

/*
 * Reads what PID executes and finds the functions NAMES, NUMBER of them, of which NULL is none; of each MOST calls are to be told
 * of a process. A name that several functions have is none's. What can't be read has no functions.
 */
void gen_carve_file_read(pid_t pid, const char *const *names, size_t number, unsigned most,
			 struct gen_carve_file *ret);
/* True if FILE is what PID executes. */
bool gen_carve_file_is(const struct gen_carve_file *file, pid_t pid);
/* Finds where the file has the variable NAME. */
bool gen_carve_file_find(const struct gen_carve_file *file, const char *name, uint64_t *ret);
void gen_carve_file_deinit(struct gen_carve_file *file);

#endif
