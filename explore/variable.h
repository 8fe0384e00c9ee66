/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables of the program, by what they are called in all its versions. */
#ifndef EXPLORE_VARIABLE_H
#define EXPLORE_VARIABLE_H

#include <stdint.h>

/*
 * Returns a hash of the variable that has the byte at ADDRESS, and of which of its bytes that is; 0: the program has
 * none there, or another version may call another one so, such as a static one of a function.
 */
uint64_t variable_byte(const void *address);

#endif
