/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strings, types and symbols of the IR. Each is found by what it is: a string by its bytes, a
 * type by its main variant, a symbol by its declaration. A type is written after all that
 * mentioned it, since types may contain pointers to themselves.
 */
#include "plugin/ir/entity.h"
#include "plugin/ir/address.h"
#include "plugin/mark/string_literal.h"

#include "real.h"

#include "remt/ir.h"

struct bytes_hash : nofree_ptr_hash<stream> {
	static hashval_t hash(const stream *s)
	{
		return iterative_hash(s->bytes.address(), s->bytes.length(), 0);
	}

	static bool equal(const stream *a, const stream *b)
	{
		return a->bytes.length() == b->bytes.length() &&
		       !memcmp(a->bytes.address(), b->bytes.address(), a->bytes.length());
	}
};

static hash_map<bytes_hash, unsigned> *string_index;
static hash_map<tree, unsigned> *type_index, *symbol_index;
static vec<stream *> strings;
static vec<tree> types, symbols;

unsigned entity_string(const char *bytes, size_t length)
{
	stream *string = new stream;
	unsigned *known;

	if (!string_index)
		string_index = new hash_map<bytes_hash, unsigned>;
	string->add(bytes, length);
	known = string_index->get(string);
	if (known) {
		delete string;
		return *known;
	}
	string_index->put(string, strings.length());
	strings.safe_push(string);
	return strings.length() - 1;
}

unsigned entity_text(const char *text)
{
	return entity_string(text ? text : "", text ? strlen(text) : 0);
}

unsigned entity_literal(tree literal)
{
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(literal));
	unsigned HOST_WIDE_INT length = TREE_STRING_LENGTH(literal);
	auto_vec<char> bytes;

	if (size && tree_fits_uhwi_p(size) && tree_to_uhwi(size) <= INT_MAX)
		length = tree_to_uhwi(size);
	bytes.safe_grow_cleared(length);
	if (length)
		memcpy(bytes.address(), TREE_STRING_POINTER(literal),
		       MIN(length, (unsigned HOST_WIDE_INT)TREE_STRING_LENGTH(literal)));
	return entity_string(length ? bytes.address() : "", length);
}

static unsigned find_or_add(hash_map<tree, unsigned> **index, vec<tree> *all, tree key)
{
	bool is_known;

	if (!*index)
		*index = new hash_map<tree, unsigned>;
	unsigned &number = (*index)->get_or_insert(key, &is_known);

	if (!is_known) {
		number = all->length();
		all->safe_push(key);
	}
	return number;
}

unsigned entity_type(tree type)
{
	return find_or_add(&type_index, &types, TYPE_MAIN_VARIANT(type));
}

unsigned entity_symbol(tree decl)
{
	unsigned number = find_or_add(&symbol_index, &symbols, decl);

	if (symbols[number] == decl)
		symbols[number] = address_holder(decl);
	return number;
}

const vec<tree> &entity_symbols(void)
{
	return symbols;
}

static const char *name_of(tree node)
{
	if (node && TREE_CODE(node) == TYPE_DECL)
		node = DECL_NAME(node);
	return node && TREE_CODE(node) == IDENTIFIER_NODE ? IDENTIFIER_POINTER(node) : "";
}

static enum remt_ir_type_kind kind_of(tree type)
{
	switch (TREE_CODE(type)) {
	case VOID_TYPE: return REMT_IR_VOID;
	case BOOLEAN_TYPE:
	case INTEGER_TYPE:
	case ENUMERAL_TYPE: return TYPE_PRECISION(type) <= 128 ? REMT_IR_INTEGER : REMT_IR_OPAQUE;
	case REAL_TYPE: return DECIMAL_FLOAT_TYPE_P(type) ? REMT_IR_OPAQUE : REMT_IR_FLOAT;
	case POINTER_TYPE:
	case REFERENCE_TYPE: return REMT_IR_POINTER;
	case ARRAY_TYPE: return REMT_IR_ARRAY;
	case RECORD_TYPE: return REMT_IR_RECORD;
	case UNION_TYPE: return REMT_IR_UNION;
	case FUNCTION_TYPE: return REMT_IR_FUNCTION;
	default: return REMT_IR_OPAQUE;
	}
}

static unsigned HOST_WIDE_INT constant_or_zero(tree size)
{
	return size && tree_fits_uhwi_p(size) ? tree_to_uhwi(size) : 0;
}

static void write_integer(stream *out, tree type)
{
	unsigned flags = (TYPE_UNSIGNED(type) ? 0 : REMT_IR_SIGNED) |
			 (TYPE_OVERFLOW_WRAPS(type) ? REMT_IR_WRAPS : 0) |
			 (TREE_CODE(type) == BOOLEAN_TYPE ? REMT_IR_TRUTH : 0);

	out->number(TYPE_PRECISION(type));
	out->number(flags);
}

/* The extended format of x87 has 80 bits in 12 or 16 bytes; every other one fills its bytes. */
static void write_float(stream *out, tree type)
{
	const struct real_format *format = REAL_MODE_FORMAT(TYPE_MODE(type));

	out->number(format->p == 64 ? 80 : int_size_in_bytes(type) * BITS_PER_UNIT);
}

static void write_array(stream *out, tree type)
{
	tree domain = TYPE_DOMAIN(type);
	unsigned HOST_WIDE_INT count = 0;

	if (domain && TYPE_MAX_VALUE(domain) && tree_fits_shwi_p(TYPE_MAX_VALUE(domain)) &&
	    constant_or_zero(TYPE_SIZE_UNIT(type)))
		count = tree_to_shwi(TYPE_MAX_VALUE(domain)) + 1;
	out->number(entity_type(TREE_TYPE(type)));
	out->number(count);
}

