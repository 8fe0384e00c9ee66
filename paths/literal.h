/* SPDX-License-Identifier: GPL-3.0-or-later */
/* String literals of a program that is about to begin (-fplugin-arg-remt-literals). */
#ifndef PATHS_LITERAL_H
#define PATHS_LITERAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/attr.h"
#include "paths/command.h"

/* In a child that is to execute its program next, and to be changed by literals_write() then. False: it can't be. */
bool literals_ask(void) MUST_CHECK;

/*
 * Waits until the child PID, which called literals_ask(), has executed its program, puts the literals of COMMAND in
 * place as VERSION of it has them, and lets it go on. False: that was not possible, and PID goes on in no way,
 * but is to be killed and waited for. A child that ended instead stays to be waited for, and counts as
 * true.
 */
bool literals_write(pid_t pid, const struct command *command, unsigned version) MUST_CHECK;

#endif
