/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of the command line that mean a number or a time.  What is none ends the program. */
#ifndef CMD_WORDS_H
#define CMD_WORDS_H

#include <argp.h>
#include <stdint.h>

/* NAME: of the option, for the message. */
uint64_t words_number(struct argp_state *state, const char *name, const char *text, uint64_t min,
		      uint64_t max);
/* "90s", "20min", "2h", "1500ms", "1d"; a bare number counts seconds. */
uint64_t words_time_ms(struct argp_state *state, const char *name, const char *text);
/* A number from MIN to MAX that need not be whole. */
double words_factor(struct argp_state *state, const char *name, const char *text, double min,
		    double max);
double words_percentage(struct argp_state *state, const char *text);

#endif
