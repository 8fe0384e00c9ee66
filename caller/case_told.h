/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a test in C can say all that an input of the harness says. */
#ifndef CALLER_CASE_TOLD_H
#define CALLER_CASE_TOLD_H

#include "caller/request.h"

/* True if BLOB is 0 where PROGRAM fills something that has no name. */
bool case_is_told(const struct program *program, const unsigned char *blob);

#endif
