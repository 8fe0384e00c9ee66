/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a test suite calls functions with, for the search of `remt gen --functions --suite=COMMAND` to begin with
 * (caller/snapshot.h).
 */
#ifndef CMD_GEN_FUNCTIONS_CARVE_H
#define CMD_GEN_FUNCTIONS_CARVE_H

#include "cmd/gen/function/list.h"

/*
 * Runs the suite of the user's arguments in a process and a view of its own, and gives each item of FUNCTIONS the blobs
 * of calls that were seen, each once. That there are none is no error.
 */
struct error *gen_carve(struct gen_functions *functions) MUST_CHECK;

#endif
