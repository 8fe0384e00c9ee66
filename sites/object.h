/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Objects, before they are linked: which of them the plugin saw when they were compiled.  It gives
 * each unit of C a site table, even where that has no mutants, so that one with functions and
 * without a table was compiled without it.
 *
 * Slim objects (-flto) hold no code yet, but the options that they were compiled with.
 */
#ifndef SITES_OBJECT_H
#define SITES_OBJECT_H

#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

enum object_kind {
	OBJECT_OTHER,	/* no object, of another language, or nothing that is known to be a function
			 */
	OBJECT_PLAIN,	/* functions of C, compiled without the plugin */
	OBJECT_MUTATED, /* compiled with it */
};

/* NAME is "x.o" or "libx.a(x.o)"; valid during the call only. */
typedef void object_each_fn(void *arg, const char *name, enum object_kind kind);

/* Calls EACH for the object PATH or the members of the archive PATH; as far as it is whole. */
void object_each(const char *path, object_each_fn *each, void *arg);

#endif
