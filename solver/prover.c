/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A term of one bit is a Bool of Z3, every other one a bit vector. Each question gets a solver of its
 * own: one that is kept, or one for a named logic, is slower by an order of magnitude for questions of
 * this size.
 */
#include "solver/prover.h"

#include <stdlib.h>
#include <string.h>

#include <z3.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "solver/lookout.h"

enum {
	SPARE_SHARE = 8,     /* of Z3's memory: so much is to be left */
	HARD_FACTOR = 2,     /* how much more Z3 may have until it hears that a question is over */
	RETAINED_SHARE = 16, /* of the same: a context that keeps more of a question is closed */
};

struct prover {
	const struct terms *terms;
	const struct solver_options *options;
	Z3_context context; /* NULL: it was closed, or Z3 has no memory for one */
	bool is_closed;	    /* it is opened when it is needed, and closed for others */
	Z3_ast *made;	    /* by term; NULL: not yet */
	uint32_t nr_made;
	VEC(Z3_ast) parts; /* of the term in the making, kept until it is made */
	bool is_broken;	   /* Z3 gave up in a way that the context does not survive */
	bool is_ended; /* the last question was interrupted: nothing can be asked in its context any more */
	bool has_failed; /* the last question stayed unknown for want of memory or time */
};

static void ignore_error(Z3_context context, Z3_error_code code)
{
	(void)context;
	(void)code; /* asked for where it matters */
}

static void open_context(struct prover *prover)
{
	Z3_config config = Z3_mk_config();

	prover->context = Z3_mk_context_rc(config);
	Z3_del_config(config);
	if (prover->context)
		Z3_set_error_handler(prover->context, ignore_error);
	prover->is_broken = !prover->context;
}

/* What is still held when a context is deleted costs Z3 much time: a minute for a gigabyte. */
static void close_context(struct prover *prover)
{
	for (uint32_t i = 0; i < prover->nr_made; i++) {
		if (prover->made[i] && !prover->is_broken)
			Z3_dec_ref(prover->context, prover->made[i]);
	}
	if (prover->context)
		Z3_del_context(prover->context);
	prover->context = NULL;
	free(prover->made);
	prover->made = NULL;
	prover->nr_made = 0;
}

/* Closes the context until it is needed again. */
static void shut(struct prover *prover)
{
	close_context(prover);
	prover->is_closed = true;
}

/* Z3 has one memory for all contexts. */
static VEC(struct prover *) provers;

/*
 * Closes the contexts of all others when Z3 has half of its memory: they keep what they made of terms. Where it has
 * none left, it ends the process in places that can't be guarded.
 */
static void make_space(struct prover *prover)
{
	uint64_t limit = (uint64_t)prover->options->megabytes << 20;

	if (Z3_get_estimated_alloc_size() < limit / 2)
		return;
	for (size_t i = 0; i < provers.count; i++) {
		struct prover *other = provers.items[i];

		if (other == prover || !other->context)
			continue;
		shut(other);
	}
	if (Z3_get_estimated_alloc_size() >= limit / 2)
		shut(prover); /* a new one takes its place */
}

static void forget(const struct prover *prover)
{
	for (size_t i = 0; i < provers.count; i++) {
		if (provers.items[i] == prover)
			provers.items[i] = provers.items[--provers.count];
	}
	if (!provers.count)
		vec_deinit(&provers);
}

struct prover *prover_create(const struct terms *terms, const struct solver_options *options)
{
	struct prover *prover = xcalloc(1, sizeof(*prover));
	char megabytes[24];

	/* What Z3 frees takes memory, too: where there is none, it ends the process. */
	snprintf(megabytes, sizeof(megabytes), "%llu",
		 (unsigned long long)HARD_FACTOR * options->megabytes);
	Z3_global_param_set("memory_max_size", megabytes);
	prover->terms = terms;
	prover->options = options;
	prover->is_closed = true;
	vec_push(&provers, prover);
	return prover;
}

void prover_destroy(struct prover *prover)
{
	if (!prover)
		return;
	forget(prover);
	close_context(prover);
	vec_deinit(&prover->parts);
	free(prover);
}

bool solver_has_prover(void)
{
	return true;
}

/* ---- terms */

