/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replaces own directories in strings by marks in the neutral text (canonical_string.h). Strings
 * are searched for directories as a whole; a path that the program joins from several strings is
 * not recognised.
 */
#include "plugin/describe/canonical_string.h"
#include "plugin/describe/canonical_type.h"
#include "plugin/describe/origin.h"

typedef hash_map<tree, tree> copy_map;

static copy_map *copies;

/*
 * Returns the width of a character of STRING in bytes. Strings without a type, such as the
 * constraints of assembly, have bytes.
 */
static unsigned width_of(tree string)
{
	if (!TREE_TYPE(string))
		return 1;
	return TREE_INT_CST_LOW(TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(string))));
}

static bool has_origin(tree string)
{
	origin found;

	return string && TREE_CODE(string) == STRING_CST &&
	       origin_find(TREE_STRING_POINTER(string), TREE_STRING_LENGTH(string),
			   width_of(string), 0, &found);
}

/*
 * Adds the pieces of the string, each with its length, and marks for the directories between them.
 */
static void add_neutral(text *t, const char *bytes, size_t length, unsigned width)
{
	origin found;
	size_t at = 0;

	for (; origin_find(bytes, length, width, at, &found); at = found.end) {
		t->add_number(found.first - at);
		t->add(bytes + at, found.first - at);
		t->add("own");
		t->add_number(found.directory);
		t->add_number(found.levels);
	}
	t->add_number(length - at);
	t->add(bytes + at, length - at);
}

void canonical_bytes(text_pair *t, const char *bytes, size_t length, unsigned width)
{
	origin found;

	if (!origin_find(bytes, length, width, 0, &found)) {
		t->add_number(length);
		t->add(bytes, length);
		return;
	}
	add_neutral(t->part(), bytes, length, width);
	t->exact.add_number(length);
	t->exact.add(bytes, length);
}

void canonical_string(text_pair *t, tree string)
{
	canonical_bytes(t, TREE_STRING_POINTER(string), TREE_STRING_LENGTH(string),
			width_of(string));
}

/* True if the array is exactly as long as STRING: its length then comes from the string. */
static bool is_filled(tree type, tree string)
{
	return type && TREE_CODE(type) == ARRAY_TYPE && TYPE_SIZE_UNIT(type) &&
	       tree_fits_uhwi_p(TYPE_SIZE_UNIT(type)) &&
	       tree_to_uhwi(TYPE_SIZE_UNIT(type)) == (unsigned)TREE_STRING_LENGTH(string);
}

void canonical_string_type(text_pair *t, tree type, tree string)
{
	if (!has_origin(string) || !is_filled(type, string)) {
		t->add_number(canonical_type(type));
		return;
	}
	text *neutral = t->part();

	neutral->add("filled");
	neutral->add_number(canonical_type(TREE_TYPE(type)));
	t->exact.add_number(canonical_type(type));
}

tree canonical_string_of(tree op)
{
	STRIP_NOPS(op);
	if (TREE_CODE(op) == ADDR_EXPR)
		op = TREE_OPERAND(op, 0);
	if (TREE_CODE(op) == ARRAY_REF && integer_zerop(TREE_OPERAND(op, 1)))
		op = TREE_OPERAND(op, 0);
	return has_origin(op) ? op : NULL_TREE;
}

void canonical_string_place(text *t, tree string, unsigned HOST_WIDE_INT offset, bool is_index)
{
	unsigned HOST_WIDE_INT place = offset * (is_index ? width_of(string) : 1), end = 0;
	unsigned directories = 0;
	origin found;

	while (origin_find(TREE_STRING_POINTER(string), TREE_STRING_LENGTH(string),
			   width_of(string), end, &found) &&
	       found.end <= place) {
		end = found.end;
		directories++;
	}
	t->add("behind");
	t->add_number(directories);
	t->add_number(place - end);
}

void canonical_copies_find(void)
{
	basic_block bb;

	copies = new copy_map;
	FOR_EACH_BB_FN(bb, cfun)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
			gimple *stmt = gsi_stmt(i);

			if (gimple_assign_single_p(stmt) && VAR_P(gimple_assign_lhs(stmt)) &&
			    has_origin(gimple_assign_rhs1(stmt)))
				copies->put(gimple_assign_lhs(stmt), gimple_assign_rhs1(stmt));
		}
}

tree canonical_copied(tree variable)
{
	tree *known = copies ? copies->get(variable) : NULL;

	return known ? *known : NULL_TREE;
}

void canonical_copies_forget(void)
{
	delete copies;
	copies = NULL;
}
