/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changes the meaning of a whole unit, though no function shows it. */
#ifndef PLUGIN_DESCRIBE_SEMANTICS_H
#define PLUGIN_DESCRIBE_SEMANTICS_H

#include "plugin/base/text.h"

/*
 * The compiler's options that may change what the code does, in the order of the command line:
 * dialect, code generation, machine, optimisation; not those of paths, messages, debugging and
 * preprocessing.  malloc'ed.
 */
char *semantics_options(void);

/* Hashes of all `asm` outside functions; 0: there is none. */
text_hashes semantics_assembly(void);

#endif
