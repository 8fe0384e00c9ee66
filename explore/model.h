/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiled functions whose results can be told by their arguments and the memory that these point to.
 * A model only adds precision: what the function does is done by the function itself. Conditions that
 * decide where it goes are branches like others, at the place of the call.
 */
#ifndef EXPLORE_MODEL_H
#define EXPLORE_MODEL_H

#include "explore/code.h"

/* Returns the model of the function NAME; NULL: there is none. */
const struct model *model_find(const char *name);

/* Returns the model of the library's function at ADDRESS, which a pointer has; NULL: there is none. */
const struct model *model_at(const void *address);

#endif
