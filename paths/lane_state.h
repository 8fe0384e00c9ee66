/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of lane.h, for its sources alone. */
#ifndef PATHS_LANE_STATE_H
#define PATHS_LANE_STATE_H

#include "common/vec.h"
#include "paths/lane.h"

/* Ends of a pair of sockets: the search's, and that of lanes. */
enum { LANE_SEARCH, LANE_OTHER };

/* The files of a job: what the run is told (paths/parcel.h), and what it prints into. */
enum { LANE_TOLD, LANE_OUT, LANE_ERR, LANE_NR_FILES };

/* What the search asks for. */
struct lane_job {
	uint64_t max_ms;
	uint64_t end_ms; /* of the deadline, which is the lane's own otherwise */
	uint32_t number; /* of the run */
	uint8_t version;
	bool is_evaluated;
	bool is_off;	    /* not by a server */
	bool may_be_served; /* as compiled */
};

/* What a lane answers. */
struct lane_answer {
	struct trial_result result; /* without what was printed */
	uint64_t cpu_us;	    /* of all that the lane did up to now */
	uint32_t number;
	unsigned code; /* of an error; 0: there is none */
	char message[240];
};

struct lane_run {
	uint32_t number;
	int files[LANE_NR_FILES];
	bool is_evaluated, is_over, is_dropped;
	bool is_lost; /* it may have been that of a lane which was lost */
	struct trial_result result;
	struct error *error;
};

struct lanes {
	unsigned number;
	/* queues of runs that wait: compiled ones, and those by the evaluator */
	int compiled[2], evaluated[2];
	struct {
		int answers[2];
		uint64_t cpu_us;
		bool is_lost;
	} items[LANES_MOST];
	const struct trial_opts *opts; /* the search's */
	const char *const *programs;
	VEC(struct lane_run *) runs; /* that were begun and not taken */
	uint32_t nr_begun;
};

/*
 * Takes a job and its files from a queue, if there is one; 0: no, and there will be none; -1: errno tells why not. Files
 * for which this process has no room are -1.
 */
int lane_take_job(int queue, struct lane_job *ret, int files[LANE_NR_FILES]) MUST_CHECK;
/* Makes the run that JOB asks for. ERROR_UNUSABLE: a file is -1. */
struct error *lane_make(const struct trial_opts *opts, const char *const *programs,
			const struct lane_job *job, const int files[LANE_NR_FILES],
			struct trial_result *ret) MUST_CHECK;
void lane_close_files(const int files[LANE_NR_FILES]);

#endif
