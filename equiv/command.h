/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a unit is compiled again: its options, as the plugin noted them (command_str in include/remt/sites.h).
 *
 *	"c\n-I\ninclude\n-D\nNDEBUG\n-O2\n-fplugin-arg-remt-preset=all\n"
 *
 * Objects and stores come from anywhere, and some options of GCC execute programs or write files. So an option is
 * passed on only if it has one of the forms in equiv/command.c, which do neither. The unit is refused otherwise.
 */
#ifndef EQUIV_COMMAND_H
#define EQUIV_COMMAND_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

struct equiv_command {
	char **words;	/* options for GCC, each one word; NULL-terminated; owned */
	char **plugins; /* those of remt's own plugin; the same */
	/* Link-time optimisation is on: the object is not yet what the program does. */
	bool is_lto;
};

/*
 * Reads TEXT. ERROR_UNUSABLE if TEXT is "", or has an option that is not passed on. The caller gives *RET to
 * equiv_command_deinit().
 */
struct error *equiv_command_read(const char *text, struct equiv_command *ret) MUST_CHECK;
void equiv_command_deinit(struct equiv_command *command);

/*
 * True if COMMAND has each option of OTHER and no others, but for those in MORE, which ends with NULL. How often and in
 * which order does not count.
 */
bool equiv_command_is_like(const struct equiv_command *command, const struct equiv_command *other,
			   const char *const *more);

/*
 * ERROR_UNUSABLE if the compiler could take INPUT, the name of a source file, for something else: an option, or a file
 * with options.
 */
struct error *equiv_command_check_input(const char *input) MUST_CHECK;

#endif
