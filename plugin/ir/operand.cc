/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/ir/operand.h"
#include "plugin/ir/address.h"
#include "plugin/ir/entity.h"

#include "real.h"

static void write_tag(stream *out, unsigned index, unsigned kind)
{
	out->number((unsigned HOST_WIDE_INT)index * 8 + kind);
}

static void write_integer(stream *out, tree op)
{
	bool is_wide = TYPE_PRECISION(TREE_TYPE(op)) > HOST_BITS_PER_WIDE_INT;

	write_tag(out, entity_type(TREE_TYPE(op)), is_wide ? REMT_IR_WIDE : REMT_IR_NUMBER);
	if (is_wide) {
		wide_int value = wi::to_wide(op, TYPE_PRECISION(TREE_TYPE(op)));

		out->number(value.ulow());
		out->number((unsigned HOST_WIDE_INT)wi::rshift(value, HOST_BITS_PER_WIDE_INT,
							       TYPE_SIGN(TREE_TYPE(op)))
				    .ulow());
	} else {
		out->difference(TREE_INT_CST_LOW(op));
	}
}

static void write_real(body *b, stream *out, tree op)
{
	unsigned char bytes[32] = {};
	int length = native_encode_expr(op, bytes, sizeof(bytes));

	if (length <= 0)
		body_refuse(b, REMT_IR_REFUSED_FLOAT_FORMAT);
	write_tag(out, entity_type(TREE_TYPE(op)), REMT_IR_REAL);
	out->number(MAX(0, length));
	out->add((const char *)bytes, (size_t)MAX(0, length));
}

static void write_name(body *b, stream *out, tree name)
{
	if (SSA_NAME_IS_DEFAULT_DEF(name) &&
	    (!SSA_NAME_VAR(name) || TREE_CODE(SSA_NAME_VAR(name)) != PARM_DECL))
		write_tag(out, entity_type(TREE_TYPE(name)), REMT_IR_UNDEFINED);
	else
		write_tag(out, body_value(b, name), REMT_IR_VALUE);
}

void operand_write(body *b, stream *out, tree op)
{
	body_check_type(b, TREE_TYPE(op));
	switch (TREE_CODE(op)) {
	case SSA_NAME: write_name(b, out, op); break;
	case INTEGER_CST: write_integer(out, op); break;
	case REAL_CST: write_real(b, out, op); break;
	case ADDR_EXPR:
		write_tag(out, entity_type(TREE_TYPE(op)), REMT_IR_ADDRESS);
		place_write(b, out, TREE_OPERAND(op, 0));
		break;
	default: body_refuse(b, REMT_IR_REFUSED_OTHER); break;
	}
}

/* Where a reference lies, as far as it was taken apart. */
struct position {
	HOST_WIDE_INT offset;	     /* bytes */
	HOST_WIDE_INT bits;	     /* from `offset` on */
	unsigned HOST_WIDE_INT size; /* of a piece in bits; 0: the whole type */
	stream indices;
	unsigned nr_indices = 0;
};

static void add_index(body *b, position *p, tree index, HOST_WIDE_INT stride)
{
	if (TREE_CODE(index) == INTEGER_CST && tree_fits_shwi_p(index)) {
		p->offset += tree_to_shwi(index) * stride;
		return;
	}
	operand_write(b, &p->indices, index);
	p->indices.difference(stride);
	p->nr_indices++;
}

/* Adds a statement that computes INDEX times COUNT; returns its value. */
static unsigned add_product(body *b, tree index, tree count)
{
	unsigned converted = body_new_value(b, sizetype), product = body_new_value(b, sizetype);
	stream conversion, multiplication;

	conversion.number(REMT_IR_UNARY);
	conversion.number(REMT_IR_OP_CONVERT);
	conversion.number(converted);
	operand_write(b, &conversion, index);
	body_add(b, conversion);
	multiplication.number(REMT_IR_BINARY);
	multiplication.number(REMT_IR_OP_MULTIPLY);
	multiplication.number(product);
	write_tag(&multiplication, converted, REMT_IR_VALUE);
	operand_write(b, &multiplication, count);
	body_add(b, multiplication);
	return product;
}

/* Adds what the index of an ARRAY_REF moves the place by. */
static void add_element(body *b, position *p, tree ref)
{
	tree index = TREE_OPERAND(ref, 1), low = array_ref_low_bound(ref);
	tree units = TREE_OPERAND(ref, 3); /* the element's size in units of its alignment */
	tree type = TREE_TYPE(TREE_TYPE(TREE_OPERAND(ref, 0)));

	if (!integer_zerop(low)) {
		body_refuse(b, REMT_IR_REFUSED_LAYOUT);
	} else if (units && TREE_CODE(units) != INTEGER_CST) {
		write_tag(&p->indices, add_product(b, index, units), REMT_IR_VALUE);
		p->indices.difference(TYPE_ALIGN_UNIT(type));
		p->nr_indices++;
	} else if (tree_fits_shwi_p(array_ref_element_size(ref))) {
		add_index(b, p, index, tree_to_shwi(array_ref_element_size(ref)));
	} else {
		body_refuse(b, REMT_IR_REFUSED_LAYOUT);
	}
}

