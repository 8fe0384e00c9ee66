/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/expression_place.h"

#include <inttypes.h>
#include <string.h>

#include "common/print.h"
#include "ir/text_operand.h"

/* Types within types are followed so deep. */
#define MAX_DEPTH 16

static const struct ir_type *type_at(const struct expression *expression, uint32_t type)
{
	return &expression->function->unit->types[type];
}

static void add_subscript(struct expression *expression, const struct ir_operand *index)
{
	strbuf_addc(expression->out, '[');
	expression_operand(expression, index, BINDS_ANYTHING);
	strbuf_addc(expression->out, ']');
}

/* ---- named objects */

/* A walk from an object to the part of it that a place is. */
struct walk {
	struct expression *expression;
	const struct ir_place *place;
	uint32_t type;	 /* of the part so far */
	uint64_t offset; /* bytes from there on */
	uint64_t used;	 /* indices of the place that were written, by bit */
};

static bool is_bit_field(const struct ir_place *place, const struct ir_field *field,
			 uint64_t offset)
{
	return field->bit_size == place->bit_size &&
	       field->bit_offset == 8 * offset + place->bit_position;
}

/* Returns the member that the walk goes on in; NULL: none is known. */
static const struct ir_field *find_field(const struct walk *walk)
{
	const struct ir_type *type = type_at(walk->expression, walk->type);
	bool has_bits = walk->place->flags & REMT_IR_BITS;

	for (uint32_t i = 0; i < type->nr_fields; i++) {
		const struct ir_field *field = &type->fields[i];
		uint64_t start = field->bit_offset / 8;

		if (!*field->name)
			continue;
		if (field->bit_size) {
			if (has_bits && is_bit_field(walk->place, field, walk->offset))
				return field;
			continue;
		}
		if (walk->offset >= start &&
		    walk->offset - start < type_at(walk->expression, field->type)->size)
			return field;
	}
	return NULL;
}

/* Returns the index that counts SIZE bytes, which is used then; NULL: none does. */
static const struct ir_operand *take_index(struct walk *walk, uint64_t size)
{
	for (uint32_t i = 0; i < walk->place->nr_indices && i < 64; i++) {
		if (walk->used >> i & 1 || walk->place->indices[i].stride != (int64_t)size)
			continue;
		walk->used |= UINT64_C(1) << i;
		return &walk->place->indices[i].operand;
	}
	return NULL;
}

/* Adds an element of an array of elements with SIZE bytes. */
static void add_element(struct walk *walk, uint64_t size)
{
	const struct ir_type *element =
		type_at(walk->expression, type_at(walk->expression, walk->type)->element);
	const struct ir_operand *index = take_index(walk, size);

	/* The index may be that of the elements' own elements, or be added to a constant. */
	if (index &&
	    (walk->offset >= size || (element->kind == REMT_IR_ARRAY && element->count == 1)))
		expression_gap(walk->expression);
	else if (index)
		add_subscript(walk->expression, index);
	else
		strbuf_addf(walk->expression->out, "[%" PRIu64 "]", walk->offset / size);
	walk->offset %= size;
}

/* True if all of the place's indices were written. */
static bool has_used_all(const struct walk *walk)
{
	return walk->place->nr_indices < 64 &&
	       walk->used == (UINT64_C(1) << walk->place->nr_indices) - 1;
}

/* Adds the parts of an object that lead to the place. */
static void add_parts(struct walk *walk)
{
	for (unsigned depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_at(walk->expression, walk->type);
		const struct ir_field *field;
		uint64_t size;

		if (walk->type == walk->place->type && !walk->offset && has_used_all(walk))
			return;
		switch ((unsigned)type->kind) {
		case REMT_IR_ARRAY:
			size = type_at(walk->expression, type->element)->size;
			if (!size)
				return;
			add_element(walk, size);
			walk->type = type->element;
			break;
		case REMT_IR_RECORD:
			field = find_field(walk);
			if (!field) {
				expression_gap(walk->expression);
				return;
			}
			print_add(walk->expression->out, ".%s", field->name);
			walk->offset -= field->bit_size ? walk->offset : field->bit_offset / 8;
			walk->type = field->type;
			break;
		case REMT_IR_UNION: expression_gap(walk->expression); return;
		default: return;
		}
	}
}

static void add_name(struct expression *expression, const struct ir_place *place)
{
	const struct ir_unit *unit = expression->function->unit;

	switch (place->base) {
	case REMT_IR_LOCAL: text_local(expression->out, expression->function, place->index); break;
	case REMT_IR_SYMBOL:
		print_add(expression->out, "%s", ir_symbol_name(&unit->symbols[place->index]));
		break;
	case REMT_IR_STRING:
		text_string(expression->out, &unit->strings[place->index]);
		expression->has_gaps |= unit->strings[place->index].length > TEXT_STRING_SHOWN;
		break;
	case REMT_IR_POINTED: break;
	}
}

/* Adds the place in a literal. */
static void add_in_string(struct expression *expression, const struct ir_place *place)
{
	add_name(expression, place);
	if (place->nr_indices > 1 || (place->nr_indices && place->offset)) {
		expression_gap(expression);
	} else if (place->nr_indices) {
		add_subscript(expression, &place->indices[0].operand);
	} else if (place->offset) {
		strbuf_addf(expression->out, "[%" PRId64 "]", place->offset);
	}
}

