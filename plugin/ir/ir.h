/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The IR of the unit (remt/ir.h): functions are added, the end writes it. */
#ifndef PLUGIN_IR_IR_H
#define PLUGIN_IR_IR_H

#include "plugin/base/gcc.h"

/* Adds the current function, whose marks are there and whose sites are numbered. */
void ir_add_function(void);

/* Appends the IR to the assembly, for the unit UID, and drops what was gathered. */
void ir_emit(unsigned long long uid);

#endif
