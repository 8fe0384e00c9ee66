/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function harness: the text of a C program that fills a function's arguments from one blob, calls
 * it, and prints what came out. It includes the function's unit.
 *
 * The blob is read from its beginning: the parameters in their order, the members of structures in
 * theirs, before a pointer's target a byte that is 0 for NULL, which has its bytes, too; the lengths of --length come
 * last.
 * What lies beyond its end is 0.
 *
 * A harness that loops, compiled with HARNESS_LOOP, takes blobs of full length one behind the other from its standard
 * input if the environment has that variable, too. Each has a process of its own, which prints as ever, its errors
 * included; behind it comes a line: PROGRAM_LOOP_END and the status of wait().
 */
#ifndef CALLER_PROGRAM_H
#define CALLER_PROGRAM_H

#include "caller/request.h"

#define PROGRAM_LOOP	 "HARNESS_LOOP"
#define PROGRAM_LOOP_END "\n\x01harness "

/*
 * Writes the harness of FUNCTION, which function_check() accepts. The caller ends RET with
 * program_deinit() if there is no error.
 */
struct error *program_write(const struct entries *entries, const struct entry *function,
			    const struct program_options *options, struct program *ret) MUST_CHECK;
void program_deinit(struct program *program);

/*
 * Returns the command that compiles OPTIONS' file, which includes the unit of FUNCTION, as the unit was compiled: "gcc …".
 * The caller frees.
 */
char *program_command(const struct entries *entries, const struct entry *function,
		      const struct program_options *options);
/* Returns the path of the source of FUNCTION's unit; NULL: no program can name it. The caller frees. */
char *program_source(const struct entries *entries, const struct entry *function);

/*
 * Returns what the recorded PRODUCER tells of the compiler's options: those that are words
 * with a dash in front. "" if it tells none. The caller frees.
 */
char *program_flags(const char *producer);

#endif
