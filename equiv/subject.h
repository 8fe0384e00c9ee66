/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What proofs are about: the units of a run, and the mutants with the units that each of them is in.
 *
 *	equiv_subject_load()
 *	equiv_subject_choose()	the mutants that are asked for
 *	… equiv_run() (equiv/equiv.h) …
 *	equiv_subject_deinit()
 */
#ifndef EQUIV_SUBJECT_H
#define EQUIV_SUBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "equiv/command.h"
#include "sites/table.h"
#include "store/store.h"
#include "verify/sample.h"

/* A file that a unit has functions of. */
struct equiv_file {
	char *path;    /* as mutants name it: relative to the root; owned */
	char *seen;    /* as the compiler saw it, absolute; owned */
	uint64_t hash; /* of its bytes when it was compiled; 0: not known */
	bool is_used;  /* A chosen mutant is in it. */
	/* The compiler does read the text of this file for the unit. */
	bool is_read;
};

struct equiv_prover;

struct equiv_unit {
	uint64_t uid;
	uint64_t likeness; /* equiv_subject_likeness() of its table */
	char *directory,
		*input; /* where it was compiled, and the source on the command line; owned */
	char *source;	/* main source file, relative to the root; owned */
	struct equiv_command command;
	unsigned gcc_major; /* release of the GCC that compiled it, such as 12; 0: not known */
	/* why no mutant of it can be compiled; NULL: all can be; owned */
	char *refusal;
	/* What it reads can be found out all the same, so that mutants of other units can be compiled. */
	bool is_listable;
	bool is_used; /* A chosen mutant is in it. */
	bool is_warned; /* It was compiled with -Wformat (equiv/compile.h); known when it was listed. */
	/* of region proofs (equiv/provers.h), whose it is; NULL: what the unit does is not known */
	struct equiv_prover *prover;
	VEC(struct equiv_file) files;
};

/* A site that takes one of its alternatives is the mutant, in one of its units. */
struct equiv_instance {
	uint32_t unit; /* index */
	uint32_t site, alternative;
};

struct equiv_mutant {
	struct verify_mutant *mutant; /* of the sample */
	VEC(uint32_t) units; /* indexes of those that have it, or have functions of its file */
	VEC(struct equiv_instance) instances;
	bool is_shared; /* Its file is not the main source of all of these. */
	bool is_killed; /* A stored verdict is a kill. */
	bool is_chosen;
	bool is_proven; /* equivalent by another method than the one that is tried; set by equiv_run() */
};

struct equiv_subject {
	struct verify_sample sample;
	uint64_t units_hash; /* store_hash_units() */
	VEC(struct equiv_unit) units;
	VEC(struct equiv_mutant) mutants; /* as in the sample */
};

/*
 * Reads the last run of STORE. The caller gives RET to equiv_subject_deinit() in any case. ERROR_USAGE if the run has
 * variants of binaries, ERROR_UNUSABLE if it has no units.
 */
struct error *equiv_subject_load(struct store *store, struct equiv_subject *ret) MUST_CHECK;
/*
 * Chooses the mutants whose ids begin with one of IDS; if that is NULL, those that no test kills, or all if IS_ALL.
 * ERROR_USAGE if no id begins so, or one of IDS is empty.
 */
struct error *equiv_subject_choose(struct equiv_subject *subject, char *const *ids,
				   bool is_all) MUST_CHECK;
void equiv_subject_deinit(struct equiv_subject *subject);

/*
 * Returns a hash of all of TABLE but how its options were written, and what depends on that: -fopenmp adds others, which
 * a second compilation has twice.
 */
uint64_t equiv_subject_likeness(const struct site_table *table);
/* Returns the mutant with this key of the store; NULL: there is none. */
struct equiv_mutant *equiv_subject_find(struct equiv_subject *subject, int64_t key);
/* Returns the file of UNIT that MUTANT is in; NULL: UNIT has no such file. */
struct equiv_file *equiv_unit_file(const struct equiv_unit *unit,
				   const struct verify_mutant *mutant);

#endif
