/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that the evaluator writes the path of a run into (remt/path.h), and the path that is read back. The run has
 * the file mapped, and may do with it what it likes.
 *
 *	recording_create("run.path", &recording);
 *	recording_reset(&recording, nr_inputs);		// for each run
 *	... REMT_EXPLORE_PATH=run.path LD_PRELOAD=libremt-explore.so program ...
 *	recording_read(&recording, &terms, &path);
 */
#ifndef PATHS_RECORDING_H
#define PATHS_RECORDING_H

#include "common/error.h"
#include "common/vec.h"
#include "remt/path.h"
#include "term/term.h"

struct recording {
	const char *path;	       /* borrowed; NULL: there is no file */
	int fd;			       /* of the file */
	struct remt_path_header begun; /* what the run finds there */
	bool is_spoilt;		       /* what is in the file is not known */
};

struct path {
	unsigned flags;				    /* remt_path_flags */
	VEC(struct remt_path_condition) conditions; /* with terms of the reader's */
	VEC(struct remt_path_condition) again;	    /* of REMT_PATH_AGAIN; likewise */
	VEC(struct remt_path_output) outputs;	    /* likewise */
	/* by watched block: 1 + the number of conditions before it was come to; 0: it was not */
	VEC(uint32_t) watched;
	VEC(bool) seen;	     /* by block that is seen: it was come to, unless `watched` says so */
	uint64_t printed[2]; /* as the header has it */
	uint64_t libraries;  /* likewise */
	char concretised_by[REMT_PATH_NAME_SIZE]; /* likewise */
};

/* Makes the file PATH, which RET borrows. */
struct error *recording_create(const char *path, struct recording *ret) MUST_CHECK;

/* Watched blocks beyond that are not told. */
#define RECORDING_MAX_WATCHED (1u << 16)

/*
 * Forgets what was written, for a run with NR_INPUTS bytes of input that watches NR_WATCHED blocks and sees NR_SEEN.
 * ERROR_UNUSABLE: the file can't be written.
 */
struct error *recording_reset(struct recording *recording, uint32_t nr_inputs, uint32_t nr_watched,
			      uint32_t nr_seen) MUST_CHECK;

/*
 * Reads what a run wrote, and makes its terms anew in TERMS. False: it makes no sense, or the file has another length,
 * as a program may write anywhere. RET says then that a path had begun, and nothing more: neither that main() was
 * evaluated nor that what is watched would be told.
 */
bool recording_read(struct recording *recording, struct terms *terms, struct path *ret) MUST_CHECK;

void path_deinit(struct path *path);
#define _cleanup_path_ _cleanup_(path_deinit)

/* The file stays. */
void recording_deinit(struct recording *recording);
#define _cleanup_recording_ _cleanup_(recording_deinit)

#endif
