/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stored run: everything that its store tells of it except the verdicts, which stay in the store.
 *
 * 	stored_run_read()
 * 	stored_run_find_test(), stored_run_find_mutant(), stored_run_count_instances()
 * 	stored_run_deinit()
 */
#ifndef REUSE_STORED_RUN_H
#define REUSE_STORED_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/slots.h"
#include "common/vec.h"
#include "reuse/resolved_set.h"
#include "runner/input/input.h"
#include "runner/input/named.h"
#include "runner/inventory/version.h"
#include "runner/test/test.h"
#include "store/store.h"

/* A named value of a run, with the lines of stored_run.changed_extras. */
#define SNAPSHOT_CHANGED_EXTRAS "changed-extras"

struct stored_input {
	char *path;
	enum input_use use;
	uint64_t state;
};

struct stored_test {
	int64_t key;
	struct test test;
	bool is_usable; /* The test takes part, and all that it did is known. */
	bool has_changing_output;
	enum store_oracle oracle;
	uint64_t output_hash;
	/*
	 * Hash of the functions that the unmutated runs entered; 0: it changes from run to run, or
	 * is not known.
	 */
	uint64_t entered;
	uint64_t limits; /* allowance_identity() of its limits; 0: not known */
	uint32_t nr_processes;
	bool was_killed;       /* One of the processes ended by a signal. */
	VEC(uint32_t) modules; /* indexes in stored_run.modules, ascending */
	/* sites that it reached; `first` is 0 throughout if the order changes */
	VEC(struct store_reached) reached;
	VEC(struct stored_input) inputs;
};

struct stored_module {
	char *path;
	uint64_t linkage;
	/* description of code that none of its units has; "": there is none; owned */
	char *foreign;
	uint64_t content; /* hash of that code; 0: not known */
	char *resolution; /* facts of sites/resolution.h; owned */
};

struct stored_run {
	struct store *store;  /* store whose current run this is; borrowed */
	struct store_run run; /* the run's row; the store owns the texts */
	struct version version;
	VEC(struct stored_test) tests;
	VEC(struct stored_module) modules;    /* by number of the module */
	VEC(struct store_instance) instances; /* in the order of unit, site, alternative */
	struct slots mutants;		      /* by key: index in nr_instances */
	VEC(uint32_t) nr_instances;	      /* by mutant: number of its instances */
	struct resolved_sets sets;
	struct named_sets extras; /* files that mutated runs named beyond their tests' */
	/* Those of the extras that had changed, so that cells were run, as lines; NULL: none. */
	char *changed_extras;
	/* Hash of what its verdicts depend on besides tests and code; NULL: not known. */
	char *conditions;
	/* What its tests inherit (runner/campaign/surroundings.h); NULL: not known. */
	char *surroundings;
};

/*
 * Reads the current run of STORE. The caller gives RET to stored_run_deinit() in any case.
 * ERROR_UNUSABLE if the run can't be a base.
 */
struct error *stored_run_read(struct store *store, struct names *names,
			      struct stored_run *ret) MUST_CHECK;
void stored_run_deinit(struct stored_run *stored_run);

/* Returns the number of instances of the mutant KEY. */
uint32_t stored_run_count_instances(const struct stored_run *stored_run, int64_t key);
/* Returns the test NAME; NULL if there is no such test. */
const struct stored_test *stored_run_find_test(const struct stored_run *stored_run,
					       const char *name);
/*
 * Returns the key of the mutant that has this alternative of a site of the unit UID; 0 if there is
 * none.
 */
int64_t stored_run_find_mutant(const struct stored_run *stored_run, uint64_t uid, uint32_t site,
			       uint32_t alternative);

#endif
