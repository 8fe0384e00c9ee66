/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt dump --ir`: prints what functions do. */
#ifndef CMD_DUMP_IR_H
#define CMD_DUMP_IR_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Prints the functions of all IR in PATH, each with its structure if HAS_STRUCTURE, then how many
 * there are and why some are missing. A damaged function is an error, and those behind it are not
 * printed.
 */
struct error *dump_ir(const char *path, bool has_structure) MUST_CHECK;

#endif