/* Keeps PART, as Z3 frees what nobody holds, until the term is made of it. */
static Z3_ast keep(struct prover *prover, Z3_ast part)
{
	if (part) {
		Z3_inc_ref(prover->context, part);
		vec_push(&prover->parts, part);
	}
	return part;
}

static void drop_parts(struct prover *prover)
{
	for (size_t i = 0; i < prover->parts.count; i++)
		Z3_dec_ref(prover->context, prover->parts.items[i]);
	prover->parts.count = 0;
}

static Z3_ast number_of(struct prover *prover, uint64_t number, unsigned width)
{
	Z3_sort sort = Z3_mk_bv_sort(prover->context, width);

	return keep(prover, Z3_mk_unsigned_int64(prover->context, number, sort));
}

/* Returns what was made of an operand, as bits. */
static Z3_ast bits_of(struct prover *prover, uint32_t term)
{
	if (prover->terms->items[term].width > 1)
		return prover->made[term];
	return keep(prover, Z3_mk_ite(prover->context, prover->made[term], number_of(prover, 1, 1),
				      number_of(prover, 0, 1)));
}

static Z3_ast make_binary(struct prover *prover, const struct term *row)
{
	Z3_context context = prover->context;
	Z3_ast a = bits_of(prover, row->a);
	Z3_ast b = bits_of(prover, row->b);

	switch ((unsigned)row->operation) {
	case TERM_ADD: return Z3_mk_bvadd(context, a, b);
	case TERM_MULTIPLY: return Z3_mk_bvmul(context, a, b);
	case TERM_DIVIDE_UNSIGNED: return Z3_mk_bvudiv(context, a, b);
	case TERM_DIVIDE_SIGNED: return Z3_mk_bvsdiv(context, a, b);
	case TERM_REMAINDER_UNSIGNED: return Z3_mk_bvurem(context, a, b);
	case TERM_REMAINDER_SIGNED: return Z3_mk_bvsrem(context, a, b);
	case TERM_SHIFT_LEFT: return Z3_mk_bvshl(context, a, b);
	case TERM_SHIFT_RIGHT_UNSIGNED: return Z3_mk_bvlshr(context, a, b);
	case TERM_SHIFT_RIGHT_SIGNED: return Z3_mk_bvashr(context, a, b);
	case TERM_AND: return Z3_mk_bvand(context, a, b);
	case TERM_OR: return Z3_mk_bvor(context, a, b);
	case TERM_XOR: return Z3_mk_bvxor(context, a, b);
	default: return Z3_mk_concat(context, a, b); /* CONCATENATE */
	}
}

/* Returns a term of several bits. */
static Z3_ast make_bits(struct prover *prover, const struct term *row)
{
	Z3_context context = prover->context;
	unsigned more;

	switch ((unsigned)row->operation) {
	case TERM_CONSTANT: return number_of(prover, row->number, row->width);
	case TERM_INPUT:
		return Z3_mk_const(context, Z3_mk_int_symbol(context, (int)row->number),
				   Z3_mk_bv_sort(context, row->width));
	case TERM_NOT: return Z3_mk_bvnot(context, bits_of(prover, row->a));
	case TERM_CHOOSE:
		return Z3_mk_ite(context, prover->made[row->a], bits_of(prover, row->b),
				 bits_of(prover, row->c));
	case TERM_EXTRACT:
		return Z3_mk_extract(context, (unsigned)row->number + row->width - 1,
				     (unsigned)row->number, bits_of(prover, row->a));
	case TERM_EXTEND_ZERO:
	case TERM_EXTEND_SIGN:
		more = (unsigned)row->width - prover->terms->items[row->a].width;
		return row->operation == TERM_EXTEND_ZERO
			       ? Z3_mk_zero_ext(context, more, bits_of(prover, row->a))
			       : Z3_mk_sign_ext(context, more, bits_of(prover, row->a));
	default: return make_binary(prover, row);
	}
}

