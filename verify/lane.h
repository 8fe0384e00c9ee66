/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A lane: a process with a built copy of the project, which checks one mutant
 * after the other.  It shares the sample as it was at the fork.
 *
 *   verify_lane_start()
 *   lane → caller   READY                     once, after the unmutated tests
 *   caller → lane   request
 *   lane → caller   CELL …, MUTANT            the mutant is done
 *   verify_lane_stop()
 *
 * FAILED instead of any message: the lane is at its end; detail says why.
 */
#ifndef VERIFY_LANE_H
#define VERIFY_LANE_H

#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "verify/copy.h"
#include "verify/sample.h"

#define VERIFY_DETAIL_SIZE 240

enum verify_lane_mode {
	VERIFY_LANE_PLAIN,    /* every cell, compared with what is stored */
	VERIFY_LANE_SANITIZE, /* a cell that differs, in a copy built with sanitizers */
	VERIFY_LANE_VALGRIND, /* a cell that differs, under valgrind */
	VERIFY_NR_LANE_MODES
};

struct verify_lane_opts {
	enum verify_lane_mode mode;
	const char *copy;    /* built copy */
	const char *reference; /* another one, which stays as it is */
	const char *scratch; /* existing directory of this lane, outside root */
	const char *runtime; /* preloaded library, idle here as there */
	const struct verify_build *build;
	const struct verify_sample *sample;
};

#define VERIFY_ALL_CELLS UINT32_MAX

/* A mutant by its index, and which of its cells. */
struct verify_request {
	uint32_t mutant, cell;
};

enum verify_lane_message_type {
	VERIFY_LANE_READY = 1,
	VERIFY_LANE_CELL = 2,
	VERIFY_LANE_MUTANT = 3,
	VERIFY_LANE_FAILED = 4,
};

struct verify_lane_message {
	uint32_t type; /* enum verify_lane_message_type */
	uint32_t mutant, cell;
	uint32_t verdict; /* CELL: what was found */
	uint32_t outcome; /* enum verify_outcome; PENDING: a sanitizer has nothing to say */
	char detail[VERIFY_DETAIL_SIZE];
};

struct verify_lane {
	pid_t pid;
	int fd; /* SOCK_SEQPACKET */
};

struct error *verify_lane_start(const struct verify_lane_opts *opts, struct verify_lane *ret) MUST_CHECK;
struct error *verify_lane_submit(const struct verify_lane *lane,
				 const struct verify_request *request) MUST_CHECK;
/* Waits for a message; a lane that is gone gives FAILED. */
void verify_lane_receive(const struct verify_lane *lane, struct verify_lane_message *ret);
/* Kills it and all it started. */
void verify_lane_stop(struct verify_lane *lane);

#endif
