/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a statement's text (ir/text.h). */
#ifndef IR_TEXT_OPERAND_H
#define IR_TEXT_OPERAND_H

#include "common/strbuf.h"
#include "ir/function.h"

/* Adds ":i32" and the like. */
void text_type(struct strbuf *out, const struct ir_unit *unit, uint32_t type);

/* Adds the name of a local, or vINDEX if it has none. */
void text_local(struct strbuf *out, const struct ir_function *function, uint32_t local);

/* Adds the name of a value. */
void text_value(struct strbuf *out, const struct ir_function *function, uint32_t value);

/* Adds the name of a value and its type. */
void text_assigned(struct strbuf *out, const struct ir_function *function, uint32_t value);

/* Strings are shown up to this many bytes. */
#define TEXT_STRING_SHOWN 40

/* Adds it in quotes, cut if it is long. */
void text_string(struct strbuf *out, const struct ir_string *string);

void text_operand(struct strbuf *out, const struct ir_function *function,
		  const struct ir_operand *operand);
void text_place(struct strbuf *out, const struct ir_function *function,
		const struct ir_place *place);

#endif
