/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file with the tests of a unit: those of one function more. */
#ifndef CMD_GEN_FUNCTIONS_UNIT_H
#define CMD_GEN_FUNCTIONS_UNIT_H

#include "cmd/gen/function/list.h"

/*
 * Adds the tests of ITEM to the file of its unit, or to one of its own where they can't stand beside the others. Works in a
 * process of its own.
 */
struct error *gen_functions_add_tests(struct gen_functions *functions,
				      struct gen_functions_item *item) MUST_CHECK;

#endif
