/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/cases.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/cases_name.h"
#include "caller/function.h"
#include "caller/helpers.h"
#include "caller/names.h"
#include "caller/style.h"
#include "caller/tested_callback.h"
#include "caller/types.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum { MAX_CONDITIONS = 8 }; /* of a test, beside those that mutants need */

/* ---- all cases */

/* Names all types of the function's arguments and result, and of what its harness fills. */
static void name_types(struct writer *writer)
{
	const struct entry *part = NULL;

	names_add(writer, writer->function->type, NULL, "result");
	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		if (part->tag == DEBUG_PARAMETER)
			names_add(writer, part->type, NULL, part->name);
	}
	for (size_t i = 0; i < writer->program->objects.count; i++) {
		const struct entry *global = writer->program->objects.items[i].global;

		if (global)
			names_add(writer, global->type, global->name, global->name);
	}
	for (size_t i = 0; i < writer->program->callbacks.count; i++)
		callback_name_types(writer, &writer->program->callbacks.items[i]);
}

struct error *cases_create(const struct entries *entries, const struct entry *function,
			   struct program *program, struct cases **ret)
{
	struct cases *cases = xcalloc(1, sizeof(*cases));
	struct error *err;

	cases->program = program;
	cases->writer = (struct writer){ .entries = entries,
					 .function = function,
					 .options = &cases->options,
					 .program = program };
	cases->result =
		xstrdup(function_parameter(entries, function, "result") ? "returned" : "result");
	name_types(&cases->writer);
	err = cases->writer.err;
	if (err)
		cases_destroy(cases);
	else
		*ret = cases;
	return err;
}

void cases_test_deinit(struct cases_test *test)
{
	for (size_t i = 0; i < test->conditions.count; i++)
		condition_deinit(&test->conditions.items[i]);
	vec_deinit(&test->conditions);
	for (size_t i = 0; i < test->parts.count; i++) {
		free(test->parts.items[i].line);
		condition_deinit(&test->parts.items[i].condition);
	}
	vec_deinit(&test->parts);
	strv_destroy(test->traits);
	leaves_deinit(&test->leaves);
	case_deinit(&test->text);
	free(test->name);
	free(test->blob);
	strv_destroy(test->comment);
}

void cases_destroy(struct cases *cases)
{
	if (!cases)
		return;
	for (size_t i = 0; i < cases->tests.count; i++)
		cases_test_deinit(&cases->tests.items[i]);
	vec_deinit(&cases->tests);
	names_deinit(&cases->writer);
	strbuf_deinit(&cases->writer.types);
	free(cases->result);
	free(cases);
}

struct error *cases_add(struct cases *cases, const unsigned char *blob)
{
	struct cases_test test = { 0 };
	struct error *err = case_write(&cases->writer, blob, cases->tests.count + 1, &test.text);

	if (err)
		return err;
	leaves_find(&cases->writer, &test.text, cases->result, &test.leaves);
	tested_callback_find(&cases->writer, &test.text, &test.leaves);
	test.blob = xmemdup(blob, cases->program->seed.length);
	vec_push(&cases->tests, test);
	return NULL;
}

/* ---- text */

static void add_types(const struct cases *cases, struct strbuf *ret)
{
	if (cases->writer.types.length)
		strbuf_addf(ret, "\n%s", strbuf_get(&cases->writer.types));
}

/* Adds the call, whose result is kept if it HAS_RESULT. */
static void add_call(struct cases *cases, const struct cases_test *test, bool has_result,
		     struct strbuf *ret)
{
	_cleanup_free_ char *declaration = NULL;

	if (!has_result) {
		strbuf_addf(ret, "\t%s;\n", test->text.call);
		return;
	}
	declaration = names_declare(&cases->writer, cases->writer.function->type, cases->result);
	strbuf_addf(ret, "\t%s = %s;\n", declaration, test->text.call);
}

/* ---- the observer */

/* Writes the callbacks of TEST, which print what they get. */
static void observe_callbacks(struct cases *cases, const struct cases_test *test,
			      struct strbuf *ret)
{
	for (size_t c = 0; c < test->text.callbacks.count; c++) {
		struct strbuf checks[CALLBACK_RETURNS] = { 0 };

		for (size_t i = 0; i < test->leaves.items.count; i++) {
			const struct leaf *leaf = &test->leaves.items.items[i];

			if (leaf->callback == c + 1)
				leaf_write_print(&checks[leaf->call], &cases->writer, &test->text,
						 leaf, i, 'c');
		}
		if (test->text.callbacks.items[c])
			tested_callback_write(&cases->writer, &test->text, c, test->blob, checks,
					      true, ret);
		for (unsigned i = 0; i < CALLBACK_RETURNS; i++)
			strbuf_deinit(&checks[i]);
	}
}

