/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A linked module of one version: what the linker made of its units, as told by its facts
 * (sites/resolution.h), such as
 *
 *	unit 7f2a91c3d05be864
 *	file crt1.o
 *	export f 18:0:0
 *
 * and by the site tables of its units.
 *
 *	linked_read()
 *	linked_find_definitions(), linked_defines()
 *	linked_deinit()
 */
#ifndef REUSE_LINKED_H
#define REUSE_LINKED_H

#include "common/attr.h"
#include "reuse/stored_run.h"

/* An input of the linker: a unit, or a file without one. */
struct linked_input {
	uint32_t unit; /* number of the unit; PROGRAM_NONE: a file without a unit */
	uint64_t file; /* hash of the file's name, if it has no unit; else 0 */
};

/* A name that other modules can see. */
struct linked_export {
	char *name;   /* owned */
	uint64_t how; /* hash of how they see it */
};

/* A definition of a public name by a unit. */
struct linked_definition {
	uint32_t name, unit;
	uint32_t place; /* index of the unit in linked.inputs */
};

struct linked {
	const struct program *program;
	const struct stored_module *module;
	VEC(struct linked_input) inputs;	   /* in the order in which they were linked */
	VEC(struct linked_export) exports;	   /* in the order of their names */
	VEC(struct linked_definition) definitions; /* in the order of name and place */
	bool has_files;				   /* Some inputs have no unit. */
};

/*
 * Reads MODULE, which belongs to the stored run. Both must outlive RET. The caller gives RET to
 * linked_deinit().
 */
void linked_read(struct linked *ret, const struct stored_run *stored_run,
		 const struct stored_module *module);
void linked_deinit(struct linked *linked);

/* Returns the definitions of NAME, and their number in *RET_COUNT; NULL if there are none. */
const struct linked_definition *linked_find_definitions(const struct linked *linked, uint32_t name,
							size_t *ret_count);
/* True if a unit of the module defines the public NAME. */
bool linked_defines(const struct linked *linked, const char *name);

#endif
