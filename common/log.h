/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages for the person who asked with -v how remt came to its answer; on standard error. */
#ifndef COMMON_LOG_H
#define COMMON_LOG_H

#include "common/attr.h"

extern int log_level; /* 0: silent; each -v adds 1 */

/* Writes "remt: " and the message if log_level is at least LEVEL. */
void log_message(int level, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