static void add_field(body *b, position *p, tree ref)
{
	tree field = TREE_OPERAND(ref, 1);
	tree units = TREE_OPERAND(ref, 2); /* its offset in units of DECL_OFFSET_ALIGN */

	if (TYPE_REVERSE_STORAGE_ORDER(TREE_TYPE(TREE_OPERAND(ref, 0))))
		body_refuse(b, REMT_IR_REFUSED_BYTE_ORDER);
	if (units)
		add_index(b, p, units, DECL_OFFSET_ALIGN(field) / BITS_PER_UNIT);
	else if (tree_fits_shwi_p(DECL_FIELD_OFFSET(field)))
		p->offset += tree_to_shwi(DECL_FIELD_OFFSET(field));
	else
		body_refuse(b, REMT_IR_REFUSED_LAYOUT);
	p->bits += tree_to_shwi(DECL_FIELD_BIT_OFFSET(field));
	if (DECL_BIT_FIELD(field) && !p->size)
		p->size = tree_to_uhwi(DECL_SIZE(field));
}

static void add_bits(body *b, position *p, tree ref)
{
	if (!tree_fits_uhwi_p(TREE_OPERAND(ref, 1)) || !tree_fits_uhwi_p(TREE_OPERAND(ref, 2)) ||
	    REF_REVERSE_STORAGE_ORDER(ref)) {
		body_refuse(b, REMT_IR_REFUSED_BYTE_ORDER);
		return;
	}
	p->bits += tree_to_uhwi(TREE_OPERAND(ref, 2));
	if (!p->size)
		p->size = tree_to_uhwi(TREE_OPERAND(ref, 1));
}

/* Takes the outermost selection off REF; false: it is none. */
static bool take_selection(body *b, position *p, tree ref)
{
	switch (TREE_CODE(ref)) {
	case COMPONENT_REF: add_field(b, p, ref); return true;
	case ARRAY_REF: add_element(b, p, ref); return true;
	case BIT_FIELD_REF: add_bits(b, p, ref); return true;
	case VIEW_CONVERT_EXPR: return true;
	case REALPART_EXPR: return true;
	case IMAGPART_EXPR: p->offset += int_size_in_bytes(TREE_TYPE(ref)); return true;
	default: return false;
	}
}

static bool is_global(tree decl)
{
	return TREE_CODE(decl) == FUNCTION_DECL ||
	       (VAR_P(decl) && (TREE_STATIC(decl) || DECL_EXTERNAL(decl)));
}

static void write_declaration(body *b, stream *out, tree decl)
{
	if (is_global(decl)) {
		address_need(decl);
		write_tag(out, entity_symbol(decl), REMT_IR_SYMBOL);
	} else if (decl_function_context(decl) != current_function_decl) {
		body_refuse(b, REMT_IR_REFUSED_NESTED);
	} else {
		write_tag(out, body_local(b, decl), REMT_IR_LOCAL);
	}
}

static void write_base(body *b, stream *out, tree base)
{
	switch (TREE_CODE(base)) {
	case FUNCTION_DECL:
	case PARM_DECL:
	case RESULT_DECL: write_declaration(b, out, base); break;
	case VAR_DECL:
		if (DECL_HARD_REGISTER(base))
			body_refuse(b, REMT_IR_REFUSED_REGISTER);
		write_declaration(b, out, base);
		break;
	case LABEL_DECL:
		if (decl_function_context(base) != current_function_decl)
			body_refuse(b, REMT_IR_REFUSED_NESTED);
		write_tag(out, entity_symbol(base), REMT_IR_SYMBOL);
		break;
	case STRING_CST: write_tag(out, entity_literal(base), REMT_IR_STRING); break;
	case MEM_REF:
		write_tag(out, 0, REMT_IR_POINTED);
		operand_write(b, out, TREE_OPERAND(base, 0));
		break;
	default: body_refuse(b, REMT_IR_REFUSED_OTHER); break;
	}
}

/* Returns the innermost base of REF; what stands between is added to P. */
static tree take_apart(body *b, position *p, tree ref)
{
	for (;;) {
		if (take_selection(b, p, ref)) {
			ref = TREE_OPERAND(ref, 0);
		} else if (VAR_P(ref) && DECL_HAS_VALUE_EXPR_P(ref)) {
			ref = DECL_VALUE_EXPR(ref);
		} else if (TREE_CODE(ref) == MEM_REF) {
			tree address = TREE_OPERAND(ref, 0);

			/* It has a pointer's type, and is signed all the same. */
			if (TREE_CODE(TREE_OPERAND(ref, 1)) != INTEGER_CST)
				body_refuse(b, REMT_IR_REFUSED_LAYOUT);
			else
				p->offset += (HOST_WIDE_INT)TREE_INT_CST_LOW(TREE_OPERAND(ref, 1));
			if (TREE_CODE(address) != ADDR_EXPR)
				return ref;
			ref = TREE_OPERAND(address, 0);
		} else {
			return ref;
		}
	}
}

