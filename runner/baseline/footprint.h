/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The footprint of a test: what its traced run had to do with the world. What is not in it can
 * change and leaves the test as it is.
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

enum { FOOTPRINT_MAX_INTERPRETER = 256 /* of the kernel, with all of the line */ };

struct footprint_name {
	char *path; /* absolute; owned */
	enum input_use use;
};

struct footprint {
	VEC(const struct module *) modules; /* that its processes had loaded, each once */
	VEC(struct footprint_name) names;
	uint32_t nr_processes; /* that had loaded some of these */
	bool was_killed;       /* one of them ended by a signal, at a place that nothing tells of */
	bool is_whole;	       /* nothing else was named */
};

/*
 * What TRACED tells, and COVERAGE of processes whose image was replaced by another one.
 * PRIVATE_DIR: directory that is remt's own, RUNTIME: its library; what the kernel makes up (/proc,
 * /sys, /dev) is no input either, nor are files that the test makes itself.
 */
void footprint_note(struct footprint *footprint, const struct modules *modules,
		    const struct baseline_traced *traced, const struct coverage *coverage,
		    const char *private_dir, const char *runtime);
/* The program that the kernel starts for the script PATH, which nobody names to it; false: it is
 * none. */
bool footprint_read_interpreter(const char *path, char ret[FOOTPRINT_MAX_INTERPRETER]);
void footprint_deinit(struct footprint *footprint);

#endif
