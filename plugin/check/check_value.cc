/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the operands of a check: from the condition or argument through the definitions of SSA
 * names, as far as a definition adds nothing to what its operands say (comparisons, conversions,
 * logical operators). The arguments of comparing functions are texts or bytes. What memory holds
 * behind other pointers is not looked at.
 */
#include "plugin/check/check_value.h"
#include "plugin/base/blocks.h"
#include "plugin/base/name_list.h"
#include "plugin/base/options.h"
#include "plugin/lower/computation.h"

enum { MAX_DEPTH = 12 /* how many definitions are looked through */ };

/* Functions of test frameworks that compare their arguments. */
static const char *const assertions[] = {
	"_assert_*",		   /* cmocka */
	"CU_assertImplementation", /* CUnit */
	"UnityAssert*",		   /* Unity */
	NULL,
};

/* A function that compares its arguments as bytes or text. */
struct reader {
	const char *glob;
	unsigned first, second; /* indices (from 0) of the arguments that point to the bytes */
	unsigned limit;		/* index of the argument with the greatest number of bytes */
	/*
	 * Index of Unity's style argument, whose lowest four bits are an element's size; -1: bytes.
	 */
	int style;
	bool is_text;
};

static const struct reader readers[] = {
	{ "memcmp", 0, 1, 2, -1, false },
	{ "bcmp", 0, 1, 2, -1, false },
	{ "_assert_memory_*", 0, 1, 2, -1, false },
	{ "UnityAssertEqualMemory", 0, 1, 2, -1, false },
	{ "UnityAssertEqualIntArray", 0, 1, 2, 5, false },
	{ "UnityAssertEqualStringLen", 0, 1, 2, -1, true },
	{ "strncmp", 0, 1, 2, -1, true },
	{ "strncasecmp", 0, 1, 2, -1, true },
};

/* Functions whose result says only how two texts compare: their arguments say more. */
static const char *const comparers[] = { "str*cmp", "strn*cmp", "memcmp", "bcmp", NULL };

bool check_is_assertion(gimple *stmt)
{
	const char *name = computation_callee(stmt);
	tree lhs = name ? gimple_call_lhs(stmt) : NULL_TREE;

	return name && (name_is_listed(name, assertions) || options_is_assertion(name)) &&
	       !gimple_call_noreturn_p(stmt) && !stmt_ends_bb_p(stmt) &&
	       (!lhs || (TREE_CODE(lhs) == SSA_NAME && INTEGRAL_TYPE_P(TREE_TYPE(lhs))));
}

static void add(auto_vec<check_value> *ret, enum remt_check_kind kind, tree value,
		tree limit = NULL_TREE, unsigned factor = 1)
{
	unsigned nr_words = 0;

	for (const check_value &v : *ret) {
		if (v.value == value && v.kind == kind && v.limit == limit)
			return;
		nr_words++;
	}
	if (nr_words < REMT_CHECK_MAX_VALUES)
		ret->safe_push({ kind, value, limit, factor });
}

static bool is_text_type(tree type)
{
	if (!POINTER_TYPE_P(type))
		return false;
	type = TREE_TYPE(type);
	return TYPE_MAIN_VARIANT(TREE_CODE(type) == ARRAY_TYPE ? TREE_TYPE(type) : type) ==
	       char_type_node;
}

/* Adds OP as a single value. Types that nobody compares are left out. */
static void add_plain(auto_vec<check_value> *ret, tree op)
{
	tree type = TREE_TYPE(op);

	if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI(op))
		return;
	if (POINTER_TYPE_P(type))
		add(ret, REMT_CHECK_POINTER, op);
	else if (SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_TYPE_P(type))
		add(ret, REMT_CHECK_FLOAT, op);
	else if (INTEGRAL_TYPE_P(type))
		add(ret, TYPE_UNSIGNED(type) ? REMT_CHECK_UNSIGNED : REMT_CHECK_SIGNED, op);
}

static void add_operand(auto_vec<check_value> *ret, tree op, unsigned depth);

/*
 * True for a pointer to data that the test's own source does not show; string literals and NULL are
 * shown there.
 */
static bool is_read(tree op)
{
	tree base = op;

	STRIP_NOPS(base);
	if (TREE_CODE(base) == ADDR_EXPR &&
	    TREE_CODE(get_base_address(TREE_OPERAND(base, 0))) == STRING_CST)
		return false;
	return POINTER_TYPE_P(TREE_TYPE(op)) && !integer_zerop(op) &&
	       (TREE_CODE(op) == SSA_NAME || is_gimple_min_invariant(op));
}

static void add_argument(auto_vec<check_value> *ret, tree op, bool reads_texts)
{
	if (reads_texts && is_text_type(TREE_TYPE(op))) {
		if (is_read(op))
			add(ret, REMT_CHECK_TEXT, op);
	} else if (TREE_CODE(op) == SSA_NAME) {
		add_operand(ret, op, 1);
	}
}

static const reader *find_reader(const char *name, gimple *call)
{
	for (const reader &r : readers)
		if (!fnmatch(r.glob, name, 0) && gimple_call_num_args(call) > r.limit &&
		    (r.style < 0 || gimple_call_num_args(call) > (unsigned)r.style))
			return &r;
	return NULL;
}

