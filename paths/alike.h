/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the versions asked the same of an input, although memory lies elsewhere in the other one. */
#ifndef PATHS_ALIKE_H
#define PATHS_ALIKE_H

#include <stdbool.h>

#include "paths/recording.h"
#include "term/term.h"

/*
 * True if A and B have the same conditions in the same order, but for addresses: constants of 64 bits of which
 * both are as high as a mapped page can be.
 */
bool alike_conditions(const struct terms *terms, const struct path *a, const struct path *b);

#endif
