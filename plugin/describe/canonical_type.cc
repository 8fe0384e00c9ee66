/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the text of types from GCC's trees: volatile and atomic, mode, alignment and size, then
 * fields, parameters or element type. Of a pointer's target only the address space counts.
 */
#include "plugin/describe/canonical_type.h"

typedef hash_map<tree, unsigned long long> type_map;

static type_map *known;

static void add_size(text *t, tree size)
{
	if (size && TREE_CODE(size) == INTEGER_CST)
		t->add_number(TREE_INT_CST_LOW(size));
	else
		/*
		 * A size that is computed at run time; the statements that compute it have a text.
		 */
		t->add('?');
}

static void add_type(text *t, tree type)
{
	t->add_number(canonical_type(type));
}

void canonical_field(text *t, tree field)
{
	if (TREE_CODE(DECL_FIELD_OFFSET(field)) == INTEGER_CST)
		t->add_number(int_bit_position(field));
	else
		t->add('?');
	add_size(t, DECL_SIZE(field));
	t->add(DECL_BIT_FIELD(field) ? 'b' : 'f');
	t->add(TREE_THIS_VOLATILE(field) ? 'v' : 'p');
	add_type(t, TREE_TYPE(field));
}

static void add_record(text *t, tree type)
{
	if (!COMPLETE_TYPE_P(type)) {
		t->add('x');
		return;
	}
	add_size(t, TYPE_SIZE_UNIT(type));
	t->add(TYPE_REVERSE_STORAGE_ORDER(type) ? 'r' : 's');
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL)
			canonical_field(t, field);
}

static void add_function(text *t, tree type)
{
	add_type(t, TREE_TYPE(type));
	t->add(prototype_p(type) ? '(' : '?');
	for (tree arg = TYPE_ARG_TYPES(type); arg && arg != void_list_node; arg = TREE_CHAIN(arg))
		add_type(t, TREE_VALUE(arg));
	t->add(stdarg_p(type) ? '.' : ')');
}

/* Adds what makes up TYPE besides its size, alignment and qualifiers. */
static void add_kind(text *t, tree type)
{
	switch (TREE_CODE(type)) {
	case INTEGER_TYPE:
	case ENUMERAL_TYPE:
	case BOOLEAN_TYPE:
		t->add(TREE_CODE(type) == BOOLEAN_TYPE ? 'b' : TYPE_UNSIGNED(type) ? 'u' : 'i');
		t->add_number(TYPE_PRECISION(type));
		break;
	case POINTER_TYPE:
	case REFERENCE_TYPE:
		t->add('*');
		t->add_number(TYPE_PRECISION(type));
		t->add_number(TYPE_ADDR_SPACE(TREE_TYPE(type)));
		break;
	case ARRAY_TYPE:
	case VECTOR_TYPE:
	case COMPLEX_TYPE:
		t->add(get_tree_code_name(TREE_CODE(type)));
		add_type(t, TREE_TYPE(type));
		break;
	case RECORD_TYPE:
	case UNION_TYPE:
	case QUAL_UNION_TYPE:
		t->add(TREE_CODE(type) == RECORD_TYPE ? 'R' : 'U');
		add_record(t, type);
		break;
	case FUNCTION_TYPE:
	case METHOD_TYPE:
		t->add('F');
		add_function(t, type);
		break;
	case VOID_TYPE:
	case REAL_TYPE: t->add(get_tree_code_name(TREE_CODE(type))); break;
	default: /* whatever else makes up a type of some release of GCC */
		t->add(get_tree_code_name(TREE_CODE(type)));
		t->add(TYPE_UNSIGNED(type) ? 'u' : 'i');
		t->add_number(TYPE_PRECISION(type));
		break;
	}
}

unsigned long long canonical_type(tree type)
{
	text t;

	if (!type)
		return 0;
	if (!known)
		known = new type_map;
	unsigned long long *found = known->get(type);

	if (found)
		return *found;
	t.add_number(TYPE_QUALS(type) & (TYPE_QUAL_VOLATILE | TYPE_QUAL_ATOMIC));
	if (!FUNC_OR_METHOD_TYPE_P(type)) {
		t.add(GET_MODE_NAME(TYPE_MODE(type)));
		t.add_number(TYPE_ALIGN(type));
		add_size(&t, TYPE_SIZE_UNIT(type));
	}
	add_kind(&t, type);
	unsigned long long hash = t.hash();

	known->put(type, hash);
	return hash;
}

unsigned long long canonical_signature(tree fntype)
{
	text t;

	add_function(&t, fntype);
	return t.hash();
}

void canonical_types_forget(void)
{
	delete known;
	known = NULL;
}