/* Returns the size of an element in bytes, from Unity's style; 0 if that is no constant. */
static unsigned element_size(gimple *call, const reader *r)
{
	tree style = r->style < 0 ? NULL_TREE : gimple_call_arg(call, r->style);

	if (!style)
		return 1;
	return TREE_CODE(style) == INTEGER_CST && tree_fits_uhwi_p(style) ? tree_to_uhwi(style) & 15
									  : 0;
}

static void add_read(auto_vec<check_value> *ret, gimple *call, const reader *r)
{
	tree limit = gimple_call_arg(call, r->limit);
	unsigned factor = element_size(call, r);

	if (!factor || !INTEGRAL_TYPE_P(TREE_TYPE(limit)))
		return;
	for (unsigned i : { r->first, r->second }) {
		tree arg = gimple_call_arg(call, i);

		if (is_read(arg))
			add(ret, r->is_text ? REMT_CHECK_TEXT : REMT_CHECK_BYTES, arg, limit,
			    factor);
	}
}

void check_values_of_call(gimple *call, auto_vec<check_value> *ret)
{
	static const char *const texts[] = { "*str*", "*Str*", "*cmp*", "*eq*", "*Eq*", NULL };
	const char *name = computation_callee(call);
	const reader *r = name ? find_reader(name, call) : NULL;
	bool reads_texts = name && (name_is_listed(name, texts) || check_is_assertion(call));

	if (r)
		add_read(ret, call, r);
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree arg = gimple_call_arg(call, i);

		if (r && (i == r->first || i == r->second))
			continue;
		if (is_gimple_val(arg))
			add_argument(ret, arg, reads_texts);
	}
}

/* Adds what the result of CALL says, and the arguments of CALL. */
static void add_call(auto_vec<check_value> *ret, tree op, gimple *call)
{
	const char *name = computation_callee(call);

	if (!name || !name_is_listed(name, comparers))
		add_plain(ret, op);
	check_values_of_call(call, ret);
}

/* True if the operands of CODE tell a reader all that its result does. */
static bool is_looked_through(enum tree_code code, tree type)
{
	return TREE_CODE_CLASS(code) == tcc_comparison || CONVERT_EXPR_CODE_P(code) ||
	       code == NOP_EXPR || code == FLOAT_EXPR || code == FIX_TRUNC_EXPR ||
	       code == TRUTH_NOT_EXPR || code == BIT_NOT_EXPR ||
	       ((code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR) &&
		TREE_CODE(type) == BOOLEAN_TYPE);
}

static void add_operand(auto_vec<check_value> *ret, tree op, unsigned depth)
{
	gimple *def = computation_definition(op);
	computation c;

	if (TREE_CODE(op) != SSA_NAME)
		return;
	if (!def || depth >= MAX_DEPTH) {
		add_plain(ret, op);
	} else if (computation_is_call(def)) {
		add_call(ret, op, def);
	} else if (computation_find(def, &c) && is_looked_through(c.code, TREE_TYPE(op)) &&
		   (is_gimple_min_invariant(c.first) || TREE_CODE(c.first) == SSA_NAME)) {
		add_operand(ret, c.first, depth + 1);
		if (c.second)
			add_operand(ret, c.second, depth + 1);
	} else {
		add_plain(ret, op);
	}
}

void check_values_of_condition(gcond *cond, auto_vec<check_value> *ret)
{
	add_operand(ret, gimple_cond_lhs(cond), 0);
	add_operand(ret, gimple_cond_rhs(cond), 0);
}

static tree append_word(basic_block bb, tree value)
{
	return block_append_operation(bb, long_long_unsigned_type_node, NOP_EXPR, value);
}

static tree append_float(basic_block bb, tree value)
{
	if (TYPE_MAIN_VARIANT(TREE_TYPE(value)) != double_type_node)
		value = block_append_operation(bb, double_type_node, NOP_EXPR, value);
	return block_append_load(bb,
				 build1(VIEW_CONVERT_EXPR, long_long_unsigned_type_node, value));
}

static tree append_limit(basic_block bb, const check_value &value)
{
	tree limit;

	if (!value.limit)
		return build_minus_one_cst(long_long_unsigned_type_node);
	limit = append_word(bb, value.limit);
	if (value.factor > 1)
		limit = block_append_operation(
			bb, long_long_unsigned_type_node, MULT_EXPR, limit,
			build_int_cst(long_long_unsigned_type_node, value.factor));
	return limit;
}

void check_value_append(basic_block bb, const check_value &value, auto_vec<tree> *words)
{
	switch (value.kind) {
	case REMT_CHECK_FLOAT: words->safe_push(append_float(bb, value.value)); break;
	case REMT_CHECK_TEXT:
	case REMT_CHECK_BYTES:
		words->safe_push(append_word(bb, value.value));
		words->safe_push(append_limit(bb, value));
		break;
	case REMT_CHECK_SIGNED:
	case REMT_CHECK_UNSIGNED:
	case REMT_CHECK_POINTER: words->safe_push(append_word(bb, value.value)); break;
	}
}
