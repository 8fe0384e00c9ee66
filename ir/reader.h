/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that is being read: the cursor in its body, and what its numbers are checked against. */
#ifndef IR_READER_H
#define IR_READER_H

#include "ir/cursor.h"
#include "ir/function.h"

struct reader {
	struct cursor cursor;
	struct ir_function *function;
	unsigned depth; /* of places within operands within places */
	int64_t line;	/* of the statement that was read last */
};

/* reader_operand.c */
void reader_operand(struct reader *reader, struct ir_operand *ret);
/* Reads a place into the function's memory; after a failure the place says nothing. */
const struct ir_place *reader_place(struct reader *reader);

/* reader_statement.c */
void reader_statement(struct reader *reader, struct ir_statement *ret);
void reader_end(struct reader *reader, struct ir_end *ret);

static inline uint32_t reader_type(struct reader *reader)
{
	return cursor_below(&reader->cursor, reader->function->unit->nr_types);
}

static inline uint32_t reader_value(struct reader *reader)
{
	return cursor_below(&reader->cursor, reader->function->nr_values);
}

static inline uint32_t reader_block(struct reader *reader)
{
	return cursor_below(&reader->cursor, reader->function->nr_blocks);
}

static inline const char *reader_text(struct reader *reader)
{
	const struct ir_unit *unit = reader->function->unit;
	uint32_t i = cursor_below(&reader->cursor, unit->nr_strings);

	return reader->cursor.is_bad ? "" : unit->strings[i].bytes;
}

#endif
