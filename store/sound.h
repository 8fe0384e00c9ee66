/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens databases that may be damaged, or as earlier versions of remt made them. */
#ifndef STORE_SOUND_H
#define STORE_SOUND_H

#include "common/attr.h"
#include "common/error.h"
#include "store/migrate.h"

/*
 * Opens PATH as a database of LAYOUT.  For reading, a log that is damaged is an error; damaged
 * pages are errors of those that read them.  For writing, all pages are looked at, and what can't
 * be trusted is dropped (store/salvage.h): *RET_DAMAGE, owned by the caller, tells what, and is
 * NULL if there was nothing.  A database without sums gets them.
 */
struct error *sound_open(const char *path, enum db_mode mode, const struct layout *layout,
			 struct db **ret, char **ret_damage) MUST_CHECK;

#endif
