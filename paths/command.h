/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command whose inputs are the bytes of its arguments, of values of environment variables and of string
 * literals of the program, without the NULs at their ends, of standard input and of files, in this order, as
 * remt/path.h has them. Lengths
 * stay as they are, but for command_resize(), command_put() and command_cut(). Arguments that are kept are no inputs.
 */
#ifndef PATHS_COMMAND_H
#define PATHS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/strbuf.h"

struct command_file {
	const char *name; /* borrowed; NULL: standard input */
	unsigned char *bytes;
	size_t size;
};

/* An environment variable whose value is an input. Others are the caller's. */
struct command_variable {
	const char *name; /* borrowed; a name as shells have them */
	char *value;
};

/* A string literal of the program, which both versions have. It keeps its length. */
struct command_literal {
	uint64_t addresses[2]; /* by version, at link time */
	char *value;
};

struct command {
	char **argv;		    /* NULL-terminated; argv[0] is the caller's */
	bool *kept;		    /* by argument, from 1 on */
	struct command_file *files; /* standard input first, even if it is empty */
	size_t nr_files;
	struct command_variable *variables; /* NULL: none */
	size_t nr_variables;
	struct command_literal *literals; /* NULL: none */
	size_t nr_literals;
	uint32_t
		nr_arguments; /* bytes of arguments that are inputs, of values of variables and of literals: none is 0 */
	uint32_t nr_inputs; /* bytes in all */
};

/*
 * ARGUMENTS come behind the program's name; KEPT tells which of them are kept, from 0 on; NULL: none.
 * FILES are NR_FILES with standard input first; what they hold is copied.
 */
void command_init(struct command *command, char *const *arguments, const bool *kept,
		  const struct command_file *files, size_t nr_files);
/* Makes the variable NAME, which is borrowed, an input that begins with VALUE. */
void command_add_variable(struct command *command, const char *name, const char *value);
/* Makes the literal an input, which begins with VALUE. */
void command_add_literal(struct command *command, const uint64_t addresses[2], const char *value);
/* Makes a copy, with the inputs as they are. */
void command_copy(const struct command *command, struct command *ret);
/* Returns how many places have a length of their own: the arguments, from 0 on, then the variables, then the files. */
size_t command_nr_places(const struct command *command);
/*
 * Makes a copy in which PLACE has CHANGE bytes more, or fewer. New bytes are like the last one and stand
 * behind it; bytes are taken from there, too. A line's end at the end stays. False, and no copy: the place
 * is kept, or too short.
 */
bool command_resize(const struct command *command, size_t place, int change, struct command *ret);
/* Takes COUNT bytes from AT on out of PLACE; false, and nothing is done: it is kept, or has not so many. */
bool command_cut(struct command *command, size_t place, size_t at, size_t count);
/* Puts SIZE bytes in place of those of PLACE. False, and nothing is done: it is kept, or a text would have a NUL. */
bool command_put(struct command *command, size_t place, const void *bytes, size_t size);
/* Puts the argument TEXT, an input, before argument NUMBER, from 0 on, or behind the last one. */
void command_insert(struct command *command, size_t number, const char *text);
/*
 * Puts an argument that names FILE, and is kept, there in the same way, and a copy of FILE behind the files, whose
 * name is borrowed. False, and nothing is done: it has a file of this name.
 */
bool command_insert_file(struct command *command, size_t number, const struct command_file *file);
/* Takes argument NUMBER out; false, and nothing is done: it is kept, or there is none. */
bool command_remove(struct command *command, size_t number);
/* Returns how many bytes of PLACE are inputs. */
size_t command_size(const struct command *command, size_t place);
/* Returns these bytes, a NUL behind them; NULL: it is kept. */
const unsigned char *command_bytes(const struct command *command, size_t place);
/*
 * True if places of both have the same lengths, and what is kept, the names of variables and files and the
 * addresses of literals are the same.
 */
bool command_is_alike(const struct command *a, const struct command *b);
/* True if they are alike, and so are their inputs. */
bool command_is_same(const struct command *a, const struct command *b);
void command_deinit(struct command *command);

/* Puts a name for the program and the inputs in place. */
void command_set(struct command *command, const char *name, const unsigned char *inputs);

/*
 * Adds the numbers of arguments that are kept (" 2 5"); the variables with the lengths of their values
 * (" NAME=3"); and the names of files, a line each, but for standard input.
 */
void command_tell_kept(const struct command *command, struct strbuf *ret);
void command_tell_variables(const struct command *command, struct strbuf *ret);
/* Adds the literals of VERSION by their hexadecimal addresses with their lengths (" 4010=3"). */
void command_tell_literals(const struct command *command, unsigned version, struct strbuf *ret);
void command_tell_files(const struct command *command, struct strbuf *ret);

/* Writes the inputs as they are to RET, nr_inputs bytes. */
void command_inputs(const struct command *command, unsigned char *ret);

#endif
