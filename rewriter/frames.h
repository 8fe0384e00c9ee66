/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of stripped binaries, by .eh_frame: what unwinds the stack has to know where they are.
 */
#ifndef REWRITER_FRAMES_H
#define REWRITER_FRAMES_H

#include "rewriter/binary.h"

/* Adds the functions that .eh_frame has, by names such as "at_1180", in any order. */
struct error *frames_add_functions(struct binary *binary) MUST_CHECK;

#endif
