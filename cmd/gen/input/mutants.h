/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mutants of a program that `remt gen` is to kill.
 *
 *	gen_mutants_find()
 *	gen_mutant_write()	the program with one of them on
 *	gen_mutants_deinit()
 */
#ifndef CMD_GEN_INPUT_MUTANTS_H
#define CMD_GEN_INPUT_MUTANTS_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "runner/inventory/inventory.h"

/* Which mutants the user wants. */
struct gen_mutant_choice {
	VEC(const char *) ids; /* beginnings of ids, each of one mutant; borrowed */
	bool has_all;	       /* all that the program has */
	/* those that survived the last run of a store, and those that no test reached, but for proven equivalent ones */
	bool has_survivors;
	const char *store; /* its directory; NULL: the one that remt finds */
};

struct gen_mutant {
	const struct inventory_mutant *row; /* borrowed from the inventory */
	char id[INVENTORY_ID_DIGITS + 1];
	struct remt_switch *on; /* NR_ON of them */
	uint32_t nr_on;
	bool is_changed; /* the run before the store's last one did not have it: it lies in changed code */
};

struct gen_mutants {
	struct inventory inventory;
	VEC(struct gen_mutant) items; /* by file, line and column */
	size_t nr_absent;	      /* survivors of the store that the program does not have */
	size_t nr_proven;	      /* survivors that it has, and that are proven equivalent */
	VEC(const struct inventory_mutant *) proven; /* these */
	bool has_survivors; /* of a store; else mutants that the user chose */
};

/* True if CHOICE has any mutants. */
bool gen_mutants_are_wanted(const struct gen_mutant_choice *choice);

/*
 * Finds the mutants of CHOICE in PROGRAM, which NAME is the user's name of. Call gen_mutants_deinit() in any case.
 * ERROR_USAGE: no mutant has an id, or several have; ERROR_UNUSABLE: the program has no mutants, or none of these, or a
 * file can't be read.
 */
struct error *gen_mutants_find(const struct gen_mutant_choice *choice, const char *program,
			       const char *name, struct gen_mutants *ret) MUST_CHECK;

/*
 * Writes PROGRAM with MUTANT on, NULL: with none, in place of the file PATH. ERROR_UNUSABLE: the mutant needs the
 * run-time, or the file can't be written.
 */
struct error *gen_mutant_write(const char *program, const struct gen_mutant *mutant,
			       const char *path) MUST_CHECK;

void gen_mutants_deinit(struct gen_mutants *mutants);

#endif
