/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The journal: outcomes of variants, kept in a directory, so that a comparison that was cut short
 * is gone on with.  They count for the same builds, tests, options and inputs only.
 */
#ifndef ISO_JOURNAL_H
#define ISO_JOURNAL_H

#include "iso/explore_state.h"
#include "iso/outcome.h"

struct journal;

/* Opens the one in DIRECTORY, before the builds are looked at: it may lie in one of them. */
struct error *journal_open(const char *directory, struct journal **ret) MUST_CHECK;
/* What was damaged of it and is not used, for people; NULL: nothing. */
const char *journal_damage(const struct journal *journal);
/*
 * The comparison is EXPLORE, whose sides are open and which has its tests; it outlives JOURNAL.
 * What this holds of another one goes.
 */
struct error *journal_begin(struct journal *journal, const struct explore *explore) MUST_CHECK;
/* NULL is allowed. */
void journal_close(struct journal *journal);

/*
 * *RET_IS_KNOWN: RET is what VARIANT came to, looked at as it would be now.  RET is to be given to
 * outcome_deinit() in any case.  JOURNAL may be NULL, which knows nothing.
 */
struct error *journal_recall(struct journal *journal, const struct explore_variant *variant,
			     struct outcome *ret, bool *ret_is_known) MUST_CHECK;
/* Keeps OUTCOME, unless it has a problem, which may be gone the next time.  Where that fails, it is
 * told, and nothing more is kept. */
void journal_keep(struct journal *journal, const struct explore_variant *variant,
		  const struct outcome *outcome);
/* What was kept is on disk now. */
void journal_flush(struct journal *journal);
/* The comparison is at its end: what is kept serves an equal one only if all that it depends on is
 * known. */
void journal_finish(struct journal *journal);

#endif
