/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocks that are watched (remt/path.h): a path tells whether control came to them.
 *
 *	watch_read(getenv(REMT_PATH_WATCH_ENV))		before functions are translated
 *	watch_blocks(code)				as one is
 *	watch_is_complete()				after all were
 */
#ifndef EXPLORE_WATCH_H
#define EXPLORE_WATCH_H

#include "common/attr.h"
#include "common/error.h"
#include "explore/code.h"

#define WATCH_NONE UINT32_MAX

/* Reads the list PATH; NULL: nothing is watched. ERROR_UNUSABLE: it can't be read, or is none. */
struct error *watch_read(const char *path) MUST_CHECK;

/* Returns by block of CODE, whose IR was read, its number or WATCH_NONE; NULL: none is watched. It stays for ever. */
const uint32_t *watch_blocks(const struct code *code);

/*
 * Returns by block of CODE its immediate post-dominator, if it is seen and has several ways to go, or WATCH_NONE; NULL: none
 * is seen. It stays for ever.
 */
const uint32_t *watch_joins(const struct code *code);

/* Returns a hash of which files are loaded beside the program, and of their states. */
uint64_t watch_libraries(void);

/* False: control may come to a watched block without being evaluated. To be asked once. */
bool watch_is_complete(void);

#endif
