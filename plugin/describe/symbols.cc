/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collects the unit's symbols: everything that functions mention, everything that other units can
 * see, and whatever their initial values mention in turn. Each gets a row with the hash of its
 * type, attributes, options and initial value.
 */
#include "plugin/describe/symbols.h"
#include "plugin/describe/canonical.h"
#include "plugin/describe/canonical_string.h"
#include "plugin/describe/canonical_type.h"
#include "plugin/describe/graph.h"
#include "plugin/describe/table.h"

typedef hash_map<tree, unsigned> row_map;
typedef hash_map<tree, char *> name_map;

static vec<remt_symbol> rows;
static vec<tree> decls; /* the declarations, parallel to rows */
static row_map *row_of;
static name_map *names;
static auto_vec<tree> *locals;

static bool is_local(tree decl)
{
	return !TREE_PUBLIC(decl) && !DECL_EXTERNAL(decl) && decl_function_context(decl) &&
	       DECL_NAME(decl);
}

/*
 * Collects all static variables of functions. GCC may have moved them to functions that it split
 * off (OpenMP).
 */
static void find_locals(void)
{
	varpool_node *node;

	locals = new auto_vec<tree>;
	FOR_EACH_VARIABLE(node)
		if (is_local(node->decl))
			locals->safe_push(node->decl);
}

/* Returns how many variables of DECL's name the same function declares before DECL. */
static unsigned count_namesakes(tree decl)
{
	unsigned n = 0;

	if (!locals)
		find_locals();
	for (tree other : *locals)
		n += DECL_NAME(other) == DECL_NAME(decl) && DECL_UID(other) < DECL_UID(decl) &&
		     decl_function_context(other) == decl_function_context(decl);
	return n;
}

/*
 * Returns the name that the linker sees. Weak references and redefined names stand for other
 * symbols.
 */
static const char *assembler_name(tree decl)
{
	tree id = DECL_ASSEMBLER_NAME(decl);
	symtab_node *node = symtab_node::get(decl);

	if (node && node->weakref && node->alias_target)
		id = DECL_P(node->alias_target) ? DECL_ASSEMBLER_NAME(node->alias_target)
						: node->alias_target;
	while (IDENTIFIER_TRANSPARENT_ALIAS(id))
		id = TREE_CHAIN(id);
	return targetm.strip_name_encoding(IDENTIFIER_POINTER(id));
}

static char *make_name(tree decl)
{
	if (is_local(decl))
		return xasprintf("%s:%s#%u", symbol_name(decl_function_context(decl)),
				 IDENTIFIER_POINTER(DECL_NAME(decl)), count_namesakes(decl));
	return xstrdup(assembler_name(decl));
}

const char *symbol_name(tree decl)
{
	if (!names)
		names = new name_map;
	char **known = names->get(decl);

	if (known)
		return *known;
	char *name = make_name(decl);

	names->put(decl, name);
	return name;
}

unsigned symbol_row(tree decl)
{
	if (!row_of)
		row_of = new row_map;
	unsigned *known = row_of->get(decl);

	if (known)
		return *known;
	unsigned n = rows.length();
	remt_symbol row = {};

	row.name_str = table_string(symbol_name(decl));
	rows.safe_push(row);
	decls.safe_push(decl);
	row_of->put(decl, n);
	return n;
}

/* True for attributes that change warnings only. */
static bool is_silent(const char *attribute)
{
	static const char *const names[] = {
		"unused",      "maybe_unused",	      "deprecated",
		"unavailable", "warn_unused_result",  "nodiscard",
		"format",      "format_arg",	      "nonnull",
		"access",      "fallthrough",	      "sentinel",
		"warning",     "warn_if_not_aligned",
	};

	for (const char *name : names)
		if (!strcmp(attribute, name))
			return true;
	return false;
}

static void add_attributes(canonical *c, tree list)
{
	for (; list; list = TREE_CHAIN(list)) {
		if (is_silent(IDENTIFIER_POINTER(get_attribute_name(list))))
			continue;
		c->t.add(IDENTIFIER_POINTER(get_attribute_name(list)));
		c->t.add('(');
		for (tree arg = TREE_VALUE(list); arg; arg = TREE_CHAIN(arg)) {
			tree value = TREE_CODE(arg) == TREE_LIST ? TREE_VALUE(arg) : arg;

			if (value && TREE_CODE(value) == IDENTIFIER_NODE)
				c->t.add(IDENTIFIER_POINTER(value));
			else
				canonical_operand(c, value);
			if (TREE_CODE(arg) != TREE_LIST)
				break;
		}
		c->t.add(')');
	}
}

static bool has_value(tree decl)
{
	return VAR_P(decl) && !DECL_EXTERNAL(decl) && DECL_INITIAL(decl) != error_mark_node;
}

/* Adds what functions and variables have in common. */
static void add_decl(canonical *c, tree decl)
{
	const char *section = DECL_SECTION_NAME(decl);

	c->t.add(TREE_PUBLIC(decl) ? 'p' : 's');
	c->t.add(DECL_WEAK(decl) ? 'w' : '-');
	c->t.add(DECL_EXTERNAL(decl) ? 'e' : '-');
	c->t.add_number(DECL_VISIBILITY(decl));
	canonical_string_type(&c->t, TREE_TYPE(decl),
			      has_value(decl) ? DECL_INITIAL(decl) : NULL_TREE);
	c->t.add(section ? section : "");
	c->t.add('\n');
	add_attributes(c, DECL_ATTRIBUTES(decl));
}

