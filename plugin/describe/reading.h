/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What text a unit is made of: all files that the preprocessor enters, and whether it says that lines are others. */
#ifndef PLUGIN_DESCRIBE_READING_H
#define PLUGIN_DESCRIBE_READING_H

#include "plugin/base/gcc.h"

/* Looks at the preprocessor from the start of the unit on. To be called in plugin_init(). */
void reading_register(const char *plugin_name);

/* Notes that a function has the assembler text TEXT. */
void reading_note_assembly(const char *text);

/*
 * Returns a hash of the bytes of all files, in the order in which they are entered; 0: not all of them are known.
 * HAS_ASSEMBLY: the unit has assembler text outside functions.
 */
unsigned long long reading_hash(bool has_assembly);

/* Returns the bits of enum remt_unit_flags that hold. To be called after reading_hash(). */
unsigned reading_flags(void);

#endif
