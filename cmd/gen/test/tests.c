/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/test/tests.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/gen/test/check_sh.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/xalloc.h"

static const char *const sides[2] = { "old", "new" };

void gen_tests_close(struct gen_tests *tests)
{
	vec_deinit(&tests->written);
	new_directory_close(&tests->directory);
}

/* ---- files */

static struct error *write_text(const char *directory, const char *name, const struct strbuf *text)
{
	_cleanup_free_ char *path = path_join(directory, name);

	return fs_write_file(path, strbuf_get(text), text->length);
}

struct error *gen_tests_write_check(const char *directory, uint64_t max_ms)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	_cleanup_free_ char *path = path_join(directory, "check");
	struct error *err;

	strbuf_addf(&text, "#!/bin/bash -\nlimit=%" PRIu64 " # milliseconds\n%s", max_ms,
		    gen_check_sh);
	err = fs_write_file(path, strbuf_get(&text), text.length);
	if (!err && chmod(path, 0755) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "%s", path);
	return err;
}

size_t gen_tests_find_file(const struct command *command, const char *argument)
{
	for (size_t i = 1; i < command->nr_files; i++) {
		if (strcmp(command->files[i].name, argument) == 0)
			return i;
	}
	return 0;
}

/* Adds an argument to a command of the shell: of a file the test's own one. */
static void add_argument(struct strbuf *text, const struct command *command, const char *argument)
{
	size_t file = gen_tests_find_file(command, argument);
	char *quoted = shell_quote_visible(argument);

	if (file)
		strbuf_addf(text, " \"$2/file%zu\"", file);
	else
		strbuf_addf(text, " %s", quoted);
	free(quoted);
}

/* Writes how a program is run, behind the name NAME for itself. */
static struct error *write_command(const char *directory, const char *name,
				   const struct command *command)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	_cleanup_free_ char *word = shell_quote_visible(name);

	for (size_t i = 0; i < command->nr_variables; i++) {
		_cleanup_free_ char *value = shell_quote_visible(command->variables[i].value);

		strbuf_addf(&text, "%s=%s ", command->variables[i].name, value);
	}
	strbuf_addf(&text, "exec -a %s -- \"$1\"", word);
	for (char **argument = command->argv + 1; *argument; argument++)
		add_argument(&text, command, *argument);
	strbuf_addc(&text, '\n');
	return write_text(directory, "cmd", &text);
}

/* Writes standard input and the files. */
static struct error *write_inputs(const char *directory, const struct command *command)
{
	struct error *err = NULL;

	for (size_t i = 0; i < command->nr_files && !err; i++) {
		_cleanup_strbuf_ struct strbuf name = { 0 };
		_cleanup_free_ char *path = NULL;

		if (i)
			strbuf_addf(&name, "file%zu", i);
		else
			strbuf_adds(&name, "input");
		path = path_join(directory, strbuf_get(&name));
		err = fs_write_file(path, command->files[i].bytes, command->files[i].size);
	}
	return err;
}

/* Writes what a version did. How a run ends that takes too long is all that is known of it. */
static struct error *write_result(const char *directory, const char *side,
				  const struct trial_result *result)
{
	_cleanup_strbuf_ struct strbuf status = { 0 }, name = { 0 }, out = { 0 }, errors = { 0 };
	struct error *err;

	if (result->is_late)
		strbuf_adds(&status, "late\n");
	else
		strbuf_addf(&status, "%d\n",
			    WIFSIGNALED(result->status) ? 128 + WTERMSIG(result->status)
							: WEXITSTATUS(result->status));
	strbuf_addf(&name, "%s.status", side);
	strbuf_addf(&out, "%s.out", side);
	strbuf_addf(&errors, "%s.err", side);
	err = write_text(directory, strbuf_get(&name), &status);
	if (!err && !result->is_late)
		err = write_text(directory, strbuf_get(&out), &result->out);
	if (!err && !result->is_late)
		err = write_text(directory, strbuf_get(&errors), &result->err);
	return err;
}

/* ---- tests */

struct error *gen_test_write(const struct gen_test *test, const char *directory)
{
	_cleanup_free_ char *place = path_join(directory, test->number);
	struct error *err = fs_make_directories(place, 0777);

	if (!err)
		err = write_command(place, test->name, test->command);
	if (!err)
		err = write_inputs(place, test->command);
	for (unsigned i = 0; i < 2 && !err; i++) {
		if (test->results[i])
			err = write_result(place, sides[i], test->results[i]);
	}
	return err;
}

/* What is written. */
struct writing {
	const struct gen_tests_opts *opts;
	struct gen_test test; /* whose number is the difference's */
};

