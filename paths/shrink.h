/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes inputs smaller that have some property: bytes become those of the nearest seed, are left out, and become
 * printable, as long as the property stays (delta debugging: Zeller and Hildebrandt, Simplifying and Isolating
 * Failure-Inducing Input, TSE 28(2), 2002, section 3; here without its complements, as pieces are tried one by one).
 * The same inputs become the same each time.
 */
#ifndef PATHS_SHRINK_H
#define PATHS_SHRINK_H

#include "common/attr.h"
#include "common/error.h"
#include "paths/command.h"

struct shrink_opts {
	const struct command *const *seeds; /* what users know; others than alike are passed over */
	size_t nr_seeds;
	unsigned max_tries;
	/* *RET: COMMAND has the property. */
	struct error *(*has)(void *arg, struct command *command, bool *ret);
	/* True: stop now. */
	bool (*stop)(void *arg);
	void *arg;
};

/*
 * Makes the inputs of COMMAND, which have the property, smaller. *RET: they are others now. Errors are those of
 * opts->has(); the inputs have the property then, too.
 */
struct error *shrink_make(const struct shrink_opts *opts, struct command *command,
			  bool *ret) MUST_CHECK;

#endif
