/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Extras: the files that a mutated run names and its test without a mutant does not, or sees less
 * of. If one of them changes, the run may end differently, whatever happens to the code.
 */
#ifndef RUNNER_BASELINE_EXTRA_H
#define RUNNER_BASELINE_EXTRA_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "runner/baseline/footprint.h"
#include "runner/input/input.h"
#include "runner/input/named.h"
#include "runner/inventory/modules.h"
#include "store/store.h"

/* The extras of all runs; zero bytes: none. */
struct extras {
	struct named_sets named; /* sets that results name; their uses are enum trace_name_use */
	struct named_sets sets;	 /* sets of extras; their uses are enum input_use */
	struct slots found;	 /* hash of a test and a set of `named` → index in `hashes` */
	VEC(uint64_t) hashes;
};

struct extra_opts {
	const struct modules *modules;
	const char *private_dir; /* all below it belongs to remt */
	struct inputs *inputs;
};

/*
 * Returns the hash of a run's extras, a set in EXTRAS->sets; 0: not known. The run named the set
 * NAMED; its test has the number TEST and FOOTPRINT.
 */
uint64_t extras_find(struct extras *extras, const struct extra_opts *opts, uint32_t test,
		     const struct footprint *footprint, uint64_t named);
/* Returns the hash of the empty set. */
uint64_t extras_none(struct extras *extras);
/* Puts the set into STORE unless it is there; HASH 0: no set. */
struct error *extras_store(struct extras *extras, struct store *store, uint64_t hash) MUST_CHECK;
void extras_deinit(struct extras *extras);

/* Returns the first file of a set whose state has changed, owned by the caller; NULL: none. */
char *extra_find_changed(const struct store_extra *set, struct inputs *inputs);
/* True if OTHER shows all that USE shows. */
bool extra_is_covered(enum input_use use, enum input_use other);

#endif