static void add_named(struct expression *expression, const struct ir_place *place)
{
	const struct ir_function *function = expression->function;
	struct walk walk = { .expression = expression,
			     .place = place,
			     .type = place->base == REMT_IR_LOCAL
					     ? function->locals[place->index].type
					     : function->unit->symbols[place->index].type,
			     .offset = (uint64_t)place->offset };

	add_name(expression, place);
	if (place->offset < 0)
		expression_gap(expression);
	else
		add_parts(&walk);
	if (!has_used_all(&walk) || (walk.offset && !(place->flags & REMT_IR_BITS)))
		expression_gap(expression);
}

/* ---- what pointers lead to */

/* What is added to a pointer. */
struct move {
	const struct ir_operand *pointer;
	const struct ir_operand *bytes; /* NULL: a constant, which `offset` has */
	int64_t offset;
};

static struct move find_move(struct expression *expression, const struct ir_operand *pointer)
{
	const struct ir_statement *statement =
		expression_operation(expression, pointer, REMT_IR_OP_MOVE, 2);
	const struct ir_operand *number;

	if (!statement)
		return (struct move){ pointer, NULL, 0 };
	number = expression_number(expression, &statement->operands[1]);
	return (struct move){ &statement->operands[0], number ? NULL : &statement->operands[1],
			      number ? (int64_t)number->number.low : 0 };
}

/* Returns the index of an element of SIZE bytes that lies BYTES behind the first one; NULL: it is none. */
static const struct ir_operand *find_index(struct expression *expression,
					   const struct ir_operand *bytes, uint64_t size)
{
	const struct ir_statement *product =
		expression_operation(expression, bytes, REMT_IR_OP_MULTIPLY, 2);
	const struct ir_operand *factor =
		product ? expression_number(expression, &product->operands[1]) : NULL;
	const struct ir_statement *cast;

	if (factor && factor->number.low == size)
		bytes = &product->operands[0];
	else if (size != 1)
		return NULL;
	/* C itself makes an index as wide as a pointer. */
	cast = expression_operation(expression, bytes, REMT_IR_OP_CONVERT, 1);
	return cast && expression_type(expression, bytes)->precision == 64 ? &cast->operands[0]
									   : bytes;
}

void expression_moved(struct expression *expression, const struct ir_operand *operands,
		      enum expression_binding outer)
{
	const struct ir_operand *number = expression_number(expression, &operands[1]);
	int64_t offset = number ? (int64_t)number->number.low : 0;

	expression_open(expression, BINDS_SUM < outer);
	strbuf_adds(expression->out, "(char *)");
	expression_operand(expression, &operands[0], BINDS_UNARY);
	if (!number) {
		strbuf_adds(expression->out, " + ");
		expression_operand(expression, &operands[1], BINDS_PRODUCT);
	} else {
		strbuf_addf(expression->out, offset < 0 ? " - %" PRIu64 : " + %" PRIu64,
			    offset < 0 ? -(uint64_t)offset : (uint64_t)offset);
	}
	expression_close(expression, BINDS_SUM < outer);
}

/* Adds p[3] or p[i] if MOVE leads to an element of SIZE bytes; false: it does not. */
static bool add_indexed(struct expression *expression, const struct move *move, uint64_t size)
{
	const struct ir_operand *index =
		move->bytes && size ? find_index(expression, move->bytes, size) : NULL;

	if (!size || (move->bytes && !index) || (!move->bytes && move->offset % (int64_t)size))
		return false;
	expression_operand(expression, move->pointer, BINDS_POSTFIX);
	if (index)
		add_subscript(expression, index);
	else
		strbuf_addf(expression->out, "[%" PRId64 "]", move->offset / (int64_t)size);
	return true;
}

/* Adds a member: p->[+8][i]. */
static void add_member(struct expression *expression, const struct ir_place *place)
{
	expression_operand(expression, &place->pointer, BINDS_POSTFIX);
	strbuf_addf(expression->out, "->[%+" PRId64, place->offset);
	if (place->flags & REMT_IR_BITS)
		strbuf_addf(expression->out, ".%u:%u", place->bit_position, place->bit_size);
	strbuf_addc(expression->out, ']');
	for (uint32_t i = 0; i < place->nr_indices; i++)
		add_subscript(expression, &place->indices[i].operand);
}

static void add_pointed(struct expression *expression, const struct ir_place *place,
			enum expression_binding outer)
{
	struct move move = find_move(expression, &place->pointer);

	if (place->offset || place->nr_indices || place->flags & REMT_IR_BITS) {
		add_member(expression, place);
		return;
	}
	if ((move.bytes || move.offset) &&
	    add_indexed(expression, &move, type_at(expression, place->type)->size))
		return;
	expression_open(expression, BINDS_UNARY < outer);
	strbuf_addc(expression->out, '*');
	expression_operand(expression, &place->pointer, BINDS_UNARY);
	expression_close(expression, BINDS_UNARY < outer);
}

void expression_place(struct expression *expression, const struct ir_place *place,
		      enum expression_binding outer)
{
	if (place->base == REMT_IR_POINTED)
		add_pointed(expression, place, outer);
	else if (place->base == REMT_IR_STRING)
		add_in_string(expression, place);
	else
		add_named(expression, place);
}

void expression_address(struct expression *expression, const struct ir_place *place,
			enum expression_binding outer)
{
	bool is_literal = place->base == REMT_IR_STRING && !place->offset && !place->nr_indices;

	expression_open(expression, BINDS_UNARY < outer && !is_literal);
	if (!is_literal)
		strbuf_addc(expression->out, '&');
	expression_place(expression, place, is_literal ? outer : BINDS_UNARY);
	expression_close(expression, BINDS_UNARY < outer && !is_literal);
}
