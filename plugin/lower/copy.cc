/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The copies are made while nothing is optimised yet, so that each goes through all passes beside the others. Other
 * units could call them, so that GCC keeps them, and knows as little of their arguments as of any public function's.
 */
#include "plugin/lower/copy.h"
#include "plugin/base/options.h"
#include "plugin/lower/body.h"
#include "plugin/lower/clone.h"
#include "plugin/lower/copy_hash.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/own_options.h"

#include "dominance.h"

/*
 * A function of more blocks is large: all that GCC does before it makes instructions takes about a quarter of a
 * millisecond for each block.
 */
#define LARGE 60

/* For each site: the function with marks of it, and whether there is another one. */
struct holder {
	cgraph_node *node;
	bool is_shared;
};

static vec<holder> holders;

/* A copy; `own` is the index of that of its function as it is, and its own for that one. */
struct made {
	cgraph_node *node; /* NULL: GCC goes no further with it */
	unsigned own;
	unsigned like; /* index of the copy that goes on for it, and its own if that is itself */
	unsigned function; /* its number in the unit, whatever copies are asked for */
	int site;
	unsigned alternative;		/* 0: the function as it is */
	bool is_large;			/* when it was numbered early */
	unsigned long long early, late; /* numbers; 0: not known */
	unsigned long long shape;	/* of a large one */
	vec<comparison> comparisons;	/* of a large one */
};

static vec<made> copies;
static hash_map<int_hash<unsigned, 0>, unsigned> copy_of; /* their indexes, by DECL_UID() */

void copies_count(cgraph_node *node)
{
	auto_vec<gimple *> stmts;

	holders.safe_grow_cleared(site_all().length());
	push_cfun(DECL_STRUCT_FUNCTION(node->decl));
	marks_collect(&stmts);
	pop_cfun();
	for (gimple *stmt : stmts) {
		holder &h = holders[mark_all()[marker_number(stmt)].site];

		h.is_shared |= h.node && h.node != node;
		h.node = node;
	}
}

/*
 * Without optimisation GCC makes other code of what would be the same in the text. A copy that is optimised still tells
 * what can't be the same.
 */
static void optimize_copy(tree decl)
{
	own_options before;

	own_options_take(decl, &before);
	if (!optimize) {
		parse_optimize_options(
			build_tree_list(NULL_TREE, build_int_cst(integer_type_node, 1)), true);
		DECL_FUNCTION_SPECIFIC_OPTIMIZATION(decl) =
			build_optimization_node(&global_options, &global_options_set);
	}
	own_options_give_back(&before);
}

/* Nothing refers to the copy, and it has no work to do at the start of a program. */
static void set_attributes(cgraph_node *copy)
{
	tree decl = copy->decl;

	for (const char *name : { "constructor", "destructor", "alias", "weak", "visibility" })
		DECL_ATTRIBUTES(decl) = remove_attribute(name, DECL_ATTRIBUTES(decl));
	DECL_STATIC_CONSTRUCTOR(decl) = 0;
	DECL_STATIC_DESTRUCTOR(decl) = 0;
	DECL_WEAK(decl) = 0;
	copy->force_output = 1;
	TREE_PUBLIC(decl) = 0;
	copy->externally_visible = 0;
	copy->local = 0;
}

/* Makes a copy of NODE and leaves it the current function. NULL: GCC refuses. */
static cgraph_node *begin(cgraph_node *node, const char *suffix)
{
	cgraph_node *copy = node->create_version_clone_with_body(vNULL, NULL, NULL, NULL, NULL,
								 suffix, NULL_TREE);

	if (!copy)
		return NULL;
	set_attributes(copy);
	optimize_copy(copy->decl);
	push_cfun(DECL_STRUCT_FUNCTION(copy->decl));
	return copy;
}

/* Returns how many local variables are used without a value in the current function. */
static unsigned count_undefined(void)
{
	unsigned i, count = 0;
	tree name;

	FOR_EACH_SSA_NAME(i, name, cfun)
	count += SSA_NAME_IS_DEFAULT_DEF(name) && SSA_NAME_VAR(name) && VAR_P(SSA_NAME_VAR(name)) &&
		 !virtual_operand_p(name) && !has_zero_uses(name);
	return count;
}

static void drop(cgraph_node *copy)
{
	struct function *fun = DECL_STRUCT_FUNCTION(copy->decl);

	free_dominance_info(fun, CDI_DOMINATORS);
	free_dominance_info(fun, CDI_POST_DOMINATORS);
	copy->remove();
}

/* Completes the current function; returns count_undefined(). */
static unsigned end(void)
{
	unsigned nr_undefined;

	body_finish();
	nr_undefined = count_undefined();
	pop_cfun();
	return nr_undefined;
}

static void keep(cgraph_node *copy, unsigned own, int site, unsigned alternative)
{
	unsigned index = copies.length();

	copy_of.put(DECL_UID(copy->decl), index);
	copies.safe_push({ copy, own, index, (unsigned)DECL_UID(DECL_ORIGIN(copy->decl)), site,
			   alternative, false, 0, 0, 0, vNULL });
}

