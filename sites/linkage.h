/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the loader and other files see of a linked file. */
#ifndef SITES_LINKAGE_H
#define SITES_LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Hashes what decides how PATH, a program or shared library, is loaded: its type, its loader, its
 * own name, the libraries that it needs and those that it filters, where they are looked for, and its
 * flags. Addresses and sizes are not in the hash.
 */
struct error *linkage_read(const char *path, uint64_t *ret) MUST_CHECK;

/* Calls EACH for the libraries that PATH is to be loaded with: "libm.so.6". A static program has none. */
typedef void linkage_library_fn(void *arg, const char *name);
struct error *linkage_each_library(const char *path, linkage_library_fn *each,
				   void *arg) MUST_CHECK;

typedef void linkage_name_fn(void *arg, const char *name, bool is_defined);

/*
 * Calls EACH for the names of all dynamic symbols of PATH: those that it defines for other files
 * and those that it expects of them. A file without such symbols gives no call.
 */
struct error *linkage_each_name(const char *path, linkage_name_fn *each, void *arg) MUST_CHECK;

#endif
