/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that are sequences of calls, which have parts in place of one call. */
#include "caller/cases.h"

static bool has_callbacks(const struct cases_test *test)
{
	for (size_t c = 0; c < test->text.callbacks.count; c++) {
		if (test->text.callbacks.items[c])
			return true;
	}
	return false;
}

static bool compares_strings(const struct condition *condition)
{
	return condition->kind == CONDITION_TEXT || condition->kind == CONDITION_MEMORY;
}

static bool uses_strings(const struct cases_test *test)
{
	if (test->text.uses_memory || has_callbacks(test))
		return true;
	for (size_t i = 0; i < test->conditions.count; i++) {
		if (compares_strings(&test->conditions.items[i]))
			return true;
	}
	for (size_t i = 0; i < test->parts.count; i++) {
		if (!test->parts.items[i].line && compares_strings(&test->parts.items[i].condition))
			return true;
	}
	return false;
}

bool cases_use_strings(const struct cases *cases)
{
	for (size_t i = 0; i < cases->tests.count; i++) {
		if (!cases->tests.items[i].is_left_out && uses_strings(&cases->tests.items[i]))
			return true;
	}
	return false;
}

void cases_add_parts(struct cases *cases, const struct cases_test *test)
{
	vec_push(&cases->tests, *test);
}

void cases_write_parts(const struct cases_test *test, enum test_style style, struct strbuf *ret)
{
	bool was_declaration = false;

	for (size_t i = 0; i < test->parts.count; i++) {
		const struct case_part *part = &test->parts.items[i];

		if (was_declaration && !part->is_declaration)
			strbuf_addc(ret, '\n');
		was_declaration = part->is_declaration;
		if (part->line)
			strbuf_adds(ret, part->line);
		else if (style != NR_TEST_STYLES)
			style_check(ret, style, &part->condition);
		else
			strbuf_addf(ret, "\t(void)(%s);\n", part->condition.left);
	}
}
