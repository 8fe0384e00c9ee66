/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/reader.h"

static const unsigned char arities[] = {
#define ARITY(name, text, arity) arity,
	REMT_IR_OPERATIONS(ARITY)
#undef ARITY
};

static uint32_t read_line(struct reader *reader)
{
	int64_t step = cursor_difference(&reader->cursor);

	if (__builtin_add_overflow(reader->line, step, &reader->line) || reader->line < 0 ||
	    reader->line > UINT32_MAX) {
		cursor_fail(&reader->cursor);
		reader->line = 0;
	}
	return (uint32_t)reader->line;
}

static enum remt_ir_operation read_operation(struct reader *reader, unsigned arity)
{
	enum remt_ir_operation op = cursor_below(&reader->cursor, REMT_IR_NR_OPERATIONS);

	if (arities[op] != arity)
		cursor_fail(&reader->cursor);
	return op;
}

static void read_operands(struct reader *reader, struct ir_statement *ret, uint32_t number)
{
	ret->nr_operands = number;
	for (uint32_t i = 0; i < number; i++)
		reader_operand(reader, &ret->operands[i]);
}

static void read_target(struct reader *reader, struct ir_target *ret)
{
	ret->kind = cursor_below(&reader->cursor, 3);
	if (ret->kind == REMT_IR_TO_VALUE)
		ret->value = reader_value(reader);
	else if (ret->kind == REMT_IR_TO_PLACE)
		ret->place = reader_place(reader);
}

static void read_arguments(struct reader *reader, struct ir_call *call)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_argument *arguments =
		arena_alloc(&reader->function->memory, nr, sizeof(*arguments));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		if (cursor_below(&reader->cursor, 2))
			arguments[i].place = reader_place(reader);
		else
			reader_operand(reader, &arguments[i].operand);
	}
	call->arguments = arguments;
	call->nr_arguments = nr;
}

static void read_call(struct reader *reader, struct ir_statement *ret)
{
	struct ir_call *call = arena_alloc(&reader->function->memory, 1, sizeof(*call));

	if (ret->kind == REMT_IR_INTERNAL) {
		call->name = reader_text(reader);
		read_target(reader, &call->target);
	} else {
		call->flags = cursor_below(&reader->cursor, 1u << 2);
		call->type = reader_type(reader);
		read_target(reader, &call->target);
		call->is_direct = !cursor_below(&reader->cursor, 2);
		if (call->is_direct)
			call->symbol =
				cursor_below(&reader->cursor, reader->function->unit->nr_symbols);
		else
			reader_operand(reader, &call->pointer);
	}
	read_arguments(reader, call);
	ret->call = call;
}

static void read_alternatives(struct reader *reader, struct ir_mark *mark)
{
	struct cursor *cursor = &reader->cursor;
	uint32_t nr = cursor_count(cursor);
	struct ir_alternative *all = arena_alloc(&reader->function->memory, nr, sizeof(*all));

	for (uint32_t i = 0; i < nr && !cursor->is_bad; i++) {
		all[i].realize = cursor_below(cursor, REMT_IR_NR_REALIZES);
		all[i].operation = cursor_below(cursor, REMT_IR_NR_OPERATIONS);
		all[i].delta = cursor_difference(cursor);
		all[i].value = cursor_difference(cursor);
		int64_t factor = cursor_difference(cursor);
		if (factor < -1 || factor > 1)
			cursor_fail(cursor);
		all[i].factor = (int)factor;
	}
	mark->alternatives = all;
	mark->nr_alternatives = nr;
}

/* True if the alternative can be computed from NR operands. */
static bool is_computable(const struct ir_alternative *alternative, uint32_t nr)
{
	switch (alternative->realize) {
	case REMT_IR_BY_OPERATION:
	case REMT_IR_BY_SWAPPED: return arities[alternative->operation] == 2 && nr == 2;
	case REMT_IR_BY_SECOND: return nr == 2;
	case REMT_IR_BY_SELECT: return false;
	case REMT_IR_BY_TRUTH:
	case REMT_IR_BY_FIRST:
	case REMT_IR_BY_NEGATION:
	case REMT_IR_BY_NUMBER:
	case REMT_IR_BY_SHIFT:
	case REMT_IR_BY_LINEAR: break;
	}
	return true;
}

static void read_mark(struct reader *reader, struct ir_statement *ret)
{
	struct cursor *cursor = &reader->cursor;
	struct ir_mark *mark = arena_alloc(&reader->function->memory, 1, sizeof(*mark));

	mark->site = cursor_below(cursor, UINT32_MAX);
	ret->value = reader_value(reader);
	ret->operation = cursor_below(cursor, REMT_IR_NR_OPERATIONS);
	reader_operand(reader, &ret->operands[0]);
	ret->nr_operands = 1 + cursor_below(cursor, 2);
	if (ret->nr_operands == 2)
		reader_operand(reader, &ret->operands[1]);
	if (ret->operation != REMT_IR_OP_NONE && arities[ret->operation] != ret->nr_operands)
		cursor_fail(cursor);
	read_alternatives(reader, mark);
	for (uint32_t i = 0; i < mark->nr_alternatives && !cursor->is_bad; i++) {
		if (!is_computable(&mark->alternatives[i], ret->nr_operands))
			cursor_fail(cursor);
	}
	ret->mark = mark;
}

