/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The process that looks for tests of one function, in namespaces of its own, and what it leaves to its parent: lines for
 * people, and one JSON object, which no other version of remt ever reads.
 */
#ifndef CMD_GEN_FUNCTIONS_CHILD_H
#define CMD_GEN_FUNCTIONS_CHILD_H

#include "cmd/gen/function/list.h"
#include "cmd/gen/function/tests.h"

struct gen_functions_child {
	struct gen_functions_item *item; /* NULL: there is no process */
	struct gen_function_preparation preparation;
	struct gen_function_preparation old; /* of the old version, if two are compared */
	char *old_scratch; /* its directory in that of `preparation`, which alone runs leave as it is; owned */
	struct gen_function_progress *progress; /* shared; the caller's */
	pid_t pid;
	int text, record; /* files in memory */
};

/* Starts the process for ITEM. CHILD has its `progress`. */
struct error *gen_functions_child_start(struct gen_functions *functions,
					struct gen_functions_item *item,
					struct gen_functions_child *child) MUST_CHECK;
/* The process ended with STATUS, as of wait(): takes what it left into its item. */
void gen_functions_child_end(struct gen_functions_child *child, int status);
/* Kills it, and takes nothing. */
void gen_functions_child_kill(struct gen_functions_child *child);

/*
 * Writes what RUN found, with its tests PIECES, to the file FD. FOUND, of two versions, is taken over; NULL: there is one.
 */
struct error *gen_functions_record_write(const struct gen_function_run *run,
					 const struct gen_function_pieces *pieces, json_t *found,
					 int fd) MUST_CHECK;
/* Reads that into ITEM; false: nothing was written. */
bool gen_functions_record_read(struct gen_functions_item *item, int fd) MUST_CHECK;

#endif
