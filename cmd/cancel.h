/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C and its like: what runs looks at a flag, and ends in order. */
#ifndef CMD_CANCEL_H
#define CMD_CANCEL_H

#include <signal.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * From now on *RET tells the number of the signal that asked for the end; 0: none did.  It is
 * shared with the children that trace tests, because a signal may be sent to this process alone.
 */
struct error *cancel_catch(const volatile sig_atomic_t **ret) MUST_CHECK;

#endif
