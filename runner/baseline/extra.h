/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Extras: the files that a mutated run names, and its test without a mutant does not, or sees less
 * of.  If one of them changes, the run may end otherwise, whatever happens to the code.
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

/* Of all runs; zero bytes are none. */
struct extras {
	struct named_sets named; /* that results name; uses are enum trace_name_use */
	struct named_sets sets;	 /* uses are enum input_use */
	struct slots found;	 /* by hash of test and set that results name: index in hashes */
	VEC(uint64_t) hashes;
};

struct extra_opts {
	const struct modules *modules;
	const char *private_dir; /* remt's own */
	struct inputs *inputs;
};

/* The hash of the extras, in EXTRAS->sets, of a run of the test with number TEST and FOOTPRINT,
 * which named NAMED; 0: they are not known. */
uint64_t extras_find(struct extras *extras, const struct extra_opts *opts, uint32_t test,
		     const struct footprint *footprint, uint64_t named);
/* The hash of no files. */
uint64_t extras_none(struct extras *extras);
/* Puts the set into STORE unless it is there; 0 is none. */
struct error *extras_store(struct extras *extras, struct store *store, uint64_t hash) MUST_CHECK;
void extras_deinit(struct extras *extras);

/* The first file in a set that is not what it was then; NULL: none; else owned by the caller. */
char *extra_find_changed(const struct store_extra *set, struct inputs *inputs);
/* True if all that can be seen by USE is seen by OTHER, too. */
bool extra_is_covered(enum input_use use, enum input_use other);

#endif
