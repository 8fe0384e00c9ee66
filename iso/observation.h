/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be seen of a run from outside, and in what two versions of it differ. */
#ifndef ISO_OBSERVATION_H
#define ISO_OBSERVATION_H

#include <stdbool.h>

#include "iso/normal.h"
#include "runner/worker.h"

enum observed {
	OBSERVED_OUTPUT, /* standard output */
	OBSERVED_ERROR,	 /* standard error, without reports of sanitizers */
	OBSERVED_FILES,	 /* what was written, removed or linked (runner/written.h) */
	OBSERVED_REPORT, /* classes of what sanitizers report (iso/sanitizer.h) */
	OBSERVED_CHECKS, /* what the tests check (runner/checks.h) */
	NR_OBSERVED_TEXTS,
	OBSERVED_END = NR_OBSERVED_TEXTS, /* exit status, signal or limit */
	NR_OBSERVED,
};

/* Bits of enum observed. */
typedef unsigned observed_set;

#define OBSERVED_BIT(observed) (1u << (observed))
#define OBSERVED_ALL	       (OBSERVED_BIT(NR_OBSERVED) - 1)

struct observation {
	char *problem; /* why it says nothing; NULL: it counts; owned */
	int status;    /* wait status */
	enum test_result result; /* by the harness's rules, if there is no limit */
	enum limit_hit limit;
	char *texts[NR_OBSERVED_TEXTS]; /* as they were; NULL: not known; owned */
};

/* A version, in whose runs something was seen. */
struct observer {
	const struct normal *normal;
	char *const *directories; /* of the version; NULL-terminated, the outer ones last */
};

void observation_deinit(struct observation *observation);

/* "standard output" … */
const char *observed_name(enum observed observed) RETURNS_NONNULL;

/* "exit status 1", "killed by SIGSEGV", "no end"; owned by the caller. */
char *observation_end(const struct observation *observation) RETURNS_NONNULL MUST_CHECK;

/* True for a crash, and for what would not have ended within its limits. */
bool observation_is_broken(const struct observation *observation);

/* In what they differ, A as seen by BY_A, B by BY_B.  Of runs that crash alike nothing but what was
 * checked before that is looked at, of runs that hang alike nothing; of others of which one does,
 * only how they end. */
observed_set observation_compare(const struct observation *a, const struct observer *by_a,
				 const struct observation *b, const struct observer *by_b);

/* Brings the texts to their normal form. */
void observation_normalise(struct observation *observation, const struct observer *by);

#endif
