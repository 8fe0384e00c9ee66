/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the caller left to the program and would disturb it: descriptors and signals. */
#ifndef CMD_STARTUP_H
#define CMD_STARTUP_H

/*
 * Where descriptor 0, 1 or 2 is closed, puts one by which nothing can be read or written: else the
 * next file that is opened would take the messages. No signal is blocked, the end of children is
 * told, and a file that grows too large (ulimit -f) is an error, not a death by SIGXFSZ.
 */
void startup_prepare(void);

#endif
