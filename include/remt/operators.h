/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mutation operators: names, groups, presets, examples.
 *
 * Names are Proteum's codes (after Agrawal et al.), where there is one. A mutant's operator is
 * written NAME:DOMAIN:RANGE. DOMAIN is the token of the source ("ORRN:<:<="), or what kind of thing
 * is replaced ("CRCR:constant:0"); RANGE is what replaces it.
 * Wherever an operator can be chosen, groups and Mull's names do as well. A preset does not change
 * within a major version.
 *
 * Compiles as C11 and C++17.
 */
#ifndef REMT_OPERATORS_H
#define REMT_OPERATORS_H

#include <stddef.h>
#include <string.h>

enum remt_operator {
	REMT_ORRN, /* relational */
	REMT_OLLN, /* logical connector */
	REMT_OCNG, /* condition negated */
	REMT_DCRT, /* condition to true */
	REMT_DCRF, /* condition to false */
	REMT_OAAN, /* arithmetic */
	REMT_OAAA, /* arithmetic assignment */
	REMT_OBBN, /* bitwise */
	REMT_OBBA, /* bitwise assignment */
	REMT_OSSN, /* shift */
	REMT_OSSA, /* shift assignment */
	REMT_OIDO, /* ++ and -- */
	REMT_OODL, /* unary operator deleted */
	REMT_CRCR, /* constant */
	REMT_SSDL, /* statement deleted */
	REMT_SRSR, /* returned value */
	REMT_VTWD, /* variable twiddled */
	REMT_SBRC, /* break to continue */
	REMT_SCRB, /* continue to break */
	REMT_OLNG, /* negates one branch; for remt iso */
	REMT_NR_OPERATORS
};

/* Presets; each is a bit. */
enum remt_preset {
	REMT_PRESET_DEFAULT = 1,
	REMT_PRESET_STRONGER = 2,
	REMT_PRESET_ALL = 4,
	REMT_PRESET_BRANCH = 8,
	REMT_PRESET_SUFFICIENT = 16,
	REMT_PRESET_ISO = 32,
};

struct remt_operator_info {
	const char *name;    /* the canonical name */
	const char *group;   /* alias that related operators share */
	const char *mull;    /* Mull's names, separated by spaces; "": none */
	unsigned presets;    /* presets with this operator: bits of enum remt_preset */
	unsigned wide;	     /* presets with all replacements, not with the counterpart only */
	const char *summary; /* a sentence without the full stop */
	const char *before;  /* an example and what it becomes */
	const char *after;
};

#define REMT_PRESETS_D (REMT_PRESET_DEFAULT | REMT_PRESET_STRONGER | REMT_PRESET_ALL)
#define REMT_PRESETS_W (REMT_PRESET_STRONGER | REMT_PRESET_ALL)

