/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The writer's lock: DIRECTORY/lock, held as long as the process lives and no
 * longer, not even by its children.  A process must not lock the same
 * directory twice: the kernel would let it.
 */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include "common/attr.h"
#include "common/error.h"

/* *RET: descriptor whose close releases the lock.  ERROR_UNUSABLE naming the holder's pid if it is
 * taken. */
struct error *lock_acquire(const char *directory, int *ret) MUST_CHECK;

#endif