/* False: GCC refuses. */
static bool make_own(cgraph_node *node, unsigned *nr_undefined)
{
	cgraph_node *copy = begin(node, "remt.own");

	if (!copy)
		return false;
	keep(copy, copies.length(), 0, 0);
	lower_plain();
	*nr_undefined = end();
	return true;
}

/*
 * Makes the copy of a mutant, where the function as it is has NR_UNDEFINED. What leaves one more variable without a value,
 * as a deleted first assignment, may do what the function did, but hardly by the same code. GCC drops that copy, so that
 * the mutant is compiled.
 */
static void make_mutant(cgraph_node *node, int site, unsigned alternative, unsigned own,
			unsigned nr_undefined)
{
	char *suffix = xasprintf("remt.%d.%u", site_all()[site].number, alternative);
	cgraph_node *copy = begin(node, suffix);

	if (copy) {
		lower_mutated(site, alternative);
		if (end() > nr_undefined)
			drop(copy);
		else
			keep(copy, own, site_all()[site].number, alternative);
	}
	free(suffix);
}

/* True if the mutants of SITE may have copies of NODE. A layout switch has no mutants. */
static bool is_held(int site, cgraph_node *node)
{
	const struct site &s = site_all()[site];

	return s.number >= 0 && !s.is_dropped && holders[site].node == node &&
	       !holders[site].is_shared && !(s.alternatives[0].flags & REMT_MUTANT_LAYOUT);
}

void copies_make(cgraph_node *node)
{
	bool has_own = false;
	unsigned nr_undefined = 0, own = copies.length();

	if (!clone_can_copy(node))
		return;
	for (int site = 0; site < (int)holders.length(); site++) {
		unsigned nr = site_all()[site].alternatives.length();

		if (!is_held(site, node))
			continue;
		for (unsigned alternative = 1; alternative <= nr; alternative++) {
			if (!options_copies_has(site_all()[site].number, alternative))
				continue;
			if (!has_own && !make_own(node, &nr_undefined))
				return;
			has_own = true;
			make_mutant(node, site, alternative, own, nr_undefined);
		}
	}
}

bool copies_is_large(void)
{
	return n_basic_blocks_for_fn(cfun) > LARGE;
}

bool copies_has(tree decl)
{
	return copy_of.get(DECL_UID(decl));
}

bool copies_is_noted(tree decl)
{
	return copies[*copy_of.get(DECL_UID(decl))].early != 0;
}

void copies_note(bool is_late)
{
	const unsigned *index = copy_of.get(DECL_UID(current_function_decl));

	if (!index)
		return;
	made &copy = copies[*index];

	if (is_late) {
		copy.late = copy_hash();
		return;
	}
	copy.early = copy_hash();
	copy.is_large = copies_is_large();
	if (copy.is_large)
		copy.shape = copy_hash_shape(&copy.comparisons);
}

static void stop(made &copy)
{
	drop(copy.node);
	copy.node = NULL;
}

/* True if GCC may still make of COPY what it makes of its function as it is. */
static bool is_promising(const made &copy)
{
	const made &own = copies[copy.own];

	return !copy.is_large || !own.is_large ||
	       (copy.shape == own.shape &&
		comparisons_are_close(copy.comparisons, own.comparisons));
}

void copies_settle(void)
{
	hash_map<int_hash<unsigned long long, 0>, unsigned> first; /* by early numbers */
	auto_vec<unsigned> nr_left; /* by indexes of functions as they are: copies with mutants */

	nr_left.safe_grow_cleared(copies.length());
	for (unsigned i = 0; i < copies.length(); i++) {
		made &copy = copies[i];
		bool is_known;

		if (copy.own == i)
			first.empty();
		if (!copy.early)
			continue;
		unsigned &like = first.get_or_insert(copy.early, &is_known);

		if (!is_known)
			like = i;
		copy.like = like;
		if (is_known || (i != copy.own && !is_promising(copy)))
			stop(copy);
		else
			nr_left[copy.own] += i != copy.own;
	}
	for (unsigned i = 0; i < copies.length(); i++) {
		if (copies[i].own == i && copies[i].node && !nr_left[i])
			stop(copies[i]);
		copies[i].comparisons.release();
	}
}

void copies_tell(const char *path)
{
	FILE *out = fopen(path, "w");
	bool is_written = out != NULL;

	for (const made &copy : copies) {
		const made &own = copies[copy.own];
		unsigned long long late = copies[copy.like].late;
		bool is_same = copy.early == own.early || (late && late == own.late);

		if (out && copy.alternative && copy.early && own.early)
			fprintf(out, "%d %u %u %llu %llu %d\n", copy.site, copy.alternative,
				copy.function, copy.early, late, is_same);
	}
	if (out)
		is_written = !ferror(out) & (fclose(out) == 0);
	if (!is_written)
		fatal_error(UNKNOWN_LOCATION, "remt: cannot write %qs: %m", path);
}
