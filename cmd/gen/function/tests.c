/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/tests.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "caller/program.h"
#include "cmd/capture.h"
#include "cmd/compiler.h"
#include "cmd/gen/function/check.h"
#include "cmd/gen/function/include.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/plural.h"
#include "common/print.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum {
	MAX_OBSERVED = 24, /* mutants whose values are looked at for one test */
	MAX_NAMED = 4,	   /* in the comment of one test */
	MAX_VARIANTS = 4,  /* of one test, each of which sets one global variable */
};

/* ---- the cases */

/* Adds a case for BLOB, which is test I or a variant of it. */
static void add_case(struct gen_function_check *check, size_t i, const unsigned char *blob)
{
	const struct gen_function_run *run = check->run;
	const struct gen_function_test *test = &run->tests.items[i];
	struct error *err = test->is_sequence
				    ? sequence_add_test(check->cases, run->sequences, blob,
							strbuf_get(&test->expected.out))
				    : cases_add(check->cases, blob);

	if (err)
		print("test %zu can't be written in C: %s\n", i + 1, err->message);
	else
		vec_push(&check->origins, i);
	error_destroy(err);
}

/*
 * Adds variants of test I that set global variables which it leaves as they are: one of them, or all. They are for calls
 * that change these variables: behind others the test itself does not pass.
 */
static void add_variants(struct gen_function_check *check, size_t i)
{
	const struct program *program = &check->run->program;
	const unsigned char *blob = check->run->tests.items[i].blob;
	_cleanup_free_ unsigned char *other = xmemdup(blob, program->seed.length);
	size_t nr_kept = 0;

	for (size_t k = 0; k < program->objects.count; k++) {
		const struct program_object *object = &program->objects.items[k];

		if (object->is_unused || !program_is_kept(object, blob))
			continue;
		if (nr_kept++ >= MAX_VARIANTS)
			continue;
		other[object->kept_at] = 0;
		add_case(check, i, other);
		other[object->kept_at] = 1;
	}
	program_keep(program, false, other);
	if (nr_kept > 1)
		add_case(check, i, other);
}

/* True if TEST sets a global variable. */
static bool sets_globals(const struct program *program, const struct gen_function_test *test)
{
	return !test->is_sequence && !program_keeps_globals(program, test->blob);
}

/* Adds cases for each blob. What sets global variables comes behind what does not. */
static void add_tests(struct gen_function_check *check)
{
	const struct gen_function_run *run = check->run;

	for (unsigned sets = 0; sets < 2; sets++) {
		for (size_t i = 0; i < run->tests.count; i++) {
			if (sets_globals(&run->program, &run->tests.items[i]) == sets)
				add_case(check, i, run->tests.items[i].blob);
		}
	}
	for (size_t i = 0; i < run->tests.count; i++) {
		if (!run->tests.items[i].is_sequence)
			add_variants(check, i);
	}
}

/* Has each test say what the observer prints. */
static struct error *observe(struct gen_function_check *check)
{
	struct error *err = gen_function_check_observe(check);

	for (size_t t = 0; t < check->cases->tests.count && !err; t++) {
		_cleanup_strv_ char **others = NULL;
		char *output = NULL;
		size_t nr_others = 0;

		if (check->cases->tests.items[t].is_left_out ||
		    check->cases->tests.items[t].parts.count)
			continue;
		err = gen_function_check_output(check, NULL, t, &output);
		for (size_t m = 0; m < check->run->wanted.count && !err && nr_others < MAX_OBSERVED;
		     m++) {
			char *other = NULL;

			if (!gen_function_check_claims(check, m, t))
				continue;
			err = gen_function_check_output(check, &check->run->wanted.items[m], t,
							&other);
			if (!err && other) {
				strv_append(&others, other);
				nr_others++;
			}
			free(other);
		}
		if (!err && (!output || !cases_learn(check->cases, t, output, others)))
			check->cases->tests.items[t].is_left_out = true;
		free(output);
	}
	return err;
}

/* ---- what is written */

/* Says which mutants TEST kills. */
static void comment(const struct gen_function_check *check, size_t t)
{
	struct cases_test *test = &check->cases->tests.items[t];
	size_t nr_named = 0, nr_killed = 0;
	char *head;

	if (check->run->old) {
		strv_append(&test->comment, "Fails on the version before.");
		return;
	}
	strv_append(&test->comment, "");
	for (size_t m = 0; m < check->run->wanted.count; m++) {
		const struct inventory_mutant *row = check->run->wanted.items[m].row;
		_cleanup_free_ char *line = NULL;

		if (!gen_function_check_kills(check, m, t))
			continue;
		if (nr_killed++ >= MAX_NAMED)
			continue;
		line = xasprintf("\t%s:%" PRIu32 ": %s", path_basename(row->file), row->line,
				 row->description);
		nr_named++;
		strv_append(&test->comment, line);
	}
	head = xasprintf("Fails on %zu mutant%s%s", nr_killed, nr_killed == 1 ? "" : "s",
			 nr_killed > nr_named ? ", such as" : ":");
	free(test->comment[0]);
	test->comment[0] = head;
}

static char *describe(const struct gen_function_run *run, const char *path, const char *command)
{
	const struct entry *function = run->entry;

	return xasprintf(
		" * Tests of %s() in %s.\n"
		" *\n"
		" * They expect what the function does today: check that this is what you want.\n"
		" * Compile %s with:\n *\n *\t%s\n",
		function->name, function->file ? path_basename(function->file) : "its unit", path,
		command);
}