static bool has_place(tree field)
{
	return TREE_CODE(field) == FIELD_DECL && TREE_TYPE(field) != error_mark_node &&
	       DECL_FIELD_OFFSET(field) && tree_fits_uhwi_p(DECL_FIELD_OFFSET(field));
}

static void write_fields(stream *out, tree type)
{
	unsigned nr = 0;

	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
		nr += has_place(field);
	out->number(entity_text(name_of(TYPE_NAME(type))));
	out->number(nr);
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field)) {
		if (!has_place(field))
			continue;
		out->number(entity_text(name_of(DECL_NAME(field))));
		out->number(int_bit_position(field));
		out->number(DECL_BIT_FIELD_TYPE(field) ? constant_or_zero(DECL_SIZE(field)) : 0);
		out->number(entity_type(DECL_BIT_FIELD_TYPE(field) ? DECL_BIT_FIELD_TYPE(field)
								   : TREE_TYPE(field)));
	}
}

static void write_function(stream *out, tree type)
{
	unsigned nr = 0;

	for (tree t = TYPE_ARG_TYPES(type); t && t != void_list_node; t = TREE_CHAIN(t))
		nr++;
	out->number(entity_type(TREE_TYPE(type)));
	out->number((stdarg_p(type) ? REMT_IR_VARIADIC : 0) |
		    (prototype_p(type) ? 0 : REMT_IR_UNPROTOTYPED));
	out->number(nr);
	for (tree t = TYPE_ARG_TYPES(type); t && t != void_list_node; t = TREE_CHAIN(t))
		out->number(entity_type(TREE_VALUE(t)));
}

static void write_type(stream *out, tree type)
{
	enum remt_ir_type_kind kind = kind_of(type);

	out->number(kind);
	out->number(kind == REMT_IR_FUNCTION || kind == REMT_IR_VOID
			    ? 0
			    : constant_or_zero(TYPE_SIZE_UNIT(type)));
	out->number(kind == REMT_IR_VOID ? 1 : TYPE_ALIGN_UNIT(type));
	switch (kind) {
	case REMT_IR_INTEGER: write_integer(out, type); break;
	case REMT_IR_FLOAT: write_float(out, type); break;
	case REMT_IR_ARRAY: write_array(out, type); break;
	case REMT_IR_RECORD:
	case REMT_IR_UNION: write_fields(out, type); break;
	case REMT_IR_FUNCTION: write_function(out, type); break;
	default: break;
	}
}

/* True if DECL's name is the only one of what it names. */
static bool has_one_name(tree decl, symtab_node *node)
{
	return !TREE_PUBLIC(decl)
		       ? !node || (!node->alias && !node->has_aliases_p())
		       : node && node->definition && !node->alias && !node->has_aliases_p() &&
				 decl_binds_to_current_def_p(decl);
}

/* Returns what the source calls DECL; the place of a literal. */
static unsigned source_name_of(tree decl)
{
	if (!string_literal_is(decl))
		return entity_text(name_of(DECL_NAME(decl)));
	char *place = string_literal_place(decl);
	unsigned ret = entity_text(place);

	free(place);
	return ret;
}

static void write_label(stream *out, tree label)
{
	tree function = DECL_CONTEXT(label);
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
	text whole;

	whole.add(targetm.strip_name_encoding(name));
	whole.add(':');
	whole.add(name_of(DECL_NAME(label)));
	out->number(entity_string(&whole.bytes[0], whole.length()));
	out->number(entity_text(name_of(DECL_NAME(label))));
	out->number(REMT_IR_LABEL | REMT_IR_DEFINED | REMT_IR_STATIC | REMT_IR_CONSTANT);
	out->number(entity_type(TREE_TYPE(label)));
}

static void write_symbol(stream *out, tree decl)
{
	if (TREE_CODE(decl) == LABEL_DECL)
		return write_label(out, decl);

	bool is_code = TREE_CODE(decl) == FUNCTION_DECL;
	symtab_node *node = symtab_node::get(decl);
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
	bool is_defined = node && node->definition;
	bool is_alone = has_one_name(decl, node);
	unsigned flags =
		(is_code ? REMT_IR_CODE : 0) | (is_defined ? REMT_IR_DEFINED : 0) |
		(TREE_PUBLIC(decl) ? 0 : REMT_IR_STATIC) |
		(!is_code && DECL_THREAD_LOCAL_P(decl) ? REMT_IR_THREAD : 0) |
		(DECL_WEAK(decl) ? REMT_IR_WEAK : 0) |
		(!is_code && is_defined && is_alone && TREE_READONLY(decl) ? REMT_IR_CONSTANT : 0) |
		(is_alone ? 0 : REMT_IR_ALIASED) | (string_literal_is(decl) ? REMT_IR_LITERAL : 0);

	out->number(entity_text(targetm.strip_name_encoding(name)));
	out->number(source_name_of(decl));
	out->number(flags);
	out->number(entity_type(TREE_TYPE(decl)));
}

void entities_write(stream *out)
{
	stream type_rows, symbol_rows;
	unsigned i;

	for (i = 0; i < symbols.length(); i++)
		write_symbol(&symbol_rows, symbols[i]);
	for (i = 0; i < types.length(); i++) /* may add types */
		write_type(&type_rows, types[i]);
	out->number(strings.length());
	for (const stream *string : strings)
		out->nested(*string);
	out->number(types.length());
	out->append(type_rows);
	out->number(symbols.length());
	out->append(symbol_rows);
}

void entities_forget(void)
{
	for (stream *string : strings)
		delete string;
	strings.release();
	types.release();
	symbols.release();
	delete string_index;
	delete type_index;
	delete symbol_index;
	string_index = NULL;
	type_index = symbol_index = NULL;
}
