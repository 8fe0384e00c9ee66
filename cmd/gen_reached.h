/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which changed lines runs came to. */
#ifndef CMD_GEN_REACHED_H
#define CMD_GEN_REACHED_H

#include "paths/change.h"
#include "paths/difference.h"

/* Prints those that the runs of DIFFERENCE came to; CHANGE may be NULL: nothing. */
void gen_print_executed(const struct change *change, const struct difference *difference);

/* Prints how many were reached by any run, and which were not. */
void gen_print_reached(const struct change *change);

#endif
