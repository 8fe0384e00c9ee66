/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changes the meaning of the whole unit, though no function shows it. */
#ifndef PLUGIN_DESCRIBE_SEMANTICS_H
#define PLUGIN_DESCRIBE_SEMANTICS_H

#include "plugin/base/text.h"

/*
 * Returns the options that may change what the code does, in the order of the command line:
 * dialect, code generation, machine, optimisation. Options of paths, messages, debugging and
 * preprocessing are left out. malloc'ed.
 */
char *semantics_options(void);

/*
 * Returns what compiles the unit again (command_str in include/remt/sites.h): beside what semantics_options() has, the
 * options that choose headers, define macros and read the source, and those of remt itself. malloc'ed.
 */
char *semantics_command(void);

/* Hashes of all `asm` outside functions; 0: there is none. */
text_hashes semantics_assembly(void);

#endif
