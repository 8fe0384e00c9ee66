/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repairs what the caller has left to the program and would disturb it: descriptors and signals. */
#ifndef CMD_STARTUP_H
#define CMD_STARTUP_H

/*
 * Opens descriptors 0, 1 and 2 that are closed, so that nothing can be read or written there: else
 * the next opened file would get the messages. Unblocks all signals, makes children's ends known,
 * and makes a file that grows too large (ulimit -f) an error instead of a death by SIGXFSZ.
 */
void startup_prepare(void);

#endif
