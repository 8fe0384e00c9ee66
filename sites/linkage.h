/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the loader treats a linked file. */
#ifndef SITES_LINKAGE_H
#define SITES_LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

/* Hash of the libraries that the program or shared library PATH needs, where they are looked for,
 * its loader and flags. */
struct error *linkage_read(const char *path, uint64_t *ret) MUST_CHECK;

typedef void linkage_name_fn(void *arg, const char *name, bool is_defined);

/* Calls EACH for all names that the shared library PATH, if it is one, gives to others or expects
 * of them. */
struct error *linkage_each_name(const char *path, linkage_name_fn *each, void *arg) MUST_CHECK;

#endif
