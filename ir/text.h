/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions as text, one line per statement, in the words of the source where it has some:
 *
 *   block 3: from 1 2
 *     i.4:i32 = phi 0 i.7
 *     12: t5:i32 = i.4 + 1
 *     12: *p.2+8+i.4*4:i32 = t5
 *     13: if t5 < n.1 4 else 5
 *
 * A value is NAME.INDEX if it belongs to a variable, else tINDEX. A place is its base (a local, an
 * @symbol, a "string" or *pointer), offset, index times stride, and the type of what lies there:
 * i and u for integers with and without sign, f for floats, with their bits; bool; ptr; and bytes
 * with their number.
 */
#ifndef IR_TEXT_H
#define IR_TEXT_H

#include "common/strbuf.h"
#include "ir/function.h"

/* Adds the function's parameters, locals and blocks. */
void ir_text_function(struct strbuf *out, const struct ir_function *function);

/* Adds one statement without its line and without a newline. */
void ir_text_statement(struct strbuf *out, const struct ir_function *function,
		       const struct ir_statement *statement);

#endif
