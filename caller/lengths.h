/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which parameters seem to say how long others are: an integer right behind a pointer to text, bytes or numbers, that is
 * called so ("len", "nr_items", "n"). It is a guess from names alone. Where it is wrong, the number is small, and no more.
 */
#ifndef CALLER_LENGTHS_H
#define CALLER_LENGTHS_H

#include "caller/request.h"

/* Adds what is guessed of FUNCTION to the lengths of OPTIONS, whose vector is the caller's. */
void lengths_guess(const struct entries *entries, const struct entry *function,
		   struct program_options *options);

#endif
