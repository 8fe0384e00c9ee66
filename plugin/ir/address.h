/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the symbols of the IR lie: `.remt.ir.at` and `.line.remt.ir.at` (remt/ir.h), which the linker fills in. */
#ifndef PLUGIN_IR_ADDRESS_H
#define PLUGIN_IR_ADDRESS_H

#include "plugin/base/gcc.h"

/*
 * The IR needs the address of DECL, a function or a variable that lives as long as the program. Of a static one that
 * optimised code can do without, the compiler would write nothing.
 */
void address_need(tree decl);

/*
 * Returns the declaration whose address the IR has for DECL: DECL itself, or a new constant of the same value
 * if the compiler may write DECL by another name or not at all.
 */
tree address_holder(tree decl);

/* Keeps SYMBOLS, those of the IR of the unit UID, until the compiler knows which it writes. */
void addresses_keep(unsigned long long uid, const vec<tree> &symbols);

/* Writes the section at the end of the unit. */
void addresses_register(const char *plugin_name);

#endif
