/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluates an integer constant expression of literals by precedence climbing, with C's usual
 * arithmetic conversions; int has 32 bits and long has 64. An expression with a name, a cast, a
 * comparison or a connector is no formula.
 */
#include "plugin/source/formula.h"
#include "plugin/source/literal.h"

/* A value of type int, unsigned int, long or unsigned long, kept extended to the width of long. */
struct number {
	HOST_WIDE_INT value;
	bool is_unsigned, is_long;
};

struct reader {
	source *file;
	int at, last; /* at: index of the next token; last: index of the formula's last token */
	const formula_change *change;
};

/* Brings the value into the number's type. False: the type is signed and can't hold it. */
static bool fit(number *n, bool may_wrap)
{
	HOST_WIDE_INT value = n->value;

	if (n->is_long)
		return true;
	n->value = n->is_unsigned ? (HOST_WIDE_INT)(unsigned)value : (HOST_WIDE_INT)(int)value;
	return n->is_unsigned || may_wrap || n->value == value;
}

/* C's usual arithmetic conversions. */
static void convert_both(number *a, number *b)
{
	bool is_long = a->is_long || b->is_long;
	bool is_unsigned = (a->is_unsigned && a->is_long == is_long) ||
			   (b->is_unsigned && b->is_long == is_long);

	for (number *n : { a, b }) {
		n->is_long = is_long;
		n->is_unsigned = is_unsigned;
		fit(n, true);
	}
}

static bool divide(number *a, const number *b, bool is_rest)
{
	unsigned HOST_WIDE_INT first = a->value, second = b->value;

	if (!second || (!a->is_unsigned && b->value == -1))
		return false;
	if (a->is_unsigned)
		a->value = is_rest ? first % second : first / second;
	else
		a->value = is_rest ? a->value % b->value : a->value / b->value;
	return true;
}

/* Shifts A; the result has the type of A. */
static bool shift(number *a, const number *b, bool is_left)
{
	if (b->value < 0 || b->value >= (a->is_long ? 64 : 32))
		return false;
	if (is_left)
		a->value = (unsigned HOST_WIDE_INT)a->value << b->value;
	else
		a->value = a->is_unsigned
				   ? (HOST_WIDE_INT)((unsigned HOST_WIDE_INT)a->value >> b->value)
				   : a->value >> b->value;
	return fit(a, true);
}

/* Computes + - and *. False: a signed operation overflows. */
static bool compute(number *a, const number *b, char op)
{
	HOST_WIDE_INT result;
	bool overflows = op == '+'   ? __builtin_add_overflow(a->value, b->value, &result)
			 : op == '-' ? __builtin_sub_overflow(a->value, b->value, &result)
				     : __builtin_mul_overflow(a->value, b->value, &result);

	a->value = result;
	return (!overflows || a->is_unsigned) && fit(a, false);
}

/* A = A OP B. */
static bool apply(number *a, number b, const char *op)
{
	if (!strcmp(op, "<<") || !strcmp(op, ">>"))
		return shift(a, &b, *op == '<');
	if (strlen(op) != 1)
		return false;
	convert_both(a, &b);
	switch (*op) {
	case '+':
	case '-':
	case '*': return compute(a, &b, *op);
	case '/':
	case '%': return divide(a, &b, *op == '%');
	case '&': a->value &= b.value; return true;
	case '|': a->value |= b.value; return true;
	case '^': a->value ^= b.value; return true;
	default: return false;
	}
}

static bool read_binary(reader *r, int least, number *ret);

static bool read_number(reader *r, number *ret)
{
	extent ext = { r->file, r->at, r->at };
	literal lit;

	if (!literal_read(&ext, &lit) || lit.is_float)
		return false;
	*ret = { literal_value(&lit, 0), lit.is_unsigned, lit.is_long };
	if (r->change && r->change->token == r->at) {
		const number factor = { r->change->factor, false, false },
			     summand = { r->change->summand, false, false };

		if (!apply(ret, factor, "*") || !apply(ret, summand, "+"))
			return false;
	}
	r->at++;
	return true;
}

/* Reads a literal, (…), -x, +x or ~x. */
static bool read_unary(reader *r, number *ret)
{
	if (r->at > r->last || r->file->tokens[r->at].directive)
		return false;
	const token &t = r->file->tokens[r->at];

	if (token_is(t, "(")) {
		r->at++;
		return read_binary(r, 0, ret) && r->at <= r->last &&
		       token_is(r->file->tokens[r->at++], ")");
	}
	if (token_is(t, "-") || token_is(t, "+") || token_is(t, "~")) {
		number operand;

		r->at++;
		if (!read_unary(r, &operand))
			return false;
		if (token_is(t, "~")) {
			*ret = operand;
			ret->value = ~operand.value;
			return fit(ret, true);
		}
		*ret = {};
		return apply(ret, operand, token_is(t, "-") ? "-" : "+");
	}
	return read_number(r, ret);
}

/* Reads operators that bind at least as tightly as LEAST, from left to right. */
static bool read_binary(reader *r, int least, number *ret)
{
	if (!read_unary(r, ret))
		return false;
	while (r->at <= r->last) {
		int op = r->at, prec = token_precedence(r->file, op);
		char text[4] = "";
		number second;

		if (prec < 3 || prec < least)
			return prec >= 3 || token_is(r->file->tokens[op], ")");
		memcpy(text, r->file->tokens[op].text, r->file->tokens[op].length);
		r->at++;
		if (!read_binary(r, prec + 1, &second) ||
		    !apply(ret, second, r->change && r->change->token == op ? r->change->op : text))
			return false;
	}
	return true;
}

bool formula_value(const extent *ext, const formula_change *change, HOST_WIDE_INT *ret)
{
	reader r = { ext->file, ext->first, ext->last, change };
	number n;

	if (!read_binary(&r, 0, &n) || r.at != ext->last + 1)
		return false;
	*ret = n.value;
	return true;
}
