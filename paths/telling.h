/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What scouts tell: how near to a change they come, and which statements no run came to before (remt/serve.h). The
 * statements that a run was the first to come to are what a fuzzer is guided by (Zalewski, American Fuzzy Lop).
 */
#ifndef PATHS_TELLING_H
#define PATHS_TELLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/slots.h"
#include "paths/trial.h"

struct telling {
	int file; /* whose bytes scouts tell in; -1: they tell nothing */
	size_t nr_places;
	unsigned char *now; /* by place: 0, or 1 and its level if the last run came there */
	uint32_t *nr_runs;  /* by place: runs that came there, as far as they told */
	bool is_read;	    /* what the last run told was noted */
	unsigned level;	    /* it */
	size_t nr_new;	    /* places that it was the first to come to */
	uint64_t set;	    /* hash of the changed lines and functions that it came to; 0: none */
	bool is_new_set;    /* no run before came to just these */
	struct slots sets;
	size_t rarest; /* of changed lines it came to, the place to which the fewest came; SIZE_MAX: none */
};

/* Makes the file of SCOUT, if there is one, for NR_PLACES. Servers of scouts are to be begun after it. The caller ends RET with telling_close(), also after an error. */
struct error *telling_open(const struct trial_scout *scout, size_t nr_places,
			   struct telling *ret) MUST_CHECK;

/* Before a run. */
struct error *telling_reset(struct telling *telling) MUST_CHECK;

/* After it: notes what it told, once, and returns its enum scout_level. */
unsigned telling_read(struct telling *telling);

void telling_close(struct telling *telling);

#endif
