/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the versions asked the same of an input, although memory lies elsewhere in the other one. */
#ifndef PATHS_ALIKE_H
#define PATHS_ALIKE_H

#include <stdbool.h>

#include "paths/recording.h"
#include "term/term.h"

/*
 * True if A and B have the same conditions in the same order, but for addresses that are all moved by one distance
 * where they are added to and compared: a table and its end, say. What else is done with an address, such as a
 * remainder, has to be the same.
 */
bool alike_conditions(const struct terms *terms, const struct path *a, const struct path *b);

#endif
