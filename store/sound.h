/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens databases that may be damaged, or were made by an earlier remt. */
#ifndef STORE_SOUND_H
#define STORE_SOUND_H

#include "common/attr.h"
#include "common/error.h"
#include "store/migrate.h"

/*
 * Opens PATH as a database of LAYOUT. For reading, a damaged log is an error here, and a damaged
 * page is one of whoever reads it. For writing, all pages are checked, and what can't be trusted is
 * dropped (store/salvage.h): *RET_DAMAGE, which the caller frees, tells it, or is NULL. A database
 * without sums gets them.
 */
struct error *sound_open(const char *path, enum db_mode mode, const struct layout *layout,
			 struct db **ret, char **ret_damage) MUST_CHECK;

#endif
