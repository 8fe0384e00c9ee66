/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function begins with (atg/start.h), from what its harness fills. */
#ifndef CMD_GEN_FUNCTION_START_H
#define CMD_GEN_FUNCTION_START_H

#include "atg/start.h"
#include "caller/program.h"
#include "ir/unit.h"

/*
 * Fills the start of what the harness PROGRAM fills, in the words of UNIT. What can't be told is left out: then it is
 * said of tests that go there.
 */
void gen_function_start(const struct program *program, const struct ir_unit *unit,
			struct start *ret);
/* Returns the number of the variable GLOBAL among the symbols of UNIT; START_NONE: the unit does not refer to it. */
uint32_t gen_function_symbol(const struct ir_unit *unit, const struct entry *global);

#endif
