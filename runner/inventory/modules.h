/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The modules: which files of the build carry mutants.  Programs count if the
 * suite executed them, shared libraries and loadable modules if they lie in the
 * build directory (a library is no argument of execve).  Objects are
 * looked at only to name those that were built without the plugin.
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
	const struct subject *subject; /* NULL: the file has site tables itself; borrowed */
	VEC(uint64_t) units;	       /* uids of those with sites, sorted; after modules_read() */
};

struct modules {
	VEC(struct module) modules; /* with a site table, or subjects, in order of discovery */
	VEC(char *) plain_programs; /* executed files of the build directory without one; owned */
	VEC(char *)
	plain_objects;	     /* objects of C functions, of the build directory, without one, and
			      such members of archives, "libx.a(x.o)"; owned */
	size_t nr_objects;   /* objects with one */
	VEC(char *) folders; /* of the build directory, in which all that was found; owned */
};

/* Adds a compiled file; all of them are added before any other. */
void modules_add_subject(struct modules *modules, const struct subject *subject);
/* Adds the programs that TRACE executed; zero bytes are a valid empty RET. */
void modules_add_trace(struct modules *modules, const struct trace *trace, const char *build_dir);
/* Adds the shared libraries that lie in BUILD_DIR, if WITH_PROGRAMS also all programs, and looks at
 * its objects. */
void modules_add_build(struct modules *modules, const char *build_dir, bool with_programs);
/* NULL: PATH is not among them. */
const struct module *modules_lookup(const struct modules *modules, const char *path);
void modules_deinit(struct modules *modules);

/*
 * Directory of the project's sources, owned by the caller: the folder common
 * to the main sources of all units, or the highest above it that still looks like part
 * of a project (configure, Makefile, CMakeLists.txt, meson.build …), up to a work tree of git.
 */
struct error *modules_find_root(const struct modules *modules, const char *build_dir,
				char **ret) MUST_CHECK;

/* Reads the tables of MODULE; RET is to be given to site_tables_deinit() unless it is a subject. */
struct error *module_tables(const struct module *module, struct site_tables *ret) MUST_CHECK;

/* Reads the site tables of all modules into INVENTORY, which was initialised. */
struct error *modules_read(struct modules *modules, struct inventory *inventory) MUST_CHECK;

/* After modules_read(). */
bool module_has_unit(const struct module *module, uint64_t uid);
/* True if one of the instances of MUTANT is in MODULE. */
bool module_has_mutant(const struct module *module, const struct inventory *inventory,
		       const struct inventory_mutant *mutant);

#endif
