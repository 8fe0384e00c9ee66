/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program is compiled with all tests, and run on both versions for either side. Then it is made again
 * with those tests that hold, and must hold as a whole.
 */
#include "cmd/gen/test/c_tests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/compiler.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/strv.h"
#include "common/xalloc.h"

static const char *const sides[2] = { "old", "new" };

struct error *gen_c_tests_open(struct gen_c_tests *tests)
{
	_cleanup_free_ char *version = NULL;

	if (!tests->path)
		return NULL;
	version = compiler_version(compiler_default());
	if (!version)
		return error_create(ERROR_UNUSABLE, "--write-c-tests: '%s' can't be run (CC)",
				    compiler_default());
	return destination_open(tests->path, &tests->file);
}

struct error *gen_c_tests_close(struct gen_c_tests *tests, bool is_complete)
{
	vec_deinit(&tests->written);
	return destination_settle(&tests->file, is_complete);
}

/* What the program is made and tried with. */
struct making {
	const struct gen_tests_opts *opts;
	const struct search *search;
	char *source, *program;	 /* paths in the scratch directory */
	bool *wanted, *compiled; /* by difference: is to have a test; the program has one */
	size_t nr_wanted;
	bool is_stopped;
	struct strbuf text; /* of the source */
};

/* Makes the program of the tests that are wanted. */
static struct error *make(struct making *making)
{
	const char *gcc = compiler_default();
	const char *const arguments[] = { "-Wall",	   "-Wextra",	   "-Werror", "-o",
					  making->program, making->source, NULL };
	_cleanup_free_ char *output = NULL;
	struct error *err;

	memcpy(making->compiled, making->wanted, search_nr_differences(making->search));
	strbuf_truncate(&making->text, 0);
	gen_c_text_add(&making->text, making->search, making->wanted, making->opts->trial->max_ms,
		       making->opts->names[1]);
	err = fs_write_file(making->source, strbuf_get(&making->text), making->text.length);
	if (err || compiler_run(gcc, arguments, &output) == 0)
		return err;
	return error_create(ERROR_UNUSABLE, "%s: %s", gcc, output);
}

/* Notes in HELD whether the test that LINE tells of did as EXPECTED. */
static void note_line(const struct making *making, const char *line, bool expected, bool *held)
{
	bool succeeds = strncmp(line, "ok ", 3) == 0;
	char *end;
	unsigned long number;

	if (!succeeds && strncmp(line, "not ok ", 7) != 0)
		return;
	number = strtoul(line + (succeeds ? 3 : 7), &end, 10);
	for (size_t i = 0; i < search_nr_differences(making->search); i++) {
		if (!making->compiled[i] || --number)
			continue;
		held[i] = succeeds == expected;
		return;
	}
}

/* Runs the program on VERSION for SIDE; takes from those that are wanted what is not as it should be. */
static struct error *run(struct making *making, unsigned version, unsigned side)
{
	const char *words[] = { making->opts->programs[version], sides[side], NULL };
	size_t number = search_nr_differences(making->search);
	_cleanup_free_ bool *held = xcalloc(number + 1, sizeof(*held));
	_cleanup_trial_result_ struct trial_result result = { 0 };
	struct trial_opts trial = *making->opts->trial;
	_cleanup_strv_ char **lines = NULL;
	struct command command;
	struct error *err;

	trial.max_ms = (making->nr_wanted + 1) * (trial.max_ms + 2000);
	command_init(&command, (char *const *)words, NULL, &(struct command_file){ 0 }, 1);
	command.argv[0] = making->program;
	err = trial_run(&trial, making->program, &command, NULL, &result);
	command_deinit(&command);
	if (err)
		return err;
	lines = strv_split(strbuf_get(&result.out), '\n');
	for (size_t i = 0; lines[i]; i++)
		note_line(making, lines[i], version == side, held);
	for (size_t i = 0; i < number; i++) {
		making->nr_wanted -= making->wanted[i] && !held[i];
		making->wanted[i] &= held[i];
	}
	return NULL;
}

/* Makes the program, and tries it on both versions for both sides; *RET: all tests hold. */
static struct error *try_all(struct making *making, bool *ret)
{
	const struct gen_tests_opts *opts = making->opts;
	size_t nr_before = making->nr_wanted;
	struct error *err = make(making);

	for (unsigned i = 0; i < 4 && !err && making->nr_wanted && !making->is_stopped; i++) {
		making->is_stopped = opts->stop(opts->arg, i, 4);
		if (!making->is_stopped)
			err = run(making, i % 2, i / 2);
	}
	*ret = making->nr_wanted == nr_before;
	return err;
}

/* Finds which tests hold together; the text is theirs then. */
static struct error *find_all(struct making *making)
{
	bool holds = false;
	struct error *err = NULL;

	while (!err && !holds && making->nr_wanted && !making->is_stopped)
		err = try_all(making, &holds);
	return err;
}

struct error *gen_c_tests_write(struct gen_c_tests *tests, const struct gen_tests_opts *opts,
				const struct search *search)
{
	size_t number = search_nr_differences(search);
	_cleanup_free_ char *room = path_join(opts->scratch, "c-tests");
	_cleanup_free_ char *source = path_join(room, "test.c");
	_cleanup_free_ char *program = path_join(room, "test");
	_cleanup_free_ bool *wanted = xcalloc(number + 1, sizeof(*wanted));
	_cleanup_free_ bool *compiled = xcalloc(number + 1, sizeof(*compiled));
	struct making making = { .opts = opts,
				 .search = search,
				 .source = source,
				 .program = program,
				 .wanted = wanted,
				 .compiled = compiled,
				 .nr_wanted = number };
	struct error *err = fs_make_directories(room, 0700);

	memset(wanted, true, number);
	if (!err)
		err = find_all(&making);
	if (!err && !making.is_stopped) {
		for (size_t i = 0; i < number; i++)
			vec_push(&tests->written, wanted[i]);
		tests->nr_written = making.nr_wanted;
		if (making.nr_wanted)
			print_exactly(tests->file.stream, strbuf_get(&making.text),
				      making.text.length);
		err = destination_flush(&tests->file);
		tests->is_complete = !err;
	}
	strbuf_deinit(&making.text);
	return error_wrap(err, "C tests in %s", tests->path);
}
