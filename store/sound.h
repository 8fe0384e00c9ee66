/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens databases that may be damaged, or were made by an earlier remt. */
#ifndef STORE_SOUND_H
#define STORE_SOUND_H

#include "common/attr.h"
#include "common/error.h"
#include "store/migrate.h"

/*
 * Opens PATH as a database of LAYOUT. *RET and *RET_DAMAGE are NULL before the call. For reading, a
 * damaged log is an error here, and a damaged page is an error when it is read. For writing, all
 * pages are checked, and what can't be trusted is dropped (store/salvage.h): then *RET_DAMAGE says
 * what was lost, and the caller frees it. A database without sums gets them.
 */
struct error *sound_open(const char *path, enum db_mode mode, const struct layout *layout,
			 struct db **ret, char **ret_damage) MUST_CHECK;

#endif
