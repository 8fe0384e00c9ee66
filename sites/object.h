/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Objects before they are linked: was the plugin there when they were compiled? The plugin gives
 * each unit of C a site table, even if the table has no mutants. So an object that has functions
 * but no table was compiled without the plugin.
 *
 * Slim objects (-flto) contain no code yet, but they contain the options that they were compiled
 * with.
 */
#ifndef SITES_OBJECT_H
#define SITES_OBJECT_H

#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

enum object_kind {
	/*
	 * The file is no object, is of another language, or contains nothing that is known to be a
	 * function.
	 */
	OBJECT_OTHER,
	OBJECT_PLAIN,	/* functions of C, compiled without the plugin */
	OBJECT_MUTATED, /* compiled with the plugin */
};

/* NAME is "x.o" or "libx.a(x.o)", and is valid during the call only. */
typedef void object_each_fn(void *arg, const char *name, enum object_kind kind);

/*
 * Calls EACH for the object PATH, or for the members of the archive PATH. Errors are not reported:
 * a damaged file is read as far as it is whole.
 */
void object_each(const char *path, object_each_fn *each, void *arg);

#endif
