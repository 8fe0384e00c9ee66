/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates functions into instructions. */
#ifndef EXPLORE_TRANSLATE_H
#define EXPLORE_TRANSLATE_H

#include <stdbool.h>

#include "explore/code.h"
#include "explore/unit.h"

/* What stands for values that the program has not set; 0 at first. */
extern int64_t translate_undefined;
/* So it does in each byte of memory of functions; else that has what was there. */
extern bool translate_fills;

/* Translates CODE if that was not done. False: it can't be evaluated, and `refusal` says why. */
bool translate_code(struct code *code);

#endif