struct error *gen_test_run(const struct gen_test *test, const struct trial_opts *opts,
			   const char *directory, const char *program, unsigned side, bool *ret)
{
	_cleanup_free_ char *check = path_join(directory, "check");
	const char *words[] = { check, test->number, program, sides[side], NULL };
	struct trial_opts trial = *opts;
	_cleanup_trial_result_ struct trial_result result = { 0 };
	struct command command;
	struct error *err;

	trial.max_ms += 2000; /* the script's own limit comes first */
	command_init(&command, (char *const *)words, NULL, &(struct command_file){ 0 }, 1);
	command.argv[0] = (char *)"bash";
	err = trial_run(&trial, "/bin/bash", &command, NULL, &result);
	*ret = !err && !result.is_late && result.status == 0;
	command_deinit(&command);
	return err;
}

/* Tries the test of DIRECTORY: each version does what is expected of it, and that alone. */
static struct error *try_test(const struct writing *writing, const char *directory, bool *ret)
{
	struct error *err = NULL;

	*ret = true;
	for (unsigned i = 0; i < 4 && *ret && !err; i++) {
		unsigned version = i % 2, side = i / 2;
		bool succeeds;

		err = gen_test_run(&writing->test, writing->opts->trial, directory,
				   writing->opts->programs[version], side, &succeeds);
		*ret = succeeds == (version == side);
	}
	return err;
}

void gen_test_add_line(struct strbuf *list, const struct gen_test *test, const char *path,
		       unsigned side)
{
	_cleanup_free_ char *check = path_join(path, "check");

	strbuf_addf(list, "%s:", test->number);
	for (const char *const *word =
		     (const char *[]){ check, test->number, test->name, sides[side], NULL };
	     *word; word++) {
		strbuf_addc(list, ' ');
		shell_add_word(list, *word);
	}
	strbuf_addc(list, '\n');
}

static void set_difference(struct writing *writing, const struct search *search, size_t index)
{
	struct search_difference found = search_difference(search, index);
	struct gen_test *test = &writing->test;

	test->name = writing->opts->names[1];
	test->command = explorer_command(found.explorer);
	for (unsigned i = 0; i < 2; i++)
		test->results[i] = &found.difference->results[i];
	command_set(test->command, test->name, found.difference->inputs);
	snprintf(test->number, sizeof(test->number), "%zu", index + 1);
}

/* Tries all tests in the directory ROOM. */
static struct error *try_all(struct gen_tests *tests, struct writing *writing,
			     const struct search *search, const char *room)
{
	const struct gen_tests_opts *opts = writing->opts;
	struct error *err = fs_make_directories(room, 0700);
	size_t number = search_nr_differences(search);

	if (!err)
		err = gen_tests_write_check(room, opts->trial->max_ms);
	for (size_t i = 0; i < number && !err && !opts->stop(opts->arg, i, number); i++) {
		bool holds = false;

		set_difference(writing, search, i);
		err = gen_test_write(&writing->test, room);
		if (!err)
			err = try_test(writing, room, &holds);
		/* A signal ends runs. */
		if (!err && !opts->stop(opts->arg, i, number))
			vec_push(&tests->written, holds);
	}
	return err;
}

/* Writes the tests that hold, and the lists, to the working directory. */
static struct error *write_all(struct gen_tests *tests, struct writing *writing,
			       const struct search *search)
{
	_cleanup_strbuf_ struct strbuf old = { 0 }, new = { 0 };
	struct error *err = NULL;

	for (size_t i = 0; i < tests->written.count && !err; i++) {
		if (!tests->written.items[i])
			continue;
		if (!tests->nr_written)
			err = gen_tests_write_check(".", writing->opts->trial->max_ms);
		set_difference(writing, search, i);
		if (!err)
			err = gen_test_write(&writing->test, ".");
		tests->nr_written++;
		gen_test_add_line(&old, &writing->test, tests->directory.path, 0);
		gen_test_add_line(&new, &writing->test, tests->directory.path, 1);
	}
	if (!err && tests->nr_written)
		err = write_text(".", "old.tests", &old);
	if (!err && tests->nr_written)
		err = write_text(".", "new.tests", &new);
	return err;
}

struct error *gen_tests_write(struct gen_tests *tests, const struct gen_tests_opts *opts,
			      const struct search *search)
{
	_cleanup_free_ char *room = path_join(opts->scratch, "tests");
	struct writing writing = { .opts = opts };
	struct error *err = try_all(tests, &writing, search, room);

	/* The path itself may lead into a view by now. */
	if (!err && fchdir(tests->directory.fd) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "the directory");
	if (!err)
		err = write_all(tests, &writing, search);
	tests->is_complete = !err;
	return error_wrap(err, "tests in %s", tests->directory.path);
}
