/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The inputs of a path: the bytes of the arguments but of those whose numbers REMT_EXPLORE_KEPT has
 * ("2 5"), then those of the values of the variables that REMT_EXPLORE_VARIABLES names with their lengths
 * ("NAME=3 OTHER=0"), then those of the program's string literals, whose addresses at link time REMT_EXPLORE_LITERALS has
 * with their lengths ("4010=3"), then those of standard input, then those of the files that REMT_EXPLORE_FILES names, a
 * line each.
 */
#ifndef EXPLORE_INPUT_H
#define EXPLORE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file whose bytes are inputs. What the run itself writes there does not count. */
struct input_source;

/* Returns the value of the variable NAME, whose name has LENGTH bytes, in the environment; NULL: there is none. */
char *input_variable(const char *name, size_t length);

/* Returns the literal of WORD, which has its address at link time and its *LENGTH. */
char *input_literal(const char *word, size_t *length);

/*
 * True if variables that are inputs are there, their values are as long as was told, and nobody asked for them by
 * getenv() yet, such as a library before the program begins.
 */
bool input_variables_are_whole(void);

/* Notes which bytes of ARGV's arguments, of variables and of literals are inputs, and keeps what the sources have. */
void input_note(char **argv);

/* True if TERM is a byte of an argument, a variable or a literal: it is never 0. */
bool input_is_of_text(uint32_t term);

/* True if bytes of standard input are inputs. */
bool input_has_standard(void);

/* Returns the source that FD reads; NULL: it reads something else. errno stays. */
const struct input_source *input_source(int fd);

/* True if NAME leads to a source. errno stays. */
bool input_is_name(const char *name);

/* Bytes of SOURCE that are inputs, the one at POSITION, and its term, of 8 bits. */
uint64_t input_size(const struct input_source *source);
unsigned char input_byte(const struct input_source *source, uint64_t position);
uint32_t input_term(const struct input_source *source, uint64_t position);

#endif
