/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command whose arguments and standard input are inputs: the bytes of the arguments, without the NULs
 * at their ends, one after the other, then those of standard input, as remt/path.h has them. Lengths
 * stay as they are.
 */
#ifndef PATHS_COMMAND_H
#define PATHS_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"

struct command {
	char **argv;	      /* NULL-terminated; argv[0] is the caller's */
	unsigned char *input; /* standard input */
	size_t input_size;
	uint32_t nr_arguments; /* bytes of arguments */
	uint32_t nr_inputs;    /* bytes in all */
};

/* ARGUMENTS come behind the program's name; SIZE bytes at INPUT are standard input. */
void command_init(struct command *command, char *const *arguments, const void *input, size_t size);
void command_deinit(struct command *command);

/* Puts a name for the program and the inputs in place. */
void command_set(struct command *command, const char *name, const unsigned char *inputs);

/* Writes the inputs as they are to RET, nr_inputs bytes. */
void command_inputs(const struct command *command, unsigned char *ret);

#endif
