/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The journal of a search (--store): what Z3 answered, and how many inputs were run, in the database of
 * store/outcomes.h. A later search with the same programs, options and commands does the same again and asks Z3 only what
 * it was not asked before. It is sound, as a kept answer counts for the very same conditions alone
 * (solver/kept.h).
 *
 *	gen_journal_open()	before the process sees views instead of directories
 *	gen_journal_note()	now and then, with the number of inputs
 *	gen_journal_close()
 *
 * A process that is killed loses what it found out in the last second, a loss of power that of the last seconds.
 */
#ifndef CMD_GEN_EXPLORE_JOURNAL_H
#define CMD_GEN_EXPLORE_JOURNAL_H

#include "cmd/gen/input/seeds.h"
#include "solver/solver.h"

struct gen_journal;

/* Whose search it is. All is borrowed until gen_journal_open() returns. */
struct gen_journal_opts {
	const char *directory;
	const char *const *programs; /* absolute */
	const char *const *names;    /* of the two, as the user gave them */
	const struct gen_seeds *seeds;
	const char *suite;   /* NULL: none */
	uint64_t numbers[6]; /* options that decide what is found */
};

/*
 * Opens the journal, and begins it if it is new. ERROR_USAGE: it is of other programs, options or commands, and stays as
 * it is. ERROR_UNUSABLE: another process has it, or it can't be read or written.
 */
struct error *gen_journal_open(const struct gen_journal_opts *opts,
			       struct gen_journal **ret) MUST_CHECK;

/* Returns what the solver is to be told of JOURNAL; NULL if that is NULL. */
const struct solver_keeper *gen_journal_keeper(const struct gen_journal *journal);

/*
 * True if earlier searches came farther than this one, which has run NR_INPUTS, as far as is known. JOURNAL may be
 * NULL.
 */
bool gen_journal_has(const struct gen_journal *journal, uint64_t nr_inputs);
/* Returns how many answers of earlier searches were found in JOURNAL, which may be NULL. */
uint64_t gen_journal_nr_recalled(const struct gen_journal *journal);

/* Notes that so many inputs were run. JOURNAL may be NULL. */
void gen_journal_note(struct gen_journal *journal, uint64_t nr_inputs);

/* Writes the rest and frees JOURNAL, which may be NULL. */
void gen_journal_close(struct gen_journal *journal);

#endif
