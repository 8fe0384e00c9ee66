/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run, as its store tells it: all but the verdicts, which stay there. */
#ifndef REUSE_SNAPSHOT_H
#define REUSE_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/slots.h"
#include "common/vec.h"
#include "reuse/trail.h"
#include "runner/input.h"
#include "runner/named.h"
#include "runner/test.h"
#include "runner/version.h"
#include "store/store.h"

/* Named value of a run. */
#define SNAPSHOT_CHANGED_EXTRAS "changed-extras"

struct snapshot_input {
	char *path;
	enum input_use use;
	uint64_t state;
};

struct snapshot_test {
	int64_t key;
	struct test test;
	bool is_usable; /* it takes part, and all that it did is known */
	bool has_changing_output;
	enum store_oracle oracle;
	uint64_t output_hash;
	uint64_t entered; /* trail of the unmutated runs; 0: it changes, or is not known */
	uint64_t limits;  /* allowance_identity(); 0: not known */
	uint32_t nr_processes;
	bool was_killed;		   /* one of these ended by a signal */
	VEC(uint32_t) modules;		   /* numbers, ascending */
	VEC(struct store_reached) reached; /* `first` is 0 throughout if the order changes */
	VEC(struct snapshot_input) inputs;
};

struct snapshot_module {
	char *path;
	uint64_t linkage;
	char *foreign;	  /* code that its units don't have; "": none */
	uint64_t content; /* hash of that; 0: not known */
	char *resolution; /* sites/resolution.h */
};

struct snapshot {
	struct store *store;  /* borrowed: its current run */
	struct store_run run; /* texts are the store's */
	struct version version;
	VEC(struct snapshot_test) tests;
	VEC(struct snapshot_module) modules;  /* by number */
	VEC(struct store_instance) instances; /* by unit, site, alternative */
	struct slots mutants;		      /* by key: index in nr_instances */
	VEC(uint32_t) nr_instances;
	struct trails trails;
	struct named_sets extras; /* files that mutated runs named beyond their tests' */
	char *changed_extras; /* of these, lines of those that made it run cells; NULL */
	char *conditions; /* what its verdicts depend on beside tests and code, as a hash; NULL */
	char *surroundings; /* what of these tests inherit (runner/surroundings.h); NULL */
};

/* RET is to be given to snapshot_deinit() in any case. ERROR_UNUSABLE if the run can't be a base.
 */
struct error *snapshot_read(struct store *store, struct names *names,
			    struct snapshot *ret) MUST_CHECK;
void snapshot_deinit(struct snapshot *snapshot);

/* Instances of the mutant KEY. */
uint32_t snapshot_count_instances(const struct snapshot *snapshot, int64_t key);
/* NULL: no such test. */
const struct snapshot_test *snapshot_find_test(const struct snapshot *snapshot, const char *name);
/* Key of the mutant that is there; 0: none. */
int64_t snapshot_find_mutant(const struct snapshot *snapshot, uint64_t uid, uint32_t site,
			     uint32_t alternative);

#endif