static void add_variable(canonical *c, tree decl)
{
	c->t.add(TREE_READONLY(decl) ? 'r' : '-');
	c->t.add(TREE_THIS_VOLATILE(decl) ? 'v' : '-');
	c->t.add(DECL_COMMON(decl) ? 'c' : '-');
	c->t.add_number(DECL_THREAD_LOCAL_P(decl) ? DECL_TLS_MODEL(decl) : 0);
	c->t.add_number(DECL_USER_ALIGN(decl) ? DECL_ALIGN(decl) : 0);
	if (has_value(decl))
		canonical_operand(c, DECL_INITIAL(decl));
}

/* Adds the function's own options: `#pragma GCC optimize`, or an attribute. */
static void add_function(canonical *c, tree decl)
{
	tree own = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(decl);

	c->t.add_number(own ? cl_optimization_hash(TREE_OPTIMIZATION(own)) : 0);
	own = DECL_FUNCTION_SPECIFIC_TARGET(decl);
	c->t.add_number(own ? cl_target_option_hash(TREE_TARGET_OPTION(own)) : 0);
}

/*
 * True if the linker collects NODE from all units: constructors, destructors, and sections that a
 * program walks by their bounds.
 */
static bool is_collected(symtab_node *node)
{
	tree decl = node->decl;
	const char *section = DECL_SECTION_NAME(decl);

	if (!node->definition || DECL_EXTERNAL(decl))
		return false;
	if (TREE_CODE(decl) == FUNCTION_DECL)
		return DECL_STATIC_CONSTRUCTOR(decl) || DECL_STATIC_DESTRUCTOR(decl) ||
		       (section && (!strcmp(section, ".init") || !strcmp(section, ".fini")));
	return section || DECL_PRESERVE_P(decl);
}

static unsigned flags_of(tree decl)
{
	bool is_function = TREE_CODE(decl) == FUNCTION_DECL;
	symtab_node *node = symtab_node::get(decl);
	unsigned flags = is_function ? REMT_SYMBOL_FUNCTION : 0;

	if (node && node->weakref)
		return flags | REMT_SYMBOL_PUBLIC | REMT_SYMBOL_WEAK;
	if (node && node->definition && !DECL_EXTERNAL(decl))
		flags |= REMT_SYMBOL_DEFINED;
	if (TREE_PUBLIC(decl))
		flags |= REMT_SYMBOL_PUBLIC;
	if (DECL_WEAK(decl))
		flags |= REMT_SYMBOL_WEAK;
	if (node && node->alias)
		flags |= REMT_SYMBOL_ALIAS;
	if (is_function && DECL_STATIC_CONSTRUCTOR(decl))
		flags |= REMT_SYMBOL_CONSTRUCTOR;
	if (is_function && DECL_STATIC_DESTRUCTOR(decl))
		flags |= REMT_SYMBOL_DESTRUCTOR;
	if (!is_function && node && is_collected(node))
		flags |= REMT_SYMBOL_COLLECTED;
	return flags;
}

/* Fills row N and adds rows for the symbols that it mentions. */
static void complete(unsigned n)
{
	tree decl = decls[n];
	symtab_node *node = symtab_node::get(decl);
	canonical c;
	text_hashes hashes;

	add_decl(&c, decl);
	if (TREE_CODE(decl) == FUNCTION_DECL)
		add_function(&c, decl);
	else
		add_variable(&c, decl);
	if (node && node->alias && node->analyzed)
		canonical_operand(&c, node->get_alias_target()->decl);
	unsigned first = graph_add_references(c.symbols);

	hashes = c.t.hashes();
	rows[n].flags = flags_of(decl);
	rows[n].hash = hashes.exact;
	rows[n].neutral_hash = hashes.neutral;
	rows[n].first_reference = first;
	rows[n].nr_references = c.symbols.length();
}

void symbols_complete(void)
{
	symtab_node *node;

	FOR_EACH_SYMBOL(node)
		if (is_collected(node) || (node->definition && TREE_PUBLIC(node->decl) &&
					   DECL_ASSEMBLER_NAME_SET_P(node->decl)))
			symbol_row(node->decl);
	for (unsigned n = 0; n < rows.length(); n++)
		complete(n);
}

static int compare_order(const void *a, const void *b)
{
	return (*(symtab_node *const *)a)->order - (*(symtab_node *const *)b)->order;
}

text_hashes symbols_collected(void)
{
	auto_vec<symtab_node *> found;
	symtab_node *node;
	text_pair t;

	FOR_EACH_SYMBOL(node)
		if (is_collected(node))
			found.safe_push(node);
	found.qsort(compare_order);
	for (symtab_node *n : found) {
		t.add(symbol_name(n->decl));
		t.add('\n');
		const remt_symbol &row = rows[symbol_row(n->decl)];

		t.add_hashes({ row.hash, row.neutral_hash });
		if (TREE_CODE(n->decl) != FUNCTION_DECL)
			continue;
		t.add(DECL_STATIC_CONSTRUCTOR(n->decl) ? 'c' : '-');
		t.add(DECL_STATIC_DESTRUCTOR(n->decl) ? 'd' : '-');
		t.add_number(DECL_INIT_PRIORITY(n->decl));
		t.add_number(DECL_FINI_PRIORITY(n->decl));
	}
	return t.is_empty() ? text_hashes{} : t.hashes();
}

const vec<remt_symbol> &symbol_rows(void)
{
	return rows;
}

void symbols_forget(void)
{
	if (names)
		for (name_map::iterator i = names->begin(); i != names->end(); ++i)
			free((*i).second);
	delete names;
	delete row_of;
	delete locals;
	locals = NULL;
	names = NULL;
	row_of = NULL;
	decls.truncate(0);
}