static void observe(struct cases *cases, size_t number, struct strbuf *ret)
{
	const struct cases_test *test = &cases->tests.items[number];

	observe_callbacks(cases, test, ret);
	strbuf_addf(ret, "\nstatic void observe_%zu(void)\n{\n%s", number,
		    strbuf_get(&test->text.setup));
	for (size_t i = 0; i < test->leaves.items.count; i++) {
		const struct leaf *leaf = &test->leaves.items.items[i];

		if (leaf->object && !leaf->callback)
			leaf_write_print(ret, &cases->writer, &test->text, leaf, i, 'b');
	}
	strbuf_adds(ret, "\tfflush(NULL);\n");
	add_call(cases, test, function_returns(cases->writer.function), ret);
	strbuf_adds(ret, "\tprintf(\"\\nreturned\\n\");\n");
	for (size_t i = 0; i < test->leaves.items.count; i++) {
		if (!test->leaves.items.items[i].callback)
			leaf_write_print(ret, &cases->writer, &test->text,
					 &test->leaves.items.items[i], i, 'a');
	}
	strbuf_adds(ret, "\tprintf(\"all\\n\");\n}\n");
}

static bool is_observed(const struct cases_test *test)
{
	return !test->is_left_out && !test->parts.count;
}

bool cases_has_main(const struct cases *cases)
{
	return function_has_main(cases->writer.entries, cases->writer.function);
}

void cases_write_observer(struct cases *cases, const char *include, struct strbuf *ret)
{
	const struct cases_form form = { .include = include,
					 .includes_unit = true,
					 .has_main = cases_has_main(cases) };

	test_file_include(ret, &form);
	strbuf_adds(ret,
		    "/* remt-off */\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
		    "#include <string.h>\n");
	helpers_write_string(ret);
	add_types(cases, ret);
	for (size_t i = 0; i < cases->tests.count; i++) {
		if (is_observed(&cases->tests.items[i]))
			observe(cases, i, ret);
	}
	strbuf_adds(ret, "\nint main(int argc, char **argv)\n{\n"
			 "\tswitch (argc > 1 ? (int)strtol(argv[1], NULL, 10) : -1) {\n");
	for (size_t i = 0; i < cases->tests.count; i++) {
		if (is_observed(&cases->tests.items[i]))
			strbuf_addf(ret, "\tcase %zu: observe_%zu(); break;\n", i, i);
	}
	strbuf_adds(ret, "\t}\n\treturn 0;\n}\n");
}

/* Returns what the observer printed of leaf INDEX at STAGE in LINES; NULL: nothing. */
static const char *find_value(char *const *lines, size_t index, char stage)
{
	_cleanup_free_ char *head = xasprintf("%zu %c ", index, stage);
	const char *ret = NULL;

	for (; *lines; lines++) {
		if (strncmp(*lines, head, strlen(head)) == 0)
			ret = *lines + strlen(head);
	}
	return ret;
}

/* What is behind the call, which itself may print lines like ours. */
static char **lines_behind(char **lines)
{
	char **ret = NULL;

	for (; *lines; lines++) {
		if (strcmp(*lines, "returned") == 0)
			ret = lines;
	}
	return ret;
}

/* Finds what was printed in LINES of leaf INDEX of TEST, behind the call or in it; NULL: nothing. */
static const char *find_late(const struct cases_test *test, char **lines, size_t index)
{
	char **behind = lines_behind(lines);

	if (test->leaves.items.items[index].callback)
		return behind ? find_value(lines, index, 'c') : NULL;
	return behind ? find_value(behind, index, 'a') : NULL;
}

/* True if leaf INDEX of TEST, which is VALUE in the original, is something else in LINES of a mutant. */
static bool tells_apart(const struct cases_test *test, size_t index, const char *value,
			char **lines)
{
	const char *other = find_late(test, lines, index);

	return other && strcmp(other, value) != 0;
}

