/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds decisions in SSA form. Each mask or remainder by a constant is a candidate:
 * find_addresses() looks backwards for the addresses in its operand, follow() looks forwards for
 * what the bits flow into. A layout switch is planted only if the bits decide and do nothing else.
 * doc/INTERNALS.md ("Decisions by addresses") lists what is not recognised.
 */
#include "plugin/lower/decision.h"
#include "plugin/base/options.h"
#include "plugin/lower/computation.h"
#include "plugin/lower/lower.h"
#include "plugin/mark/mark.h"

#include "ssa-iterators.h"
#include "tree-ssa-operands.h"
#include "tree-ssa.h"

enum {
	MAX_DEPTH = 8,	     /* how many definitions are looked through */
	MAX_LOOKS = 10000,   /* how many are looked at, as phis may name each other many times */
	MAX_USES = 64,	     /* how many values are followed from the bits */
	MAX_MODULUS = 65536, /* constants from here on don't count as masks of low bits */
	MAX_SHIFTED = 16,    /* above this modulus heap and stack are as fixed as other data */
};

/* An address as an integer, and the statement that uses it. */
struct address {
	tree value;
	gimple *user;
};

/* A statement that takes low bits of addresses. */
struct decision {
	gimple *stmt;
	unsigned modulus;
	auto_vec<address> addresses;
	auto_vec<gimple *> marks; /* marks that are part of the decision */
	bool is_decided;	  /* a condition depends on the bits */
	unsigned *nr_looks;	  /* how many definitions were looked at */
	/* something else depends on the bits, too, or the addresses can't be separated or are too many */
	bool is_tangled;
};

static void note_mark(decision *d, gimple *stmt)
{
	if (stmt && marker_number(stmt) >= 0)
		d->marks.safe_push(stmt);
}

/* Returns the integer constant that OP is in the source; NULL: OP is no constant. */
static tree constant_of(tree op, decision *d)
{
	gimple *def = op ? computation_definition(op) : NULL;
	computation c;

	if (!op || TREE_CODE(op) == INTEGER_CST)
		return op;
	if (!def || !computation_find(def, &c) || c.code != NOP_EXPR || !c.first ||
	    TREE_CODE(c.first) != INTEGER_CST)
		return NULL_TREE;
	note_mark(d, def);
	return c.first;
}

/*
 * Returns the number by which C takes the remainder, by % or by a mask; 0: C does neither.
 * RET_VALUE gets the operand whose low bits are taken.
 */
static unsigned modulus_of(const computation &c, decision *d, tree *ret_value)
{
	bool is_mask = c.code == BIT_AND_EXPR;
	tree constant;
	HOST_WIDE_INT n;

	if (!is_mask && c.code != TRUNC_MOD_EXPR)
		return 0;
	*ret_value = c.first;
	constant = constant_of(c.second, d);
	if (!constant && is_mask) {
		*ret_value = c.second;
		constant = constant_of(c.first, d);
	}
	if (!constant || !tree_fits_shwi_p(constant))
		return 0;
	n = tree_to_shwi(constant);
	if (n < 1 || n >= MAX_MODULUS || (!is_mask && n == 1))
		return 0;
	return is_mask ? 1u << (floor_log2(n) + 1) : n;
}

/* True for an integer of a union that also has a pointer. */
static bool is_union_with_pointer(tree ref)
{
	tree type = TREE_CODE(ref) == COMPONENT_REF ? TREE_TYPE(TREE_OPERAND(ref, 0)) : NULL_TREE;

	if (!type || TREE_CODE(type) != UNION_TYPE || !INTEGRAL_TYPE_P(TREE_TYPE(ref)))
		return false;
	for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field))
		if (TREE_CODE(field) == FIELD_DECL && POINTER_TYPE_P(TREE_TYPE(field)))
			return true;
	return false;
}

static bool holds_address(tree value)
{
	return INTEGRAL_TYPE_P(TREE_TYPE(value)) &&
	       TYPE_PRECISION(TREE_TYPE(value)) == POINTER_SIZE;
}

static bool find_addresses(tree value, gimple *user, int depth, decision *d);

static bool phi_has_address(gphi *phi, int depth, decision *d)
{
	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
		decision other = {};
		other.nr_looks = d->nr_looks;
		bool found = find_addresses(gimple_phi_arg_def(phi, i), phi, depth + 1, &other);

		for (gimple *mark : other.marks)
			d->marks.safe_push(mark);
		d->is_tangled |= *d->nr_looks > MAX_LOOKS;
		if (found)
			return true;
	}
	return false;
}

