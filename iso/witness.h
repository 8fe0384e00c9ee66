/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The witness: a third build, on which what differs between the two versions is run as well, with
 * the same conditions negated.  Either it is the new version without an expected change, which
 * accounts for what the witness does as the old version; or it behaves as it should, and what the
 * new version does like it is right.
 */
#ifndef ISO_WITNESS_H
#define ISO_WITNESS_H

#include "iso/explore_state.h"

enum witness_kind {
	WITNESS_REVERTED,  /* the new version without the expected change */
	WITNESS_REFERENCE, /* a build that does what the new version should */
};

struct witness {
	enum witness_kind kind;
	struct side side;
	struct isomorphism isomorphism; /* "old": the witness; "new": the new version */
};

/* "reverted", "reference". */
const char *witness_label(enum witness_kind kind) RETURNS_NONNULL;

/* Fills the accounts of all findings of EXPLORE; on cancellation of some. */
struct error *witness_judge(struct witness *witness, struct explore *explore) MUST_CHECK;

#endif
