/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables of a harness that nobody writes: what they are is in its file. */
#ifndef CMD_GEN_FUNCTION_CONSTANTS_H
#define CMD_GEN_FUNCTION_CONSTANTS_H

#include "atg/start.h"
#include "ir/unit.h"

/* Adds the variables of UNIT that nobody writes to RET, as PATH has them, the compiled harness. What can't be read is left out. */
void gen_function_constants(const char *path, const struct ir_unit *unit, struct start *ret);

#endif
