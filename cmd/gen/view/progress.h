/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far `remt gen` is, on a terminal. */
#ifndef CMD_GEN_VIEW_PROGRESS_H
#define CMD_GEN_VIEW_PROGRESS_H

#include "paths/search.h"

/* Draws how far it is. */
void gen_draw_progress(const struct search_state *state);

/* Draws that the suite ran the program so often. */
void gen_draw_suite(size_t nr_runs);

/* Draws that so many tests of NUMBER were tried. */
void gen_draw_tests(size_t done, size_t number);

/* Draws that the inputs of so many differences of NUMBER were made smaller. */
void gen_draw_shrink(size_t done, size_t number);

#endif