/* Returns a term of one bit, as a truth value. */
static Z3_ast make_truth(struct prover *prover, const struct term *row)
{
	Z3_context context = prover->context;
	Z3_ast operands[2] = { prover->made[row->a], prover->made[row->b] };

	switch ((unsigned)row->operation) {
	case TERM_CONSTANT: return row->number ? Z3_mk_true(context) : Z3_mk_false(context);
	case TERM_NOT: return Z3_mk_not(context, operands[0]);
	case TERM_AND: return Z3_mk_and(context, 2, operands);
	case TERM_OR: return Z3_mk_or(context, 2, operands);
	case TERM_XOR: return Z3_mk_xor(context, operands[0], operands[1]);
	case TERM_CHOOSE: return Z3_mk_ite(context, operands[0], operands[1], prover->made[row->c]);
	case TERM_EQUAL: return Z3_mk_eq(context, operands[0], operands[1]);
	case TERM_LESS_UNSIGNED:
		return Z3_mk_bvult(context, bits_of(prover, row->a), bits_of(prover, row->b));
	case TERM_LESS_SIGNED:
		return Z3_mk_bvslt(context, bits_of(prover, row->a), bits_of(prover, row->b));
	default:
		return Z3_mk_eq(context, keep(prover, make_bits(prover, row)),
				number_of(prover, 1, 1));
	}
}

/* False: Z3 could not make one of the operands. */
static bool has_operands(const struct prover *prover, const struct term *row)
{
	return (!row->a || prover->made[row->a]) && (!row->b || prover->made[row->b]) &&
	       (!row->c || prover->made[row->c]);
}

static void make_term(void *data, uint32_t term)
{
	struct prover *prover = data;
	const struct term *row = term_get(prover->terms, term);

	if (prover->made[term] || !has_operands(prover, row))
		return;
	prover->made[term] = row->width == 1 ? make_truth(prover, row) : make_bits(prover, row);
	if (prover->made[term])
		Z3_inc_ref(prover->context, prover->made[term]);
	drop_parts(prover);
}

static void make_room(struct prover *prover)
{
	uint32_t count = prover->terms->count;

	if (prover->nr_made >= count)
		return;
	count += count / 2;
	prover->made = xreallocarray(prover->made, count, sizeof(*prover->made));
	memset(prover->made + prover->nr_made, 0,
	       (count - prover->nr_made) * sizeof(*prover->made));
	prover->nr_made = count;
}

/* ---- questions */

static void set_limits(struct prover *prover, Z3_solver solver, unsigned steps)
{
	Z3_context context = prover->context;
	Z3_params params = Z3_mk_params(context);

	Z3_params_inc_ref(context, params);
	Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"), steps);
	Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"),
			   prover->options->seconds * 1000);
	Z3_solver_set_params(context, solver, params);
	Z3_params_dec_ref(context, params);
}

static void read_input(struct prover *prover, Z3_model model, uint32_t input, unsigned char *inputs)
{
	Z3_context context = prover->context;
	Z3_ast name = Z3_mk_const(context, Z3_mk_int_symbol(context, (int)input),
				  Z3_mk_bv_sort(context, 8));
	Z3_ast value = NULL;
	unsigned number = 0;

	Z3_inc_ref(context, name);
	/* What Z3 does not care about stays as it is. */
	if (Z3_model_eval(context, model, name, false, &value) && value &&
	    Z3_get_numeral_uint(context, value, &number))
		inputs[input] = (unsigned char)number;
	Z3_dec_ref(context, name);
}

static void read_model(struct prover *prover, Z3_solver solver, const struct group *group,
		       unsigned char *inputs)
{
	Z3_model model = Z3_solver_get_model(prover->context, solver);

	if (!model)
		return;
	Z3_model_inc_ref(prover->context, model);
	for (size_t i = 0; i < group->inputs.count; i++)
		read_input(prover, model, group->inputs.items[i], inputs);
	Z3_model_dec_ref(prover->context, model);
}

/* Adds the conditions of GROUP to SOLVER; false: Z3 could not make one. */
static bool add_conditions(struct prover *prover, struct evaluator *evaluator,
			   const struct group *group, Z3_solver solver)
{
	evaluator_walk_all(evaluator, group->conditions.items, group->conditions.count, make_term,
			   prover);
	for (size_t i = 0; i < group->conditions.count; i++) {
		uint32_t condition = group->conditions.items[i];

		if (!prover->made[condition] || Z3_get_error_code(prover->context) != Z3_OK)
			return false;
		Z3_solver_assert(prover->context, solver, prover->made[condition]);
	}
	return true;
}

