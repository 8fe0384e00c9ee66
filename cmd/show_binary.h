/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt show` of a mutant of a binary, which has no diff of a source. */
#ifndef CMD_SHOW_BINARY_H
#define CMD_SHOW_BINARY_H

#include "common/attr.h"
#include "common/error.h"
#include "store/store.h"

/*
 * Prints the instruction before and after the change and, if there is one, the line of the source
 * under ROOT that the instruction comes from.
 */
void show_binary_change(const char *root, const struct store_mutant *mutant);
/* Prints the command that makes a copy of the file with the mutant. */
struct error *show_binary_command(struct store *store,
				  const struct store_mutant *mutant) MUST_CHECK;

#endif
