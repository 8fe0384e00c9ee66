/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ctrl-C and the like (SIGINT, SIGTERM, SIGHUP) set a number. Whatever runs looks at it and ends in
 * order.
 */
#ifndef CMD_CANCEL_H
#define CMD_CANCEL_H

#include <signal.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Catches SIGINT, SIGTERM and SIGHUP from now on, except those that the process ignores. *RET is
 * the signal that asked for the end; 0: none did.
 *
 * The number is shared with the children that trace tests, as a signal may be sent to this process
 * alone.
 */
struct error *cancel_catch(const volatile sig_atomic_t **ret) MUST_CHECK;
/* Catches SIGPIPE in the same way; after cancel_catch(). */
void cancel_catch_pipe(void);
/* Ends the process by SIGPIPE, as it would have ended uncaught, if that is what was caught. */
void cancel_end_by_pipe(void);

#endif
