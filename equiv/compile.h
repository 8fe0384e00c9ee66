/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiles units again, as they are or with an edit.
 *
 * The plain compiler is the one that remt was told; nothing that an object names is executed. It writes into one
 * directory of remt's only. Each compilation happens in namespaces of its own, in which the edited text is mounted over
 * the source: all names that the compiler sees stay what they were.
 */
#ifndef EQUIV_COMPILE_H
#define EQUIV_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "equiv/subject.h"

struct equiv_compiler {
	const char *cc;	     /* as in the variable CC of a build; the shell splits it */
	const char *plugin;  /* remt.so */
	const char *scratch; /* directory, absolute, outside the project */
	bool keeps_objects;  /* Mutants are compared with each other, too. */
	unsigned timeout_s;  /* limit of a compilation, in seconds of processor time */
};

enum equiv_way {
	EQUIV_OWN,    /* by the unit's own options */
	EQUIV_MARKED, /* by its own, with remt's plugin; DIRECTORY/reads: what it reads */
	EQUIV_DEBUG, /* the same with -g, by which the plugin notes more constructs that have no mutants */
	/*
	 * The same two with -Wformat, which no object tells: at -O0, GCC then adds blocks before loops (pass_warn_printf), so
	 * that sites come in another order, and jumps lead through these blocks. All ways of a unit that is known by one of
	 * these have the option (`is_warned`).
	 */
	EQUIV_WARNED,
	EQUIV_WARNED_DEBUG,
	EQUIV_READ, /* preprocessed only */
	/* with remt's plugin, which makes the copies that DIRECTORY/list names; DIRECTORY/list.codes: equiv/copies.h */
	EQUIV_COPIES,
};

enum equiv_end {
	EQUIV_COMPILED,
	EQUIV_REJECTED, /* for an error in the source */
	EQUIV_FAILED,	/* anything else: it was killed, or ran out of memory or time */
};

/*
 * In a child of contain_fork(), after contain_enter(): mounts SIZE bytes of TEXT over FILE, with the times of FILE, for
 * reading only.
 * DIRECTORY is the child's own in the scratch directory. ERROR_UNUSABLE if the compiler would see another file.
 */
struct error *equiv_compile_edit(const char *directory, const struct equiv_file *file,
				 const char *text, size_t size) MUST_CHECK;
/*
 * Compiles UNIT and writes to DIRECTORY/out, and what the compiler says to DIRECTORY/log. *RET: how that ended.
 */
struct error *equiv_compile(const struct equiv_compiler *compiler, const struct equiv_unit *unit,
			    enum equiv_way way, const char *directory,
			    enum equiv_end *ret) MUST_CHECK;

/* Options of each compilation that come behind the unit's own; they end with NULL. */
extern const char *const equiv_compile_always[];

/* Returns the unit's options as they are passed, quoted for the shell; owned by the caller. */
char *equiv_compile_flags(const struct equiv_unit *unit) RETURNS_NONNULL MUST_CHECK;

#endif
