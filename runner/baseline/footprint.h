/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The footprint of a test: which files its traced run used. Anything else can change without an
 * effect on the test.
 */
#ifndef RUNNER_BASELINE_FOOTPRINT_H
#define RUNNER_BASELINE_FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/vec.h"
#include "runner/input/input.h"
#include "runner/inventory/modules.h"

struct baseline_traced;
struct coverage;

struct footprint_name {
	char *path; /* absolute; owned */
	enum input_use use;
};

struct footprint {
	VEC(const struct module *) modules; /* loaded by its processes, each once */
	VEC(struct footprint_name) names;
	uint32_t nr_processes; /* that had loaded some of these */
	bool was_killed;       /* a signal ended one of them, at a place that nothing tells */
	bool is_whole;	       /* no other file was named */
};

/*
 * Notes what TRACED tells, and what COVERAGE tells of process images that an exec replaced.
 * PRIVATE_DIR belongs to remt, RUNTIME is its library: neither is an input. Nor are files that the
 * kernel makes up (/proc, /sys, /dev) or that the test itself makes.
 */
void footprint_note(struct footprint *footprint, const struct modules *modules,
		    const struct baseline_traced *traced, const struct coverage *coverage,
		    const char *private_dir, const char *runtime);
void footprint_deinit(struct footprint *footprint);

#endif
