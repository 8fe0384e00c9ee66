/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a linked file its site tables don't tell: how the loader is to treat it, and code that
 * was not built with remt. */
#ifndef SITES_LINKAGE_H
#define SITES_LINKAGE_H

#include <stdint.h>

#include "sites/table.h"

struct linkage {
	uint64_t hash; /* of the libraries that it needs, where they are looked for, its loader and
			  flags */
	char *foreign; /* a function or variable that is in none of the tables, nor GCC's own; "?"
			  if the symbols were stripped; NULL: there is none; owned */
};

/* Of PATH, a program or shared library with TABLES. */
struct error *linkage_read(const char *path, const struct site_tables *tables,
			   struct linkage *ret) MUST_CHECK;
/* Calls EACH for the names of all functions that the shared library PATH, if it is one, expects of
 * others. */
struct error *linkage_each_import(const char *path, void (*each)(void *arg, const char *name),
				  void *arg) MUST_CHECK;
void linkage_deinit(struct linkage *linkage);

#endif