/* True if the question is to end: its time is over, or Z3 is about to have no memory left. */
static bool is_over(void *arg)
{
	const struct solver_options *options = ((struct prover *)arg)->options;
	uint64_t limit = (uint64_t)options->megabytes << 20;

	return (options->deadline && deadline_is_over(options->deadline)) ||
	       Z3_get_estimated_alloc_size() > limit - limit / SPARE_SHARE;
}

/* Z3 guards this: it may be called while the context is in use by another thread. */
static void interrupt(void *arg)
{
	Z3_interrupt(((struct prover *)arg)->context);
}

static enum solver_answer check(struct prover *prover, Z3_solver solver, const struct group *group,
				unsigned char *inputs)
{
	const struct lookout_opts opts = { is_over, interrupt, prover };
	struct lookout lookout;
	Z3_error_code error;
	Z3_lbool answer;
	bool is_ended;

	lookout_begin(&lookout, &opts);
	answer = Z3_solver_check(prover->context, solver);
	is_ended = lookout_end(&lookout);
	error = Z3_get_error_code(prover->context);
	prover->is_broken = error == Z3_MEMOUT_FAIL || (error != Z3_OK && !is_ended);
	prover->is_ended = is_ended;
	if (prover->is_broken || is_ended)
		return SOLVER_UNKNOWN;
	if (answer == Z3_L_FALSE)
		return SOLVER_UNSAT;
	if (answer != Z3_L_TRUE)
		return SOLVER_UNKNOWN;
	read_model(prover, solver, group, inputs);
	return SOLVER_SAT;
}

bool prover_has_failed(const struct prover *prover)
{
	return prover->has_failed;
}

/* Opens the context, if it is to be a new one; false: there is none, or no time is left. */
static bool prepare(struct prover *prover)
{
	/* Where there was no memory for a context, Z3 would lose some with each try. */
	if (!prover->context && !prover->is_closed)
		return false;
	if (prover->options->deadline && deadline_is_over(prover->options->deadline))
		return false;
	make_space(prover);
	/* What is kept must not depend on what was asked before: not all of that is asked again. */
	if (prover->is_broken || prover->is_closed || prover->options->keeper) {
		close_context(prover);
		open_context(prover);
		prover->is_closed = false;
	}
	return prover->context != NULL;
}

/* Returns a solver, which Z3 frees unless it is held, or NULL. */
static Z3_solver make_solver(struct prover *prover, enum prover_way way)
{
	Z3_context context = prover->context;

	return way == PROVER_BY_TERMS
		       ? Z3_mk_simple_solver(context)
		       : Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, "QF_BV"));
}

/* The same as prover_ask() with a context that is open. */
static enum solver_answer ask(struct prover *prover, struct evaluator *evaluator,
			      const struct group *group, enum prover_way way, unsigned steps,
			      unsigned char *inputs)
{
	enum solver_answer answer = SOLVER_UNKNOWN;
	Z3_solver solver;

	make_room(prover);
	solver = make_solver(prover, way);
	if (!solver) {
		prover->is_broken = true;
		return SOLVER_UNKNOWN;
	}
	Z3_solver_inc_ref(prover->context, solver);
	set_limits(prover, solver, steps);
	if (add_conditions(prover, evaluator, group, solver))
		answer = check(prover, solver, group, inputs);
	else
		prover->is_broken = true;
	if (!prover->is_broken)
		Z3_solver_dec_ref(prover->context, solver);
	return answer;
}

enum solver_answer prover_ask(struct prover *prover, struct evaluator *evaluator,
			      const struct group *group, enum prover_way way, unsigned steps,
			      unsigned char *inputs)
{
	const uint64_t retained = ((uint64_t)prover->options->megabytes << 20) / RETAINED_SHARE;
	enum solver_answer answer;
	uint64_t before;

	prover->has_failed = true;
	prover->is_ended = false;
	if (!prepare(prover))
		return SOLVER_UNKNOWN;
	before = Z3_get_estimated_alloc_size();
	answer = ask(prover, evaluator, group, way, steps, inputs);
	prover->has_failed = prover->is_broken || prover->is_ended;
	if (prover->is_ended || Z3_get_estimated_alloc_size() > before + retained)
		shut(prover);
	return answer;
}