static void add_condition(struct cases *cases, struct cases_test *test, size_t index,
			  const char *before, const char *value)
{
	struct condition condition;

	if (!leaf_find_condition(&cases->writer, &test->text, &test->leaves.items.items[index],
				 before, value, &condition))
		return;
	condition.leaf = index;
	condition.is_same = before && strcmp(before, value) == 0;
	vec_push(&test->conditions, condition);
}

/* True if a condition of TEST, of which the original printed LINES, fails where OTHER was printed. */
static bool has_condition(const struct cases_test *test, char **lines, char **other)
{
	for (size_t i = 0; i < test->conditions.count; i++) {
		size_t index = test->conditions.items[i].leaf;

		if (tells_apart(test, index, find_late(test, lines, index), other))
			return true;
	}
	return false;
}

/* Has TEST tell apart from the original, which printed LINES, a mutant that printed OUTPUT, if a condition can do that. */
static void learn_other(struct cases *cases, struct cases_test *test, char **lines,
			const char *output)
{
	_cleanup_strv_ char **other = strv_split(output, '\n');

	for (size_t i = 0; i < test->leaves.items.count && !has_condition(test, lines, other);
	     i++) {
		const struct leaf *leaf = &test->leaves.items.items[i];
		const char *value = find_late(test, lines, i),
			   *before = leaf->object ? find_value(lines, i, 'b') : NULL;

		if (value && tells_apart(test, i, value, other))
			add_condition(cases, test, i, before, value);
	}
}

bool cases_learn(struct cases *cases, size_t number, const char *output, char *const *others)
{
	struct cases_test *test = &cases->tests.items[number];
	_cleanup_strv_ char **lines = strv_split(output, '\n');

	for (size_t i = 0; i < test->conditions.count; i++)
		condition_deinit(&test->conditions.items[i]);
	vec_deinit(&test->conditions);
	for (size_t i = 0; i < test->leaves.items.count; i++) {
		const struct leaf *leaf = &test->leaves.items.items[i];
		const char *value = find_late(test, lines, i),
			   *before = leaf->object ? find_value(lines, i, 'b') : NULL;

		if (value && (!before || strcmp(before, value) != 0) &&
		    test->conditions.count < MAX_CONDITIONS)
			add_condition(cases, test, i, before, value);
	}
	for (; others && *others; others++)
		learn_other(cases, test, lines, *others);
	test->is_left_out = !test->conditions.count;
	return !test->is_left_out;
}

/* ---- the tests */

/* True if all that TEST says is about the result as a whole: then the call stands in its condition. */
static bool is_short(const struct cases *cases, const struct cases_test *test)
{
	return test->conditions.count == 1 &&
	       strcmp(test->conditions.items[0].left, cases->result) == 0;
}

static bool needs_result(const struct cases *cases, const struct cases_test *test)
{
	for (size_t i = 0; i < test->conditions.count; i++) {
		if (!test->leaves.items.items[test->conditions.items[i].leaf].object)
			return function_returns(cases->writer.function);
	}
	return false;
}

/* True if CONDITION is about what a callback gets: it checks that itself. */
static bool is_in_call(const struct cases_test *test, const struct condition *condition)
{
	return test->leaves.items.items[condition->leaf].callback != 0;
}

/* Writes the callbacks of TEST. */
static void add_callbacks(struct cases *cases, const struct cases_test *test, enum test_style style,
			  struct strbuf *ret)
{
	for (size_t c = 0; c < test->text.callbacks.count; c++) {
		struct strbuf checks[CALLBACK_RETURNS] = { 0 };
		bool has_count = false;

		if (!test->text.callbacks.items[c])
			continue;
		for (size_t i = 0; i < test->conditions.count; i++) {
			const struct condition *condition = &test->conditions.items[i];
			const struct leaf *leaf = &test->leaves.items.items[condition->leaf];

			has_count |= !leaf->callback && leaf->object == SIZE_MAX;
			if (leaf->callback != c + 1)
				continue;
			strbuf_addc(&checks[leaf->call], '\t');
			style_check(&checks[leaf->call], style, condition);
		}
		tested_callback_write(&cases->writer, &test->text, c, test->blob, checks, has_count,
				      ret);
		for (unsigned i = 0; i < CALLBACK_RETURNS; i++)
			strbuf_deinit(&checks[i]);
	}
}

