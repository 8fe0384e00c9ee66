/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Global variables that a harness which fills them leaves as the program begins with them, where its input says so. */
#ifndef CALLER_KEEPING_H
#define CALLER_KEEPING_H

#include "caller/writer.h"

/* Adds a byte to the input of PROGRAM for each variable that it fills, behind all else. */
void keeping_add(struct program *program);
/* Has the harness copy these variables, before it fills any. */
void keeping_copy(struct writer *writer);
/* Has it take the copies of those of which these bytes, which are next in the input, say so. */
void keeping_restore(struct writer *writer);

#endif
