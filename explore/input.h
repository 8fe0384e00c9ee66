/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs of a path: the bytes of the arguments, then those of standard input. */
#ifndef EXPLORE_INPUT_H
#define EXPLORE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

/* Notes which bytes of ARGV's arguments are inputs, and keeps what standard input has. */
void input_note(char **argv);

/* True if FD is the standard input of the start. */
bool input_is_standard(int fd);

/* Bytes of standard input that are inputs, the one at POSITION, and its term, of 8 bits. */
uint64_t input_standard_size(void);
unsigned char input_standard_byte(uint64_t position);
uint32_t input_standard_term(uint64_t position);

#endif
