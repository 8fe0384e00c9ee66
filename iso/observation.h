/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Observations: what can be seen of a run from outside, and in what the runs of two versions
 * differ.
 */
#ifndef ISO_OBSERVATION_H
#define ISO_OBSERVATION_H

#include <stdbool.h>

#include "iso/normal.h"
#include "runner/pool/worker.h"

enum observed {
	OBSERVED_OUTPUT, /* standard output */
	OBSERVED_ERROR,	 /* standard error without the reports of sanitizers */
	OBSERVED_FILES,	 /* files that were written, removed or linked (runner/sandbox/written.h) */
	OBSERVED_REPORT, /* classes of the errors that sanitizers report (iso/sanitizer.h) */
	OBSERVED_CHECKS, /* values that the tests check (runner/job/checks.h) */
	NR_OBSERVED_TEXTS,
	OBSERVED_END = NR_OBSERVED_TEXTS, /* exit status, signal or limit */
	NR_OBSERVED,
};

/* A set of observed outputs: bits 1 << enum observed. */
typedef unsigned observed_set;

#define OBSERVED_BIT(observed) (1u << (observed))
#define OBSERVED_ALL	       (OBSERVED_BIT(NR_OBSERVED) - 1)

struct observation {
	char *problem;		 /* why the run has no usable result; NULL: it has one; owned */
	int status;		 /* status as wait(2) gives it */
	enum test_result result; /* result by the rules of the harness, if no limit was met */
	enum limit_hit limit;
	/* outputs as they were, or in normal form; NULL: not known; owned */
	char *texts[NR_OBSERVED_TEXTS];
};

/* Observer: what is needed to bring the outputs of a version into normal form. Borrowed. */
struct observer {
	const struct normal *normal;
	/* directories of the version; NULL-terminated, the outer ones last */
	char *const *directories;
};

void observation_deinit(struct observation *observation);

/* Returns the name for users, such as "standard output". */
const char *observed_name(enum observed observed) RETURNS_NONNULL;

/*
 * Describes the end of the run: "exit status 1", "killed by SIGSEGV", "no end". Owned by the
 * caller.
 */
char *observation_end(const struct observation *observation) RETURNS_NONNULL MUST_CHECK;

/* True if a signal ended the run, or the run met a limit. */
bool observation_is_broken(const struct observation *observation);

/*
 * Returns in what A, seen by BY_A, and B, seen by BY_B, differ.
 *
 * Two runs that crash alike are compared by the checks that they recorded before. Two runs that
 * meet a limit are not compared. If only one run crashes or meets a limit, or they crash
 * differently, only their ends differ.
 */
observed_set observation_compare(const struct observation *a, const struct observer *by_a,
				 const struct observation *b, const struct observer *by_b);

/* Brings the texts of OBSERVATION into normal form, in place. */
void observation_normalise(struct observation *observation, const struct observer *by);

#endif
