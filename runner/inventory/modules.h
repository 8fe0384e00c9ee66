/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The modules: the files of the build that carry mutants. Programs count if the suite executed
 * them. Shared libraries and loadable modules count if they lie in the build directory, as no
 * execve names a library. Objects are only looked at to name those that were built without the
 * plugin.
 */
#ifndef RUNNER_INVENTORY_MODULES_H
#define RUNNER_INVENTORY_MODULES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/subject/subject.h"
#include "runner/inventory/inventory.h"
#include "runner/trace/trace.h"

struct module {
	char *path; /* absolute, links resolved; owned */
	enum inventory_module kind;
	const struct subject *subject; /* NULL: the file itself has site tables; borrowed */
	VEC(uint64_t) units;	       /* uids of units with sites, sorted; set by modules_read() */
};

struct modules {
	VEC(struct module) modules; /* files with a table, and subjects, as discovered */
	/* executed files of the build directory without a table; owned */
	VEC(char *) plain_programs;
	/*
	 * Objects of C functions without a table, in the build directory or in archives there
	 * ("libx.a(x.o)"); owned.
	 */
	VEC(char *) plain_objects;
	size_t nr_objects;   /* objects with a table */
	VEC(char *) folders; /* folders of the build directory that were searched; owned */
};

/* Adds a compiled file. All of these are added before any other module. */
void modules_add_subject(struct modules *modules, const struct subject *subject);
/* Adds the programs that TRACE executed. MODULES may begin as zero bytes. */
void modules_add_trace(struct modules *modules, const struct trace *trace, const char *build_dir);
/*
 * Adds the shared libraries in BUILD_DIR and, if WITH_PROGRAMS, all programs there; notes its
 * objects.
 */
void modules_add_build(struct modules *modules, const char *build_dir, bool with_programs);
/* Returns NULL if PATH is no module. */
const struct module *modules_lookup(const struct modules *modules, const char *path);
void modules_deinit(struct modules *modules);

/*
 * Returns the directory of the project's sources, owned by the caller. That is the folder common to
 * the main sources of all units or, up to a work tree of git, the highest above it that still looks
 * like part of a project (configure, Makefile, CMakeLists.txt, meson.build …).
 */
struct error *modules_find_root(const struct modules *modules, const char *build_dir,
				char **ret) MUST_CHECK;

/* Reads the tables of MODULE. RET is for site_tables_deinit(), unless MODULE is a subject. */
struct error *module_tables(const struct module *module, struct site_tables *ret) MUST_CHECK;

/* Reads the site tables of all modules into INVENTORY, which was initialised. */
struct error *modules_read(struct modules *modules, struct inventory *inventory) MUST_CHECK;

/* Valid after modules_read(). */
bool module_has_unit(const struct module *module, uint64_t uid);
/* True if MODULE contains an instance of MUTANT. */
bool module_has_mutant(const struct module *module, const struct inventory *inventory,
		       const struct inventory_mutant *mutant);

#endif
