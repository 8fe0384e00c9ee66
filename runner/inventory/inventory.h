/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The inventory: every mutant of the source once, however many objects contain it, and the places
 * of the compiled program where it sits.
 *
 *   1. inventory_init()
 *   2. inventory_add_tables()  for each instrumented file of the build
 *   3. inventory_finish()      drops what is left out, sorts, numbers
 *   4. use                     read-only from here on
 *   5. inventory_deinit()
 *
 * A mutant is identified by path relative to the project root, range, operator and replacement; in
 * binaries, by its variant (rewriter/variant/variant.h). Its id is made of these alone, so it is
 * the same at every -O level, in every build directory and in every run over the same source.
 *
 * A *place* is a set of sites that belong to the same mutants. All mutants of a place are reached
 * alike, so coverage is kept per place.
 */
#ifndef RUNNER_INVENTORY_INVENTORY_H
#define RUNNER_INVENTORY_INVENTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/intern.h"
#include "common/slots.h"
#include "common/vec.h"
#include "remt/session.h"
#include "sites/table.h"

#define INVENTORY_ID_DIGITS 12

/* The kind of file in which a unit was found. */
enum inventory_module {
	INVENTORY_PROGRAM = 1, /* executed by the suite */
	INVENTORY_LIBRARY = 2, /* shared library or loadable module */
	/* library in which all sources are called tests: a framework */
	INVENTORY_TEST_LIBRARY = 4,
};

struct inventory_unit {
	uint64_t uid;
	uint32_t nr_sites;
	uint32_t first_site; /* number of its site 0 over all units */
	const char *input;   /* main source file, as inventory_path() returns it */
	unsigned modules;    /* enum inventory_module, or-ed */
	bool is_test;	     /* belongs to the tests, not to the program (after finish) */
};

/* Where a mutant sits in the compiled program. */
struct inventory_instance {
	uint32_t unit; /* index */
	uint32_t site;
	uint32_t function; /* index into the unit's function flags */
	uint32_t alternative;
	uint32_t next; /* before finish: next instance of the same mutant + 1; 0: none */
};

/*
 * A layout switch (REMT_MUTANT_LAYOUT). Its alternative N takes an address as if the object lay N
 * bytes further.
 */
struct inventory_layout {
	uint32_t unit; /* index */
	uint32_t site;
	uint32_t function; /* index into the unit's function flags */
	uint32_t nr_shifts;
};

struct inventory_mutant {
	uint64_t id; /* the first INVENTORY_ID_DIGITS hex digits are shown */
	const char *file, *function, *op, *replacement, *description;
	uint32_t line, column, end_line, end_column; /* range that `replacement` replaces */
	/* range of the construct */
	uint32_t site_line, site_column, site_end_line, site_end_column;
	uint64_t line_hash;
	uint32_t flags; /* enum remt_mutant_flags */
	uint32_t first_instance, nr_instances;
	uint32_t place;
};

struct inventory_place {
	uint32_t first_mutant, nr_mutants; /* neighbours in the order of mutants */
};

struct inventory_file {
	const char *path;     /* as inventory_path() returns it */
	const char *absolute; /* path on the disk */
	uint64_t hash;	      /* hash of its bytes when the objects were built */
	bool is_changed;      /* the bytes on the disk differ now */
	bool is_conflicting;  /* two objects were built from different versions of it */
	bool is_test;	      /* belongs to the tests (after finish) */
	uint32_t folded, macro, shape, user; /* number of skipped constructs by reason */
};

struct inventory_skip {
	uint32_t file, line, column, reason;
};

/* The wanted mutants; zero bytes: all but those of the tests' own code. */
struct inventory_filter {
	bool mutate_tests;
	char **include;	  /* globs over paths; NULL: all */
	char **exclude;	  /* globs over paths; NULL: none */
	char **functions; /* globs over function names; NULL: all */
	/* Decides about an operator such as "ORRN:<:<="; NULL: all are wanted. */
	bool (*wants_operator)(void *arg, const char *op);
	void *operator_arg;
	const char *mutant; /* start of the id of the only wanted mutant; NULL: all */
	uint32_t sample;    /* number of mutants to keep, chosen by `seed`; 0: all */
	uint32_t per_group; /* least number of each operator group in a sample */
	uint64_t seed;
};

struct inventory {
	char *root;	 /* absolute, without final slash */
	char *build_dir; /* absolute; paths in it but outside root are relative to it */
	VEC(struct inventory_unit) units;
	VEC(struct inventory_mutant) mutants;
	VEC(struct inventory_instance) instances;
	VEC(struct inventory_place) places;
	/* after finish: without those of the tests' units */
	VEC(struct inventory_layout) layouts;
	VEC(struct inventory_file) files;
	VEC(struct inventory_skip) skips; /* emptied by finish */
	uint32_t nr_sites;		  /* over all units */
	uint32_t nr_left_out_tests;	  /* mutants dropped because only test code has them */
	uint32_t nr_left_out_filter;	  /* mutants dropped by the filter */
	uint32_t nr_left_out_sample;	  /* mutants dropped because they are not in the sample */
	const char *compiler, *preset;	  /* those of the first unit; "": no unit */
	bool is_mixed_compiler, is_mixed_preset; /* other units have others */
	struct intern *strings;			 /* owns all names and texts */
	/* By uid, by the shown part of the id, by the address of the path. */
	struct slots unit_slots, mutant_slots, file_slots;
};

void inventory_init(struct inventory *inventory, const char *root, const char *build_dir);
void inventory_deinit(struct inventory *inventory);

/* Adds the units of one file. A known unit only gains the kind of module. */
struct error *inventory_add_tables(struct inventory *inventory, const struct site_tables *tables,
				   enum inventory_module module) MUST_CHECK;
/* Adds the unit of a compiled file, whose mutants have the IDS of its variants. */
struct error *inventory_add_subject(struct inventory *inventory, const struct site_table *table,
				    const uint64_t *ids, enum inventory_module module) MUST_CHECK;

void inventory_finish(struct inventory *inventory, const struct inventory_filter *filter);

/* Returns NULL if there is no such unit. */
const struct inventory_unit *inventory_find_unit(const struct inventory *inventory, uint64_t uid);

/*
 * Returns PATH, seen from DIRECTORY, as it is stored: relative to the root, else to the build
 * directory, else absolute.
 */
char *inventory_path(const struct inventory *inventory, const char *directory,
		     const char *path) RETURNS_NONNULL MUST_CHECK;

/*
 * True if the name or a folder says that the file is a test's: "tests/x.c", "test_x.c", "x-test.c",
 * "check_x.c".
 */
bool inventory_is_test_path(const char *path);

/* Writes the digits of the id and NUL. */
void inventory_id_text(uint64_t id, char ret[INVENTORY_ID_DIGITS + 1]);

/* Fills RET with the switches of MUTANT; false if there are more than MAX. */
bool inventory_switches(const struct inventory *inventory, const struct inventory_mutant *mutant,
			struct remt_switch *ret, uint32_t max, uint32_t *ret_count);

/*
 * Fills RET, with room for `layouts.count`, with the switches by which all objects lie SHIFT bytes
 * further; returns their number.
 */
uint32_t inventory_shift(const struct inventory *inventory, uint32_t shift,
			 struct remt_switch *ret);

#endif
