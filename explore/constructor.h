/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions that are called before main() and behind it, and that are not evaluated: what they make of inputs has no
 * terms. Those of libraries and of the program's DT_PREINIT_ARRAY begin before anything has, and those of the program
 * that were built without IR are compiled. Each gets the arguments and the environment.
 */
#ifndef EXPLORE_CONSTRUCTOR_H
#define EXPLORE_CONSTRUCTOR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * True if there may be such functions, other than those that the compiler and the C library give to each file, and
 * those of libraries that are known to keep nothing of inputs. BY, of SIZE bytes, then gets words for who has them, cut.
 * Functions with IR have been diverted.
 */
bool constructor_is_unseen(char *by, size_t size);

#endif