/* Finds the addresses in the operands of DEF, which defines VALUE. */
static bool find_in_operands(const computation &c, tree value, gimple *user, gimple *def, int depth,
			     decision *d)
{
	unsigned nr_before = d->addresses.length();
	bool is_sum = c.code == PLUS_EXPR || c.code == MINUS_EXPR || CONVERT_EXPR_CODE_P(c.code);
	bool found = find_addresses(c.first, def, depth + 1, d);

	if (c.second)
		found |= find_addresses(c.second, def, depth + 1, d);
	if (!found)
		return false;
	note_mark(d, def);
	if (has_single_use(value))
		return true;
	/* VALUE has other uses, too: then VALUE as a whole is the address. */
	d->addresses.truncate(nr_before);
	if (is_sum && holds_address(value))
		d->addresses.safe_push({ value, user });
	else
		d->is_tangled = true;
	return true;
}

/* Finds the addresses that VALUE, an operand of USER, is computed from. False: there are none. */
static bool find_addresses(tree value, gimple *user, int depth, decision *d)
{
	gimple *def = value ? computation_definition(value) : NULL;
	bool is_address;
	computation c;

	if (!def || depth > MAX_DEPTH || !INTEGRAL_TYPE_P(TREE_TYPE(value)))
		return false;
	/* What was not looked at may be an address that can't be separated. */
	if (++*d->nr_looks > MAX_LOOKS) {
		d->is_tangled = true;
		return true;
	}
	if (gphi *phi = dyn_cast<gphi *>(def)) {
		is_address = phi_has_address(phi, depth, d);
	} else {
		if (!computation_find(def, &c) || !c.first)
			return false;
		is_address = POINTER_TYPE_P(TREE_TYPE(c.first))
				     ? CONVERT_EXPR_CODE_P(c.code) || c.code == VIEW_CONVERT_EXPR
				     : is_union_with_pointer(c.first);
		if (!is_address)
			switch (c.code) {
			case PLUS_EXPR:
			case MINUS_EXPR:
			case BIT_XOR_EXPR:
			case BIT_IOR_EXPR:
			CASE_CONVERT:
				return find_in_operands(c, value, user, def, depth, d);
			default: return false;
			}
	}
	if (!is_address)
		return false;
	if (holds_address(value))
		d->addresses.safe_push({ value, user });
	else
		d->is_tangled = true;
	return true;
}

static bool is_arithmetic(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
	case MULT_EXPR:
	case TRUNC_DIV_EXPR:
	case TRUNC_MOD_EXPR:
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	case BIT_NOT_EXPR:
	case NEGATE_EXPR:
	case LSHIFT_EXPR:
	case RSHIFT_EXPR:
	case MIN_EXPR:
	case MAX_EXPR:
	CASE_CONVERT:
		return true;
	default: return false;
	}
}

/*
 * Notes what USER does with the bits. Returns the value that USER computes from them, to be
 * followed, or NULL.
 */
static tree take_use(gimple *user, decision *d)
{
	computation c;
	tree lhs;

	if (gimple_code(user) == GIMPLE_COND || gimple_code(user) == GIMPLE_SWITCH) {
		d->is_decided = true;
		return NULL_TREE;
	}
	if (gphi *phi = dyn_cast<gphi *>(user))
		return gimple_phi_result(phi);
	if (!computation_find(user, &c)) {
		d->is_tangled = true;
		return NULL_TREE;
	}
	note_mark(d, user);
	lhs = gimple_get_lhs(user);
	if (!lhs)
		return NULL_TREE;
	if (TREE_CODE_CLASS(c.code) == tcc_comparison) {
		constant_of(c.second, d);
		d->is_decided = true;
		return NULL_TREE;
	}
	if (TREE_CODE(lhs) == SSA_NAME && TREE_CODE(TREE_TYPE(lhs)) == BOOLEAN_TYPE) {
		d->is_decided = true;
		return NULL_TREE;
	}
	if (TREE_CODE(lhs) == SSA_NAME && INTEGRAL_TYPE_P(TREE_TYPE(lhs)) &&
	    is_arithmetic(c.code) &&
	    (!c.first || TREE_CODE(c.first) == SSA_NAME || CONSTANT_CLASS_P(c.first)))
		return lhs;
	d->is_tangled = true;
	return NULL_TREE;
}

/* Follows the bits to everything that uses them. */
static void follow(decision *d)
{
	auto_vec<tree> values;
	hash_set<tree> seen;

	if (gimple_get_lhs(d->stmt) && TREE_CODE(gimple_get_lhs(d->stmt)) == SSA_NAME)
		values.safe_push(gimple_get_lhs(d->stmt));
	for (unsigned i = 0; i < values.length(); i++) {
		imm_use_iterator iterator;
		use_operand_p use;

		if (i == MAX_USES) {
			d->is_tangled = true;
			return;
		}
		FOR_EACH_IMM_USE_FAST(use, iterator, values[i]) {
			tree next = is_gimple_debug(USE_STMT(use)) ? NULL_TREE
								   : take_use(USE_STMT(use), d);

			if (next && !seen.add(next))
				values.safe_push(next);
		}
	}
}

