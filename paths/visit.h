/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Both versions on the same inputs: as compiled, which is what they do, and by the evaluator, which
 * tells their paths.
 */
#ifndef PATHS_VISIT_H
#define PATHS_VISIT_H

#include "paths/command.h"
#include "paths/lane.h"
#include "paths/patience.h"
#include "paths/recording.h"
#include "paths/trial.h"

/* By version. */
struct visit {
	struct trial_result compiled[2], evaluated[2];
	struct path paths[2];
	bool differs; /* the versions do not do the same */
	/* The new version alone was evaluated, and came to no changed code: the old one is known to do the same. */
	bool is_new_alone;
	bool is_unsteady; /* one version does not always do the same */
	bool is_cut;	  /* a run was ended for the deadline: nothing is told */
};

struct visit_opts {
	const struct trial_opts *trial; /* max_ms and deadline are patience's */
	struct patience *patience;
	struct lanes *lanes; /* runs are made beside each other; NULL: one after the other */
	const char *const *programs;
	const char *name; /* of both for themselves, as programs print theirs */
	bool may_be_new_alone; /* runs that come to no changed code are known to do the same in both versions */
};

/*
 * Visits INPUTS; RECORDINGS are by version, and the terms of paths are made in TERMS. ERROR_UNUSABLE: a version can't be run or tells
 * no path. RET is to be freed in any case; it tells nothing if it is cut.
 */
struct error *visit_make(const struct visit_opts *opts, struct command *command,
			 struct recording recordings[2], struct terms *terms,
			 const unsigned char *inputs, struct visit *ret) MUST_CHECK;

/* What both versions do on inputs, as compiled. */
enum visit_try {
	VISIT_SAME,
	VISIT_DIFFERENT,
	VISIT_LATE, /* the old one did not end in its time, or the deadline came */
};

/*
 * Runs both versions on the inputs of COMMAND as they are once, as compiled alone. The new one is not run, and its
 * result empty, if the old one did not end in its time. The caller frees the results, also after an error.
 */
struct error *visit_compiled(const struct visit_opts *opts, struct command *command,
			     struct trial_result ret[2]) MUST_CHECK;

/* What scouts did. Nothing more than an order is to be made of it. */
struct visit_scouted {
	enum visit_try did;
	bool has_others;  /* a version made processes or threads */
	bool has_told;	  /* the new version told how near it came */
	bool is_whole;	  /* and it ended, and no process of it could come nearer unseen */
	uint64_t used_us; /* of processors, by the version that took more */
	int status;	  /* of wait(), of the new version */
};

/*
 * Runs both versions on INPUTS once, as compiled, the new one first, as a scout if it can be had. The old one is not run if
 * that did not end; nor, and counts as one that did the same, if IS_SAME, which may be NULL, says so of a scout that is whole.
 */
struct error *visit_scout(const struct visit_opts *opts, struct command *command,
			  const unsigned char *inputs, bool (*is_same)(void *arg), void *arg,
			  struct visit_scouted *ret) MUST_CHECK;

/* Runs of both versions on the same inputs, as compiled, which have begun; NULL: they have not. */
struct visit_begun {
	struct lane_run *runs[2];
};

/* Begins these runs for visit_try(), if there are lanes. */
void visit_begin(const struct visit_opts *opts, struct command *command,
		 const unsigned char *inputs, struct visit_begun *ret);
/* Runs both versions on INPUTS once, as compiled alone. BEGUN is gone then. */
struct error *visit_try(const struct visit_opts *opts, struct command *command,
			const unsigned char *inputs, struct visit_begun *begun,
			enum visit_try *ret) MUST_CHECK;
/* In place of visit_try(): nobody wants to know. */
void visit_drop(const struct visit_opts *opts, struct visit_begun *begun);

/* Returns the number of conditions that the run of VERSION noted before it came to changed code; SIZE_MAX: all. */
size_t visit_first_change(const struct visit *visit, unsigned version);

/* True if no run came to changed code, and all did what their paths say. */
bool visit_is_unchanged(const struct visit *visit);

/* True if a run did not end, so that it is not known what it would have done. */
bool visit_is_late(const struct visit *visit);

void visit_deinit(struct visit *visit);
#define _cleanup_visit_ _cleanup_(visit_deinit)

#endif
