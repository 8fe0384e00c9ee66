/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of the C library in C, which harnesses have for atg/: what calls of them do is known by their IR. Nothing
 * calls them; harness_model_NAME() stands for NAME(). They follow C11 7.24, POSIX.1-2017 and, where these leave the
 * result open, what the GNU C Library returns, or any value: `any`, which nobody sets.
 */
#ifndef CALLER_MODELS_H
#define CALLER_MODELS_H

#include <stdbool.h>

/* For the end of a harness; it includes <string.h> and <stdlib.h> before. */
extern const char models_text[];

/* True if it has the function NAME. */
bool models_have(const char *name);

#endif
