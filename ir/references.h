/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which symbols a function refers to, itself or through functions of its unit that it calls. */
#ifndef IR_REFERENCES_H
#define IR_REFERENCES_H

#include "ir/function.h"

/*
 * Sets USED, of the symbols of UNIT, for those that ENTRY refers to. Of functions of other units, which may refer to more,
 * nothing is known. *RET: each body was told, and no function is called by a pointer.
 */
struct error *ir_references_find(const struct ir_unit *unit, const struct ir_entry *entry,
				 bool *used, bool *ret) MUST_CHECK;

#endif
