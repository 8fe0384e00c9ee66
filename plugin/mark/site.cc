/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps the sites, marks and skips of the unit. A site is found again by its position and operator,
 * so that all copies of a construct become marks of one site. Copies whose alternatives differ drop
 * their site.
 */
#include "plugin/mark/site.h"
#include "plugin/base/options.h"
#include "plugin/source/seam.h"

static vec<site> sites;
static vec<mark> marks;
static vec<skip> skips;

/*
 * What tells constructs apart: the position, and for sites the operator. The file is known by its
 * address, as sources are malloc'ed and stay.
 */
struct position {
	source *file;
	/* for a skip only `line` and `column` are set */
	unsigned line, column, end_line, end_column, op;
};

struct position_traits : typed_noop_remove<position> {
	typedef position value_type;
	typedef position compare_type;
	static const bool empty_zero_p = true;

	static hashval_t hash(const position &p)
	{
		inchash::hash h;

		h.add_ptr(p.file);
		for (unsigned n : { p.line, p.column, p.end_line, p.end_column, p.op })
			h.add_int(n);
		return h.end();
	}

	static bool equal(const position &a, const position &b)
	{
		return a.file == b.file && a.line == b.line && a.column == b.column &&
		       a.end_line == b.end_line && a.end_column == b.end_column && a.op == b.op;
	}

	static void mark_empty(position &p)
	{
		p.file = NULL;
	}

	static bool is_empty(const position &p)
	{
		return !p.file;
	}

	static void mark_deleted(position &)
	{
		gcc_unreachable(); /* nothing is ever removed */
	}

	static bool is_deleted(const position &)
	{
		return false;
	}
};

typedef hash_map<position, int, simple_hashmap_traits<position_traits, int>> position_map;

static position_map *site_at; /* position -> index in sites */
static position_map *skip_at; /* position -> index in skips */

vec<site> &site_all(void)
{
	return sites;
}

vec<mark> &mark_all(void)
{
	return marks;
}

vec<skip> &skip_all(void)
{
	return skips;
}

static bool same_range(const alternative &a, const alternative &b)
{
	return a.line == b.line && a.column == b.column && a.end_line == b.end_line &&
	       a.end_column == b.end_column;
}

static char *describe(const char *from, const char *to)
{
	if (!*to)
		return xasprintf("deleted %s", from);
	if (!strcmp(to, "negated"))
		return xasprintf("negated %s", from);
	return xasprintf("replaced %s with %s", from, to);
}

int proposal_add(proposal *p, enum remt_operator op, const char *from, const char *to,
		 const extent *where, char *replacement, const realize &how, unsigned flags)
{
	const token &first = where->file->tokens[where->first],
		    &last = where->file->tokens[where->last];
	alternative alt = {};

	if (!seam_is_whole(where)) {
		free(replacement);
		return -2;
	}
	replacement = seam_close(where, replacement);
	alt.line = first.line;
	alt.column = first.column;
	alt.end_line = last.end_line;
	alt.end_column = last.end_column;
	alt.replacement = replacement;
	alt.op = op;
	alt.flags = flags;
	alt.is_safe = !flags;
	for (const alternative &other : p->alternatives)
		if (same_range(alt, other) && !strcmp(other.replacement, replacement) &&
		    (op == REMT_OLNG) == (other.op == REMT_OLNG)) {
			free(replacement);
			return -2;
		}
	alt.op_id = xasprintf("%s:%s:%s", remt_operators[op].name, from, to);
	alt.description = describe(from, to);
	p->alternatives.safe_push(alt);
	p->realizes.safe_push(how);
	return p->alternatives.length();
}

static void free_alternatives(vec<alternative> &alternatives)
{
	for (alternative &alt : alternatives) {
		free(alt.op_id);
		free(alt.replacement);
		free(alt.description);
	}
}

/*
 * Puts the safe alternatives first and keeps the order of proposal otherwise; returns how many are
 * safe.
 */
static unsigned order_alternatives(const proposal *p, vec<alternative> *alternatives,
				   vec<realize> *realizes)
{
	unsigned nr_safe = 0;

	for (int safe = 1; safe >= 0; safe--)
		for (unsigned i = 0; i < p->alternatives.length(); i++)
			if (p->alternatives[i].is_safe == safe) {
				alternatives->safe_push(p->alternatives[i]);
				realizes->safe_push(p->realizes[i]);
				nr_safe += safe;
			}
	return nr_safe;
}