static size_t count_tests(const struct cases *cases)
{
	size_t ret = 0;

	for (size_t t = 0; t < cases->tests.count; t++)
		ret += !cases->tests.items[t].is_left_out;
	return ret;
}

/* Finds what the tests include, if any are left when they were tried in the form of that, and comments them. */
static struct error *find_include(struct gen_function_check *check, const char *path,
				  struct gen_function_include *ret)
{
	struct error *err = NULL;

	if (count_tests(check->cases))
		err = gen_function_include_find(check, path, ret);
	for (size_t t = 0; t < check->cases->tests.count && !err; t++)
		comment(check, t);
	return err;
}

/* Writes the tests in the style that is wanted, if any are left when they were tried in that form. */
static struct error *write_file(struct gen_function_check *check, struct destination *file,
				const char *path)
{
	struct gen_function_run *run = check->run;
	struct gen_function_include include = { 0 };
	_cleanup_free_ char *about = NULL;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct cases_form form = { .style = run->style };
	struct error *err = find_include(check, path, &include);

	if (err || !count_tests(check->cases))
		return err;
	about = describe(run, path_basename(path), include.command);
	form.include = include.name;
	form.includes_unit = include.is_unit;
	form.about = about;
	if (cases_write(check->cases, &form, &text))
		print_exactly(file->stream, strbuf_get(&text), text.length);
	gen_function_include_deinit(&include);
	return destination_flush(file);
}

/* Takes the tests for a file that has those of other functions, too. */
static struct error *take(struct gen_function_check *check, struct gen_function_pieces *ret)
{
	struct gen_function_include include = { 0 };
	struct error *err = find_include(check, "tests.c", &include);

	if (!err && cases_write_piece(check->cases, check->run->style, &ret->shown)) {
		cases_write_piece(check->cases, STYLE_ASSERT, &ret->plain);
		ret->is_unit = include.is_unit;
		ret->include = xstrdup(include.name);
		for (size_t m = 0; m < check->run->wanted.count; m++)
			ret->is_killed[m] = gen_function_check_is_killed(check, m);
	}
	gen_function_include_deinit(&include);
	return err;
}

/* Says how many tests were written, and what they leave. */
static void print_sum(const struct gen_function_check *check, const char *name)
{
	size_t nr_tests = count_tests(check->cases), nr_killed = 0, nr_lost = 0;

	if (check->run->old && !nr_tests) {
		print("%s: no test in C: what it prints, how it ends and memory that it allocates are not looked at\n",
		      name);
		return;
	}
	if (check->run->old) {
		print("%s: %zu test%s, which fail%s on the old version\n", name, nr_tests,
		      plural(nr_tests), plural_of(nr_tests, "s", ""));
		return;
	}
	for (size_t m = 0; m < check->run->wanted.count; m++) {
		bool is_killed = check->kills && gen_function_check_is_killed(check, m);

		nr_killed += is_killed;
		nr_lost += check->run->wanted.items[m].test != SIZE_MAX && !is_killed;
	}
	print("%s: %zu test%s, which kill%s %zu mutant%s\n", name, nr_tests,
	      nr_tests == 1 ? "" : "s", nr_tests == 1 ? "s" : "", nr_killed,
	      nr_killed == 1 ? "" : "s");
	if (nr_lost)
		print("%zu killed mutant%s no test in C: what it prints, how it ends, what it leaves to "
		      "the next call, and memory that it allocates are not looked at\n",
		      nr_lost, nr_lost == 1 ? " has" : "s have");
}

/* Makes the tests of CHECK's run, and tries them. */
static struct error *make_tests(struct gen_function_check *check)
{
	struct gen_function_run *run = check->run;
	struct error *err = cases_create(run->entries, run->entry, &run->program, &check->cases);

	if (err)
		return error_wrap(err, "C tests");
	add_tests(check);
	err = observe(check);
	return err ? err : gen_function_check_all(check);
}

struct error *gen_function_tests_write(struct gen_function_run *run, struct destination *file,
				       const char *path)
{
	struct gen_function_check check = { .run = run };
	struct error *err;

	if (!run->tests.count)
		return NULL;
	err = make_tests(&check);
	if (!err)
		err = write_file(&check, file, path);
	if (!err)
		print_sum(&check, path);
	gen_function_check_deinit(&check);
	cases_destroy(check.cases);
	return error_wrap(err, "C tests in %s", path);
}

struct error *gen_function_tests_take(struct gen_function_run *run, struct gen_function_pieces *ret)
{
	_cleanup_free_ char *name = xasprintf("%s()", run->name);
	struct gen_function_check check = { .run = run };
	struct error *err;

	*ret = (struct gen_function_pieces){ .is_killed =
						     xcalloc(run->wanted.count + 1, sizeof(bool)) };
	if (!run->tests.count)
		return NULL;
	err = make_tests(&check);
	if (!err)
		err = take(&check, ret);
	if (!err)
		print_sum(&check, name);
	gen_function_check_deinit(&check);
	cases_destroy(check.cases);
	return error_wrap(err, "C tests of %s()", run->name);
}

void gen_function_pieces_deinit(struct gen_function_pieces *pieces)
{
	test_piece_deinit(&pieces->shown);
	test_piece_deinit(&pieces->plain);
	free(pieces->include);
	free(pieces->is_killed);
	free(pieces->failure);
	*pieces = (struct gen_function_pieces){ 0 };
}
