/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The witness: a third build, on which the variants that differ between the two versions are run as
 * well, with the same conditions negated. There are two kinds:
 *
 * A reverted witness is the new version without an expected change. If it behaves as the old
 * version does, the expected change explains the difference.
 *
 * A reference witness behaves as the new version should. If the new version behaves as it does,
 * the new version is right.
 *
 *	side_open() of witness.side, isomorphism_find() of witness.isomorphism
 *	witness_judge()		after explore_run()
 */
#ifndef ISO_WITNESS_H
#define ISO_WITNESS_H

#include "iso/explore_state.h"

enum witness_kind {
	WITNESS_REVERTED,  /* the new version without the expected change */
	WITNESS_REFERENCE, /* a build that behaves as the new version should */
};

struct witness {
	enum witness_kind kind;
	struct side side;
	struct isomorphism isomorphism; /* its `old` is the witness and its `new` the new version */
};

/* Returns "reverted" or "reference". */
const char *witness_label(enum witness_kind kind) RETURNS_NONNULL;

/*
 * Runs the variants of all findings of EXPLORE on the witness and fills the accounts of the
 * findings. After a cancellation only some accounts are filled.
 */
struct error *witness_judge(struct witness *witness, struct explore *explore) MUST_CHECK;

#endif
