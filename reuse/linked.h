/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the linker made of one version of a module, as its facts (sites/resolution.h) and the tables
 * of its units tell. */
#ifndef REUSE_LINKED_H
#define REUSE_LINKED_H

#include "common/attr.h"
#include "reuse/snapshot.h"

/* An input of the linker. */
struct linked_input {
	uint32_t unit; /* PROGRAM_NONE: a file without one */
	uint64_t file; /* hash of its name, then */
};

/* A name that others can see. */
struct linked_export {
	char *name; /* owned */
	uint64_t how;
};

/* A public name that a unit defines. */
struct linked_definition {
	uint32_t name, unit;
	uint32_t place; /* index in linked.inputs */
};

struct linked {
	const struct program *program;
	const struct snapshot_module *module;
	VEC(struct linked_input) inputs;	   /* in the order of the linker */
	VEC(struct linked_export) exports;	   /* by name */
	VEC(struct linked_definition) definitions; /* by name and place */
	bool has_files;				   /* some inputs have no unit */
};

/* SNAPSHOT has MODULE, and outlives RET. */
void linked_read(struct linked *ret, const struct snapshot *snapshot,
		 const struct snapshot_module *module);
void linked_deinit(struct linked *linked);

/* The definitions of NAME, of which *RET_COUNT are there; NULL: none. */
const struct linked_definition *linked_find_definitions(const struct linked *linked, uint32_t name,
							size_t *ret_count);
/* True if a unit defines the public NAME. */
bool linked_defines(const struct linked *linked, const char *name);

#endif
