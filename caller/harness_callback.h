/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The callbacks of a harness in C. */
#ifndef CALLER_HARNESS_CALLBACK_H
#define CALLER_HARNESS_CALLBACK_H

#include "caller/callback.h"

/* Writes all callbacks of the program, and what fills their values. */
void harness_callback_write(struct writer *writer);
void harness_callback_fill(struct writer *writer);

#endif
