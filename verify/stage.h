/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stage: the copies and lanes of one mode, and the requests that wait for
 * them.  Nothing is built before the first request.
 *
 *   verify_stage_init()
 *   verify_stage_add() …		any time
 *   verify_stage_advance()		starts what can be started
 *   … poll the lanes; verify_stage_receive() …
 *   verify_stage_deinit()
 */
#ifndef VERIFY_STAGE_H
#define VERIFY_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "verify/lane.h"
#include "verify/verify.h"

#define VERIFY_NR_LANES_MAX 16
#define VERIFY_LANE_IDLE SIZE_MAX
#define VERIFY_LANE_STARTING (SIZE_MAX - 1)

struct verify_stage {
	const struct verify_opts *opts;
	struct verify_sample *sample;
	const char *phase;
	enum verify_lane_mode mode;
	bool is_enabled, is_started;
	char **words; /* environment of the build */
	struct verify_build build;
	char *reference; /* the copy that stays as it was built */
	pid_t maker;	 /* process that makes the copies; 0: none */
	char *failure;	 /* file in which it says why it could not */
	unsigned nr_lanes;
	struct verify_lane lanes[VERIFY_NR_LANES_MAX];
	struct verify_lane_opts lane_opts[VERIFY_NR_LANES_MAX];
	size_t current[VERIFY_NR_LANES_MAX]; /* index in queue, or IDLE, STARTING */
	VEC(struct verify_request) queue;
	size_t nr_taken;
};

void verify_stage_init(struct verify_stage *stage, const struct verify_opts *opts,
		       struct verify_sample *sample, enum verify_lane_mode mode);
/* Also stops the lanes. */
void verify_stage_deinit(struct verify_stage *stage);

void verify_stage_add(struct verify_stage *stage, struct verify_request request);
/* Begins to build the copies if there is something to do, and gives idle lanes work; never waits. */
struct error *verify_stage_advance(struct verify_stage *stage) MUST_CHECK;
/* Message of a lane that is readable; after MUTANT, *REQUEST is what it answers. */
void verify_stage_receive(struct verify_stage *stage, unsigned lane, struct verify_lane_message *ret,
			  struct verify_request *request);
/* Stops the stage for good; *RET: the requests that were not answered, owned by the caller. */
size_t verify_stage_give_up(struct verify_stage *stage, struct verify_request **ret);

#endif
