/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include <stddef.h>

/* Returns the columns of the terminal FD; if it is none, or does not know them, those that COLUMNS says, or 80. */
size_t terminal_columns(int fd);

#endif
