/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words of the command line that mean a number or a time. A word that does not ends the program.
 */
#ifndef CMD_WORDS_H
#define CMD_WORDS_H

#include <argp.h>
#include <stdint.h>

/* Returns the whole number TEXT, from MIN to MAX. NAME is the option's, for the message. */
uint64_t words_number(struct argp_state *state, const char *name, const char *text, uint64_t min,
		      uint64_t max);
/*
 * Returns the time TEXT in milliseconds: "90s", "20min", "2h", "1500ms", "1d"; a bare number counts
 * seconds.
 */
uint64_t words_time_ms(struct argp_state *state, const char *name, const char *text);
/* Returns the number TEXT, from MIN to MAX, which need not be whole. */
double words_factor(struct argp_state *state, const char *name, const char *text, double min,
		    double max);
/* Returns the number TEXT, from 0 to 100, which need not be whole. */
double words_percentage(struct argp_state *state, const char *text);

#endif
