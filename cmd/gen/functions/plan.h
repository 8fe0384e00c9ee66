/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions `remt gen --functions` looks at, and in which order. */
#ifndef CMD_GEN_FUNCTIONS_PLAN_H
#define CMD_GEN_FUNCTIONS_PLAN_H

#include "cmd/gen/function/list.h"

/* Fills the items and units of FUNCTIONS, whose program is open. ERROR_USAGE: the user named what has no mutants. */
struct error *gen_functions_plan(struct gen_functions *functions) MUST_CHECK;

#endif
