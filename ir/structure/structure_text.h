/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The structure of a function as text. A point is BLOCK:STATEMENT, where statements count from 0, or
 * BLOCK:end, BLOCK:phi, or entry. Of a block, "after" names the immediate dominator, "before" the
 * immediate post-dominator:
 *
 *   block 3: after 1 before end depends on 1->3 4->3
 *   n.4 is defined at 1:2, used at 3:0 4:phi(3) 4:end
 *   p.2 points to table @list heap#0 outside escaped
 *   3:1 reads *p.2:i32, written at entry 1:4 2:0
 *   block 3 asks, else: n >= 10
 *   block 3 asks: n < 10
 */
#ifndef IR_STRUCTURE_STRUCTURE_TEXT_H
#define IR_STRUCTURE_STRUCTURE_TEXT_H

#include "common/strbuf.h"
#include "ir/function.h"

void ir_structure_text(struct strbuf *out, const struct ir_function *function);

#endif
