/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that kill mutants, as a directory. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

#include "cmd/gen/kill/kill.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"

/* Adds the mutants that test INDEX kills as it is written, a line each; returns how many. */
static size_t add_mutants(struct strbuf *text, const struct gen_kills *kills, size_t index)
{
	size_t ret = 0;

	for (size_t i = 0; i < kills->results.count; i++) {
		const struct gen_kill_result *result = &kills->results.items[i];
		const struct inventory_mutant *row = result->mutant->row;

		if (!result->is_known || result->verdict != GEN_KILLED || result->test != index ||
		    !result->is_tested)
			continue;
		print_add(text, "%s:%" PRIu32 ":%" PRIu32 ": %s (%s)\n", row->file, row->line,
			  row->column, row->description, result->mutant->id);
		ret++;
	}
	return ret;
}

/* Writes the list of MUTANTS to the test's place. */
static struct error *write_mutants(const struct gen_test *test, const struct strbuf *mutants)
{
	_cleanup_free_ char *path = path_join(test->number, "kills");
	_cleanup_strbuf_ struct strbuf text = { 0 };

	strbuf_adds(&text,
		    "# The test expects what the program does today: look whether that is right.\n"
		    "# It fails on each of these mutants:\n");
	strbuf_add(&text, strbuf_get(mutants), mutants->length);
	return fs_write_file(path, strbuf_get(&text), text.length);
}

/* Writes test INDEX to the working directory, unless it kills nothing, and adds it to LIST. */
static struct error *write_test(const struct gen_kills *kills, size_t index,
				struct gen_tests *tests, struct strbuf *list)
{
	const struct gen_kill_test *row = &kills->tests.items[index];
	struct gen_test test = { .name = kills->name,
				 .command = (struct command *)&row->command,
				 .results = { &row->expected, NULL } };
	_cleanup_strbuf_ struct strbuf mutants = { 0 };
	struct error *err;

	if (!add_mutants(&mutants, kills, index))
		return NULL;
	snprintf(test.number, sizeof(test.number), "%zu", index + 1);
	err = gen_test_write(&test, ".");
	if (!err)
		err = write_mutants(&test, &mutants);
	gen_test_add_line(list, &test, tests->directory.path, 0);
	tests->nr_written++;
	return err;
}

struct error *gen_kill_write_tests(const struct gen_kills *kills, struct gen_tests *tests,
				   uint64_t max_ms)
{
	_cleanup_strbuf_ struct strbuf list = { 0 };
	_cleanup_close_ int before = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct error *err = NULL;

	if (before < 0 || fchdir(tests->directory.fd) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "the directory");
	for (size_t i = 0; i < kills->tests.count && !err; i++)
		err = write_test(kills, i, tests, &list);
	if (!err && tests->nr_written)
		err = gen_tests_write_check(".", max_ms);
	if (!err && tests->nr_written)
		err = fs_write_file("tests", strbuf_get(&list), list.length);
	if (before >= 0 && fchdir(before) < 0 && !err)
		err = error_errno(ERROR_UNUSABLE, errno, "the working directory");
	tests->is_complete = !err;
	return error_wrap(err, "tests in %s", tests->directory.path);
}