static bool same_alternatives(const vec<alternative> &a, const vec<alternative> &b)
{
	if (a.length() != b.length())
		return false;
	for (unsigned i = 0; i < a.length(); i++)
		if (!same_range(a[i], b[i]) || strcmp(a[i].replacement, b[i].replacement))
			return false;
	return true;
}

/* Returns the index of WHERE in MAP. If WHERE is new, its index becomes NEXT. */
static int find_or_add(position_map **map, const position &where, int next, bool *is_known)
{
	if (!*map)
		*map = new position_map;
	int &index = (*map)->get_or_insert(where, is_known);

	if (!*is_known)
		index = next;
	return index;
}

static site make_site(const proposal *p, tree function)
{
	const token &first = p->where.file->tokens[p->where.first],
		    &last = p->where.file->tokens[p->where.last];
	site s = {};

	s.file = p->where.file;
	s.line = first.line;
	s.column = first.column;
	s.end_line = last.end_line;
	s.end_column = last.end_column;
	s.function_uid = DECL_UID(function);
	s.number = -1;
	s.block = -1;
	return s;
}

/* Returns the alternatives that can't be evaluated beside the original. */
static unsigned trapping(const vec<alternative> &alternatives)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < alternatives.length(); i++)
		if (alternatives[i].flags & REMT_MUTANT_MAY_TRAP)
			bits |= remt_alternative_bit(i + 1);
	return alternatives.length() < 32 ? bits : bits | remt_alternative_bit(32);
}

int proposal_commit(proposal *p, tree function)
{
	vec<realize> realizes = vNULL;
	site s;
	mark m = {};
	bool is_known;

	if (p->alternatives.is_empty())
		return -1;
	s = make_site(p, function);
	s.nr_safe = order_alternatives(p, &s.alternatives, &realizes);
	m.form = p->form;
	m.code = p->code;
	m.infects = p->form == MARK_SELECT ? ~0u : trapping(s.alternatives);
	m.realizes = realizes;
	m.site = find_or_add(&site_at,
			     { s.file, s.line, s.column, s.end_line, s.end_column,
			       (unsigned)s.alternatives[0].op },
			     sites.length(), &is_known);
	if (!is_known) {
		sites.safe_push(s);
	} else {
		if (!same_alternatives(sites[m.site].alternatives, s.alternatives))
			sites[m.site].is_dropped = true;
		free_alternatives(s.alternatives);
		s.alternatives.release();
	}
	marks.safe_push(m);
	return marks.length() - 1;
}

int mark_comparison(int number)
{
	mark m = { marks[number].site, MARK_VALUE, NOP_EXPR, 0, false, vNULL };

	m.realizes.safe_push({ REALIZE_SECOND, ERROR_MARK, 0, 0, 0 });
	marks.safe_push(m);
	return marks.length() - 1;
}

int mark_layout(source *file, unsigned line, unsigned column, unsigned nr_shifts)
{
	mark m = { (int)sites.length(), MARK_VALUE, NOP_EXPR, 0, false, vNULL };
	site s = {};

	s.file = file;
	s.line = s.end_line = line;
	s.column = column;
	s.end_column = column + 1;
	s.function_uid = DECL_UID(current_function_decl);
	s.number = -1;
	s.block = -1;
	for (unsigned k = 1; k <= nr_shifts; k++) {
		alternative alt = {};

		alt.line = alt.end_line = line;
		alt.column = column;
		alt.end_column = column + 1;
		alt.op_id = xasprintf("LAYOUT:+%u", k);
		alt.replacement = xstrdup("");
		alt.description =
			xasprintf("took an address as if its object lay %u byte%s further", k,
				  k == 1 ? "" : "s");
		alt.flags = REMT_MUTANT_LAYOUT;
		s.alternatives.safe_push(alt);
		m.realizes.safe_push({ REALIZE_SHIFTED, ERROR_MARK, 0, (HOST_WIDE_INT)k, 0 });
	}
	sites.safe_push(s);
	marks.safe_push(m);
	return marks.length() - 1;
}

int mark_beside(int number, unsigned infects)
{
	mark m = marks[number];

	m.infects = infects;
	marks.safe_push(m);
	return marks.length() - 1;
}

int mark_parting(int number, unsigned infects)
{
	number = mark_beside(number, infects);
	marks[number].is_parting = true;
	return number;
}

void skip_add(const place *at, enum remt_skip_reason reason)
{
	const token &t = place_token(*at);

	bool is_known;

	find_or_add(&skip_at, { at->file, t.line, t.column, 0, 0, 0 }, skips.length(), &is_known);
	if (!is_known)
		skips.safe_push({ at->file, t.line, t.column, reason });
}
