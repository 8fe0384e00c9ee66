/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The writer's lock on DIRECTORY/lock. The process holds it until the descriptor is closed or the
 * process ends; children don't inherit it. A process must not lock the same directory twice: the
 * kernel would allow that. Nor may it open the file otherwise: any close of the file would drop the
 * lock.
 */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include "common/attr.h"
#include "common/error.h"

/*
 * Takes the lock. The caller closes *RET to release it. If the lock is taken, returns
 * ERROR_UNUSABLE with the pid of the holder.
 */
struct error *lock_acquire(const char *directory, int *ret) MUST_CHECK;

#endif