/* Indexed by enum remt_operator. */
static const struct remt_operator_info remt_operators[REMT_NR_OPERATORS] = {
	{ "ORRN", "ROR",
	  "cxx_comparison cxx_boundary cxx_eq_to_ne cxx_ne_to_eq cxx_le_to_gt cxx_lt_to_ge "
	  "cxx_ge_to_lt cxx_gt_to_le cxx_le_to_lt cxx_lt_to_le cxx_ge_to_gt cxx_gt_to_ge",
	  REMT_PRESETS_D | REMT_PRESET_SUFFICIENT, REMT_PRESETS_W,
	  "replaces a relational operator by the three that subsume all others", "a < b",
	  "a <= b" },
	{ "OLLN", "LCR", "", REMT_PRESETS_D | REMT_PRESET_SUFFICIENT, 0,
	  "replaces a logical connector, or drops one of its operands", "a && b", "a || b" },
	{ "OCNG", "NEG", "negate_mutator", REMT_PRESETS_D | REMT_PRESET_BRANCH,
	  REMT_PRESETS_W | REMT_PRESET_BRANCH, "negates a condition", "if (p)", "if (!(p))" },
	{ "DCRT", "DCR", "", REMT_PRESETS_D, REMT_PRESETS_W, "makes a condition always true",
	  "if (p)", "if (1)" },
	{ "DCRF", "DCR", "", REMT_PRESETS_D, 0, "makes a condition always false", "if (p)",
	  "if (0)" },
	{ "OAAN", "AOR",
	  "cxx_arithmetic cxx_minus_to_noop cxx_add_to_sub cxx_sub_to_add cxx_mul_to_div "
	  "cxx_div_to_mul cxx_rem_to_div",
	  REMT_PRESETS_D | REMT_PRESET_SUFFICIENT, REMT_PRESETS_W,
	  "replaces an arithmetic operator by its counterpart", "a + b", "a - b" },
	{ "OAAA", "AOR",
	  "cxx_assignment cxx_add_assign_to_sub_assign cxx_sub_assign_to_add_assign "
	  "cxx_mul_assign_to_div_assign cxx_div_assign_to_mul_assign cxx_rem_assign_to_div_assign",
	  REMT_PRESETS_D | REMT_PRESET_SUFFICIENT, REMT_PRESETS_W,
	  "replaces an arithmetic assignment by its counterpart", "a += b", "a -= b" },
	{ "OBBN", "LCRB", "cxx_bitwise cxx_and_to_or cxx_or_to_and cxx_xor_to_or", REMT_PRESETS_D,
	  REMT_PRESETS_W, "replaces a bitwise operator", "a & b", "a | b" },
	{ "OBBA", "LCRB",
	  "cxx_bitwise_assignment cxx_and_assign_to_or_assign cxx_or_assign_to_and_assign "
	  "cxx_xor_assign_to_or_assign",
	  REMT_PRESETS_D, REMT_PRESETS_W, "replaces a bitwise assignment", "a |= b", "a &= b" },
	{ "OSSN", "SOR", "cxx_lshift_to_rshift cxx_rshift_to_lshift", REMT_PRESETS_D, 0,
	  "turns a shift round", "a << b", "a >> b" },
	{ "OSSA", "SOR", "cxx_lshift_assign_to_rshift_assign cxx_rshift_assign_to_lshift_assign",
	  REMT_PRESETS_D, 0, "turns a shift assignment round", "a <<= b", "a >>= b" },
	{ "Oido", "INC",
	  "cxx_increment cxx_decrement cxx_pre_inc_to_pre_dec cxx_post_inc_to_post_dec "
	  "cxx_pre_dec_to_pre_inc cxx_post_dec_to_post_inc",
	  REMT_PRESETS_D | REMT_PRESET_SUFFICIENT, 0, "swaps ++ and --", "i++", "i--" },
	{ "OODL", "UOI", "cxx_logical cxx_remove_negation cxx_bitwise_not_to_noop",
	  REMT_PRESETS_D | REMT_PRESET_SUFFICIENT, 0, "drops a unary operator", "!p", "!!p" },
	{ "CRCR", "CR", "cxx_const_assignment cxx_assign_const cxx_init_const", REMT_PRESETS_D, 0,
	  "replaces a constant by 0, itself plus and minus 1, and itself negated", "x = 7",
	  "x = (7 + 1)" },
	{ "SSDL", "SDL", "cxx_calls cxx_remove_void_call", REMT_PRESETS_D, 0, "deletes a statement",
	  "f(x);", ";" },
	{ "SRSR", "RET", "cxx_replace_scalar_call", REMT_PRESETS_D, 0, "replaces a returned value",
	  "return n;", "return 0;" },
	{ "VTWD", "TWD", "", REMT_PRESETS_W, 0,
	  "adds 1 to a variable that is read, and subtracts 1", "a[i]", "a[(i + 1)]" },
	{ "SBRC", "JMP", "", REMT_PRESETS_W, 0, "replaces break by continue", "break;",
	  "continue;" },
	{ "SCRB", "JMP", "", REMT_PRESETS_W, 0, "replaces continue by break", "continue;",
	  "break;" },
	{ "OLNG", "BRANCH", "", REMT_PRESET_ISO, 0,
	  "negates what a branch tests, which remt iso does in two versions; remt run leaves it "
	  "out unless it is named",
	  "if (p && q)", "if (!(p) && q)" },
};

/* True if NAME is the operator's canonical name, its group or one of Mull's names. */
static inline int remt_operator_matches(const struct remt_operator_info *op, const char *name)
{
	size_t length = strlen(name);
	const char *at = op->mull;

	if (!strcmp(name, op->name) || !strcmp(name, op->group))
		return 1;
	while (length && (at = strstr(at, name))) {
		if ((at == op->mull || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return 1;
		at += length;
	}
	return 0;
}

/* Returns the bit of the preset called NAME; 0: there is none. */
static inline unsigned remt_preset_find(const char *name)
{
	static const struct {
		const char *name;
		unsigned bit;
	} presets[] = { { "default", REMT_PRESET_DEFAULT },
			{ "stronger", REMT_PRESET_STRONGER },
			{ "all", REMT_PRESET_ALL },
			{ "branch", REMT_PRESET_BRANCH },
			{ "sufficient", REMT_PRESET_SUFFICIENT },
			{ "iso", REMT_PRESET_ISO } };
	size_t i;

	for (i = 0; i < sizeof(presets) / sizeof(presets[0]); i++)
		if (!strcmp(presets[i].name, name))
			return presets[i].bit;
	return 0;
}

#endif