void place_write(body *b, stream *out, tree ref)
{
	tree type = TREE_TYPE(ref);
	position p = {};
	unsigned flags;

	tree base = take_apart(b, &p, ref);

	p.offset += p.bits >> 3;
	p.bits &= 7;
	if (!p.size && p.bits)
		p.size = int_size_in_bytes(type) * BITS_PER_UNIT;
	flags = (TREE_CODE(ref) != LABEL_DECL && TREE_THIS_VOLATILE(ref) ? REMT_IR_VOLATILE : 0) |
		(p.size ? REMT_IR_BITS : 0);
	write_base(b, out, base);
	out->number(entity_type(type));
	out->number(flags);
	out->difference(p.offset);
	out->number(p.nr_indices);
	out->append(p.indices);
	if (p.size) {
		out->number(p.bits);
		out->number(p.size);
	}
}

bool operand_is_place(tree op)
{
	return DECL_P(op) || REFERENCE_CLASS_P(op) || TREE_CODE(op) == STRING_CST ||
	       TREE_CODE(op) == MEM_REF;
}

enum remt_ir_operation operation_of(enum tree_code code)
{
	switch (code) {
	case NEGATE_EXPR: return REMT_IR_OP_NEGATE;
	case BIT_NOT_EXPR: return REMT_IR_OP_NOT;
	case TRUTH_NOT_EXPR: return REMT_IR_OP_TRUTH_NOT;
	case ABS_EXPR:
	case ABSU_EXPR: return REMT_IR_OP_ABSOLUTE;
	case NOP_EXPR:
	case CONVERT_EXPR:
	case FLOAT_EXPR:
	case FIX_TRUNC_EXPR: return REMT_IR_OP_CONVERT;
	case VIEW_CONVERT_EXPR: return REMT_IR_OP_BITS;
	case SSA_NAME:
	case PAREN_EXPR: return REMT_IR_OP_NONE;
	case PLUS_EXPR: return REMT_IR_OP_ADD;
	case MINUS_EXPR: return REMT_IR_OP_SUBTRACT;
	case MULT_EXPR: return REMT_IR_OP_MULTIPLY;
	case TRUNC_DIV_EXPR:
	case EXACT_DIV_EXPR:
	case RDIV_EXPR: return REMT_IR_OP_DIVIDE;
	case TRUNC_MOD_EXPR: return REMT_IR_OP_REMAINDER;
	case POINTER_PLUS_EXPR: return REMT_IR_OP_MOVE;
	case POINTER_DIFF_EXPR: return REMT_IR_OP_DISTANCE;
	case LSHIFT_EXPR: return REMT_IR_OP_SHIFT_LEFT;
	case RSHIFT_EXPR: return REMT_IR_OP_SHIFT_RIGHT;
	case LROTATE_EXPR: return REMT_IR_OP_ROTATE_LEFT;
	case RROTATE_EXPR: return REMT_IR_OP_ROTATE_RIGHT;
	case BIT_AND_EXPR:
	case TRUTH_AND_EXPR: return REMT_IR_OP_AND;
	case BIT_IOR_EXPR:
	case TRUTH_OR_EXPR: return REMT_IR_OP_OR;
	case BIT_XOR_EXPR:
	case TRUTH_XOR_EXPR: return REMT_IR_OP_XOR;
	case MIN_EXPR: return REMT_IR_OP_MINIMUM;
	case MAX_EXPR: return REMT_IR_OP_MAXIMUM;
	case LT_EXPR: return REMT_IR_OP_LESS;
	case LE_EXPR: return REMT_IR_OP_LESS_EQUAL;
	case GT_EXPR: return REMT_IR_OP_GREATER;
	case GE_EXPR: return REMT_IR_OP_GREATER_EQUAL;
	case EQ_EXPR: return REMT_IR_OP_EQUAL;
	case NE_EXPR: return REMT_IR_OP_NOT_EQUAL;
	case ORDERED_EXPR: return REMT_IR_OP_ORDERED;
	case UNORDERED_EXPR: return REMT_IR_OP_UNORDERED;
	case UNLT_EXPR: return REMT_IR_OP_UN_LESS;
	case UNLE_EXPR: return REMT_IR_OP_UN_LESS_EQUAL;
	case UNGT_EXPR: return REMT_IR_OP_UN_GREATER;
	case UNGE_EXPR: return REMT_IR_OP_UN_GREATER_EQUAL;
	case UNEQ_EXPR: return REMT_IR_OP_UN_EQUAL;
	case LTGT_EXPR: return REMT_IR_OP_LESS_GREATER;
	default: return REMT_IR_NR_OPERATIONS;
	}
}