static void add_test(struct cases *cases, const struct cases_test *test, enum test_style style,
		     struct strbuf *ret)
{
	add_callbacks(cases, test, style, ret);
	strbuf_addc(ret, '\n');
	if (test->comment)
		strbuf_adds(ret, "/*\n");
	for (char **line = test->comment; line && *line; line++)
		strbuf_addf(ret, " *%s%s\n", **line == '\t' ? "" : " ", *line);
	if (test->comment)
		strbuf_adds(ret, " */\n");
	style_open(ret, style, test->name);
	strbuf_adds(ret, strbuf_get(&test->text.setup));
	if (test->parts.count) {
		cases_write_parts(test, style, ret);
	} else if (is_short(cases, test)) {
		struct condition condition = test->conditions.items[0];

		strbuf_adds(ret, test->text.setup.length ? "\n" : "");
		condition.left = test->text.call;
		style_check(ret, style, &condition);
	} else {
		if (!needs_result(cases, test))
			strbuf_adds(ret, test->text.setup.length ? "\n" : "");
		add_call(cases, test, needs_result(cases, test), ret);
		strbuf_adds(ret, needs_result(cases, test) ? "\n" : "");
		for (size_t i = 0; i < test->conditions.count; i++) {
			if (!is_in_call(test, &test->conditions.items[i]))
				style_check(ret, style, &test->conditions.items[i]);
		}
	}
	strbuf_adds(ret, strbuf_get(&test->text.ending));
	style_close(ret, style);
}

/* The setup and the call of a test, of which nothing is said. */
static void add_bare_call(struct cases *cases, size_t number, struct strbuf *ret)
{
	const struct cases_test *test = &cases->tests.items[number];

	strbuf_addf(ret, "\nstatic void call_%zu(void)\n{\n%s", number,
		    strbuf_get(&test->text.setup));
	if (test->parts.count)
		cases_write_parts(test, NR_TEST_STYLES, ret);
	else
		add_call(cases, test, false, ret);
	strbuf_addf(ret, "%s}\n", strbuf_get(&test->text.ending));
}

/* Runs one test, for who checks it. */
static void add_checking_main(struct cases *cases, struct strbuf *ret)
{
	for (size_t i = 0; i < cases->tests.count; i++) {
		if (!cases->tests.items[i].is_left_out)
			add_bare_call(cases, i, ret);
	}
	strbuf_adds(ret, "\nint main(int argc, char **argv)\n{\n"
			 "\tint number = argc > 1 ? (int)strtol(argv[1], NULL, 10) : -1;\n\n");
	for (size_t i = 0; i < cases->tests.count; i++) {
		if (!cases->tests.items[i].is_left_out)
			strbuf_addf(ret, "\tif (argc > 2 && number > %zu)\n\t\tcall_%zu();\n", i,
				    i);
	}
	strbuf_adds(ret, "\tswitch (number) {\n");
	for (size_t i = 0; i < cases->tests.count; i++) {
		if (!cases->tests.items[i].is_left_out)
			strbuf_addf(ret, "\tcase %zu: %s(); break;\n", i,
				    cases->tests.items[i].name);
	}
	strbuf_adds(ret, "\t}\n\treturn 0;\n}\n");
}

bool cases_write_piece(struct cases *cases, enum test_style style, struct test_piece *ret)
{
	cases_name(cases);
	*ret = (struct test_piece){ .uses_strings = cases_use_strings(cases) };
	strbuf_add(&ret->types, strbuf_get(&cases->writer.types), cases->writer.types.length);
	for (size_t i = 0; i < cases->tests.count; i++) {
		if (cases->tests.items[i].is_left_out)
			continue;
		strv_append(&ret->names, cases->tests.items[i].name);
		add_test(cases, &cases->tests.items[i], style, &ret->tests);
	}
	return ret->names != NULL;
}

bool cases_write(struct cases *cases, const struct cases_form *form, struct strbuf *ret)
{
	struct cases_form whole = *form;
	struct test_piece piece;
	bool has_tests = cases_write_piece(cases, form->style, &piece);

	whole.has_main = cases_has_main(cases);
	if (has_tests)
		test_file_begin(ret, &whole, &piece, 1);
	if (has_tests && form->is_checked)
		add_checking_main(cases, ret);
	else if (has_tests)
		test_file_end(ret, &whole, &piece, 1, cases->writer.function->name);
	test_piece_deinit(&piece);
	return has_tests;
}