static void read_select(struct reader *reader, struct ir_statement *ret)
{
	struct ir_mark *mark = arena_alloc(&reader->function->memory, 1, sizeof(*mark));

	mark->site = cursor_below(&reader->cursor, UINT32_MAX);
	mark->infects = cursor_below(&reader->cursor, (uint64_t)UINT32_MAX + 1);
	mark->flags = cursor_below(&reader->cursor, 1u << 1);
	ret->value = reader_value(reader);
	ret->mark = mark;
}

void reader_statement(struct reader *reader, struct ir_statement *ret)
{
	*ret = (struct ir_statement){ .value = UINT32_MAX };
	ret->line = read_line(reader);
	ret->kind = cursor_below(&reader->cursor, REMT_IR_NR_STATEMENT_KINDS);
	switch (ret->kind) {
	case REMT_IR_COPY:
		ret->value = reader_value(reader);
		read_operands(reader, ret, 1);
		break;
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
		ret->operation = read_operation(reader, ret->kind == REMT_IR_UNARY ? 1 : 2);
		ret->value = reader_value(reader);
		read_operands(reader, ret, ret->kind == REMT_IR_UNARY ? 1 : 2);
		break;
	case REMT_IR_CHOOSE:
		ret->value = reader_value(reader);
		read_operands(reader, ret, 3);
		break;
	case REMT_IR_LOAD:
		ret->value = reader_value(reader);
		ret->place = reader_place(reader);
		break;
	case REMT_IR_STORE:
		ret->place = reader_place(reader);
		read_operands(reader, ret, 1);
		break;
	case REMT_IR_MOVE:
		ret->place = reader_place(reader);
		ret->from = reader_place(reader);
		break;
	case REMT_IR_CLEAR:
	case REMT_IR_END: ret->place = reader_place(reader); break;
	case REMT_IR_CALL:
	case REMT_IR_INTERNAL: read_call(reader, ret); break;
	case REMT_IR_MARK: read_mark(reader, ret); break;
	case REMT_IR_SELECT: read_select(reader, ret); break;
	}
}

static bool is_constant(const struct ir_operand *operand)
{
	return operand->kind == REMT_IR_NUMBER || operand->kind == REMT_IR_WIDE;
}

static void read_cases(struct reader *reader, struct ir_end *ret)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_case *cases = arena_alloc(&reader->function->memory, nr, sizeof(*cases));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		reader_operand(reader, &cases[i].low);
		reader_operand(reader, &cases[i].high);
		cases[i].block = reader_block(reader);
		if (!is_constant(&cases[i].low) || !is_constant(&cases[i].high))
			cursor_fail(&reader->cursor);
	}
	ret->cases = cases;
	ret->nr_cases = nr;
}

static void read_labels(struct reader *reader, struct ir_end *ret)
{
	const struct ir_unit *unit = reader->function->unit;
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_label *labels = arena_alloc(&reader->function->memory, nr, sizeof(*labels));

	for (uint32_t i = 0; i < nr && !reader->cursor.is_bad; i++) {
		labels[i].symbol = cursor_below(&reader->cursor, unit->nr_symbols);
		labels[i].block = reader_block(reader);
		if (!reader->cursor.is_bad &&
		    !(unit->symbols[labels[i].symbol].flags & REMT_IR_LABEL))
			cursor_fail(&reader->cursor);
	}
	ret->labels = labels;
	ret->nr_labels = nr;
}

static void read_return(struct reader *reader, struct ir_end *ret)
{
	switch (cursor_below(&reader->cursor, 3)) {
	case REMT_IR_TO_VALUE:
		ret->nr_operands = 1;
		reader_operand(reader, &ret->operands[0]);
		break;
	case REMT_IR_TO_PLACE: ret->place = reader_place(reader); break;
	default: break;
	}
}

void reader_end(struct reader *reader, struct ir_end *ret)
{
	*ret = (struct ir_end){ .line = read_line(reader) };
	ret->kind = cursor_below(&reader->cursor, REMT_IR_NR_END_KINDS);
	switch (ret->kind) {
	case REMT_IR_GOTO: ret->blocks[0] = reader_block(reader); break;
	case REMT_IR_IF:
		ret->operation = read_operation(reader, 2);
		ret->nr_operands = 2;
		reader_operand(reader, &ret->operands[0]);
		reader_operand(reader, &ret->operands[1]);
		ret->blocks[0] = reader_block(reader);
		ret->blocks[1] = reader_block(reader);
		break;
	case REMT_IR_SWITCH:
		ret->nr_operands = 1;
		reader_operand(reader, &ret->operands[0]);
		ret->blocks[0] = reader_block(reader);
		read_cases(reader, ret);
		break;
	case REMT_IR_JUMP:
		ret->nr_operands = 1;
		reader_operand(reader, &ret->operands[0]);
		read_labels(reader, ret);
		break;
	case REMT_IR_RETURN: read_return(reader, ret); break;
	case REMT_IR_HALT:
	case REMT_IR_RESUME: break;
	}
}
