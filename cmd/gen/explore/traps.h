/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where scouts of the new version tell how near to a change they come (remt/serve.h, paths/scout.h). */
#ifndef CMD_GEN_EXPLORE_TRAPS_H
#define CMD_GEN_EXPLORE_TRAPS_H

#include "paths/change.h"

/* Changed lines of the new version. */
struct gen_traps {
	size_t nr_lines;  /* that scouts tell of */
	size_t nr_untold; /* that debug information does not tell the place of */
	size_t nr_places; /* statements of the program that are told of, whether they changed or not */
};

/*
 * Writes two lists of instructions of PROGRAM, the new version, with their levels: PATHS[0] of those that statements of changed
 * lines begin with, and functions that have some; PATHS[1] of those that any statement begins with. Without debug
 * information they are empty.
 */
struct error *gen_traps_write(const struct change *change, const char *program,
			      const char *const paths[2], struct gen_traps *ret) MUST_CHECK;

#endif
