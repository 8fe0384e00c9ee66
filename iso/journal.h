/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The journal: outcomes of variants in a directory, so that a comparison that was interrupted can
 * go on. Outcomes are used again only for the same builds, tests, options and inputs.
 *
 *	journal_open()		before the builds are looked at
 *	journal_begin()		when the comparison has its tests
 *	journal_recall(), journal_keep(), journal_flush()
 *	journal_finish()	when all variants were explored
 *	journal_close()
 */
#ifndef ISO_JOURNAL_H
#define ISO_JOURNAL_H

#include "iso/explore_state.h"
#include "iso/outcome.h"

struct journal;

/*
 * Opens the journal in DIRECTORY. Call it before the builds are looked at: the directory may lie
 * in one of them. The caller gives *RET to journal_close().
 */
struct error *journal_open(const char *directory, struct journal **ret) MUST_CHECK;
/* Returns what was found damaged and is not used, for people; NULL: nothing. */
const char *journal_damage(const struct journal *journal);
/*
 * Begins the comparison EXPLORE, whose sides are open and which has its tests; it must outlive
 * JOURNAL. Outcomes of another comparison are removed.
 */
struct error *journal_begin(struct journal *journal, const struct explore *explore) MUST_CHECK;
/* Closes the journal; JOURNAL may be NULL. */
void journal_close(struct journal *journal);

/*
 * Reads the outcome of VARIANT. *RET_IS_KNOWN is true if the journal has an outcome, and that
 * tells all that running the variant now would tell. The caller gives RET to outcome_deinit() in
 * any case. JOURNAL may be NULL, and then has no outcomes.
 */
struct error *journal_recall(struct journal *journal, const struct explore_variant *variant,
			     struct outcome *ret, bool *ret_is_known) MUST_CHECK;
/*
 * Adds OUTCOME, unless it has a problem: the problem may not come up the next time. If writing
 * fails, the function warns the user, and the journal is not used any more. JOURNAL may be NULL.
 */
void journal_keep(struct journal *journal, const struct explore_variant *variant,
		  const struct outcome *outcome);
/* Puts all added outcomes on disk. JOURNAL may be NULL. */
void journal_flush(struct journal *journal);
/*
 * Ends the comparison. The outcomes are kept for an equal comparison only if all inputs of the
 * tests are known; else they are removed. JOURNAL may be NULL.
 */
void journal_finish(struct journal *journal);

#endif