static void flag_site(site &s, unsigned flag)
{
	for (alternative &alt : s.alternatives)
		if (!(alt.flags & REMT_MUTANT_LAYOUT))
			alt.flags |= flag;
}

/* True if the source construct of S contains AT. */
static bool encloses(const site &s, const source *file, const expanded_location &at)
{
	unsigned line = at.line, column = at.column;

	return s.file == file && s.function_uid == DECL_UID(current_function_decl) &&
	       (s.line < line || (s.line == line && s.column <= column)) &&
	       (s.end_line > line || (s.end_line == line && s.end_column > column));
}

/*
 * Sets FLAG on the sites of the decision's operations and of all constructs around it. The latter
 * are needed since marks of choice, by which conditions are mutated, are no part of any value.
 */
static void flag_sites(const decision &d, unsigned flag)
{
	expanded_location at = expand_location(gimple_location(d.stmt));
	source *file = at.file && at.line > 0 ? source_get(at.file) : NULL;

	for (gimple *stmt : d.marks)
		flag_site(site_all()[mark_all()[marker_number(stmt)].site], flag);
	for (site &s : site_all())
		if (file && encloses(s, file, at))
			flag_site(s, flag);
}

/* Puts the mark NUMBER between the address and its user. */
static void plant(const address &a, int number)
{
	tree type = TYPE_MAIN_VARIANT(TREE_TYPE(a.value)), name = make_ssa_name(type);
	gcall *call = gimple_build_call(marker_decl(), 2, a.value,
					build_int_cst(integer_type_node, number));
	gimple_stmt_iterator gsi = gsi_for_stmt(a.user);
	ssa_op_iter iterator;
	use_operand_p use;

	gimple_call_set_fntype(call,
			       build_function_type_list(type, type, integer_type_node, NULL_TREE));
	gimple_call_set_lhs(call, name);
	gimple_set_location(call, gimple_location(a.user));
	gsi_insert_before(&gsi, call, GSI_SAME_STMT);
	FOR_EACH_SSA_USE_OPERAND(use, a.user, iterator, SSA_OP_USE)
		if (USE_FROM_PTR(use) == a.value)
			SET_USE(use, name);
	update_stmt(a.user);
}

/*
 * Plants a layout switch for each address. False: none was planted, since some address is not in
 * the source.
 */
static bool plant_all(const decision &d)
{
	expanded_location at = expand_location(gimple_location(d.stmt));
	source *file = at.file && at.line > 0 ? source_get(at.file) : NULL;

	if (!file || in_system_header_at(gimple_location(d.stmt)))
		return false;
	for (const address &a : d.addresses)
		if (gimple_code(a.user) == GIMPLE_PHI)
			return false;
	for (const address &a : d.addresses)
		plant(a, mark_layout(file, at.line, at.column > 0 ? at.column : 1, d.modulus - 1));
	return true;
}

static bool find(gimple *stmt, decision *d)
{
	computation c;
	tree value;

	if (!computation_find(stmt, &c))
		return false;
	d->stmt = stmt;
	d->modulus = modulus_of(c, d, &value);
	if (!d->modulus || !find_addresses(value, stmt, 0, d))
		return false;
	note_mark(d, stmt);
	follow(d);
	return d->is_decided;
}

/* Layouts serve runs with mutants: a unit that has only branch sites needs none. */
static bool are_wanted(void)
{
	for (int op = 0; op < REMT_NR_OPERATORS; op++)
		if (op != REMT_OLNG && options_has((enum remt_operator)op))
			return true;
	return false;
}

void decisions_find(bool may_plant)
{
	auto_vec<gimple *> stmts;
	basic_block bb;

	if (!are_wanted())
		return;
	FOR_EACH_BB_FN(bb, cfun)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			stmts.safe_push(gsi_stmt(i));
	for (gimple *stmt : stmts) {
		unsigned nr_looks = 0;
		decision d = {};

		d.nr_looks = &nr_looks;
		if (!find(stmt, &d))
			continue;
		if (may_plant && !d.is_tangled && d.modulus <= MAX_SHIFTED && plant_all(d))
			flag_sites(d, REMT_MUTANT_DECISION);
		else
			flag_sites(d, REMT_MUTANT_DECISION | REMT_MUTANT_UNSWITCHED);
	}
}
