/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ctrl-C and its like (SIGINT, SIGTERM, SIGHUP): they set a flag, at which whatever runs looks, to
 * end in order.
 */
#ifndef CMD_CANCEL_H
#define CMD_CANCEL_H

#include <signal.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Catches the signals from now on, but for those that the process ignores. *RET is the number of
 * the signal that asked for the end; 0: none did.
 *
 * The number is shared with the children that trace tests, because a signal may be sent to this
 * process alone.
 */
struct error *cancel_catch(const volatile sig_atomic_t **ret) MUST_CHECK;

#endif
