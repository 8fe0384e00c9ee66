/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "caller/program.h"
#include "cmd/capture.h"
#include "cmd/compiler.h"
#include "cmd/gen/function/sanitize.h"
#include "cmd/gen/function/shell.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/xalloc.h"
#include "paths/trial.h"

enum {
	NR_PASSES = 6, /* runs of the original by which a test has to pass */
};

static size_t nr_tests(const struct gen_function_check *check)
{
	return check->cases->tests.count;
}

static void deinit_subject(struct gen_function_subject *subject)
{
	free(subject->program);
	free(subject->old);
	gen_mutants_deinit(&subject->mutants);
	*subject = (struct gen_function_subject){ 0 };
}

void gen_function_check_deinit(struct gen_function_check *check)
{
	deinit_subject(&check->observer);
	deinit_subject(&check->tests);
	free(check->kills);
	vec_deinit(&check->origins);
}

/* ---- programs */

struct error *gen_function_check_compile(const struct gen_function_run *run,
					 const struct strbuf *text, const char *name,
					 const char *compiler, char **ret_program,
					 char **ret_output)
{
	_cleanup_free_ char *file = xasprintf("%s.c", name),
			    *source = path_join(run->scratch, file),
			    *program = path_join(run->scratch, name), *quoted_source = NULL,
			    *quoted_program = NULL, *command = NULL, *output = NULL;
	struct program_options options = run->harness;
	_cleanup_free_ char *rest = NULL;
	struct error *err = fs_write_file(source, strbuf_get(text), text->length);
	int code;

	*ret_output = NULL;
	if (err)
		return err;
	quoted_source = shell_quote(source);
	quoted_program = shell_quote(program);
	options.file = quoted_source;
	options.name = quoted_program;
	rest = program_command(run->entries, run->entry, &options);
	command = xasprintf("%s -w%s", compiler, rest + strlen("gcc"));
	code = gen_function_shell(run, command, &output);
	if (code) {
		*ret_output = output;
		output = NULL;
	}
	*ret_program = program;
	program = NULL;
	return NULL;
}

/* The old version is a program of its own. */
static struct error *find_mutants(const struct gen_function_run *run,
				  struct gen_function_subject *subject)
{
	const struct gen_mutant_choice all = { .has_all = true };

	if (run->old)
		return NULL;
	return gen_mutants_find(&all, subject->program, subject->program, &subject->mutants);
}

/* OUTPUT is what the compiler said. */
static struct error *refuse(const char *output)
{
	_cleanup_free_ char *shortened = gen_function_shorten(output);

	return error_create(ERROR_UNUSABLE, "they can't be compiled: %s", shortened);
}

static struct error *make_subject(const struct gen_function_run *run, const struct strbuf *text,
				  const char *name, struct gen_function_subject *ret)
{
	_cleanup_free_ char *output = NULL;
	struct error *err =
		gen_function_check_compile(run, text, name, run->compiler, &ret->program, &output);

	if (!err && output)
		err = refuse(output);
	return err ? err : find_mutants(run, ret);
}

/* Compiles TEXT as NAME with the old version's unit, which it includes, for SUBJECT. */
static struct error *make_old(const struct gen_function_run *run, const struct strbuf *text,
			      const char *name, struct gen_function_subject *subject)
{
	_cleanup_free_ char *output = NULL;
	struct error *err;

	free(subject->old);
	subject->old = NULL;
	err = gen_function_check_compile(run->old, text, name, run->old->compiler, &subject->old,
					 &output);
	return !err && output ? refuse(output) : err;
}

/* How a test is run. */
enum setting {
	ALONE,
	BEHIND, /* the calls of the tests before it */
	FED,	/* with something to read */
	NR_SETTINGS
};

/* Runs PROGRAM on test T; SIZE_MAX: without arguments. */
static struct error *run_test(const struct gen_function_run *run, const char *program, size_t t,
			      enum setting setting, struct trial_result *ret)
{
	const struct trial_opts opts = { .directory = run->directory,
					 .view = run->view,
					 .is_namespace = true,
					 .max_ms = run->limits.run_ms };
	static char text[] = "1 a\n-2 b\n";
	const struct command_file input = { .bytes = (unsigned char *)text,
					    .size = setting == FED ? strlen(text) : 0 };
	char number[24], behind[] = "behind";
	char *words[] = { number, setting == BEHIND ? behind : NULL, NULL };
	struct command command;
	struct error *err;

	snprintf(number, sizeof(number), "%zu", t);
	if (t == SIZE_MAX)
		words[0] = NULL;
	command_init(&command, words, NULL, &input, 1);
	command.argv[0] = (char *)program;
	err = trial_run(&opts, program, &command, NULL, ret);
	command_deinit(&command);
	return err;
}

static const struct gen_mutant *find_mutant(const struct gen_function_subject *subject,
					    const struct gen_function_mutant *mutant)
{
	for (size_t i = 0; i < subject->mutants.items.count; i++) {
		if (gen_function_is_same_mutant(mutant->row, subject->mutants.items.items[i].row))
			return &subject->mutants.items.items[i];
	}
	return NULL;
}

/* Writes SUBJECT with MUTANT on; *RET: its path, which the caller frees; NULL: it has no such mutant. */
static struct error *write_variant(const struct gen_function_check *check,
				   const struct gen_function_subject *subject,
				   const struct gen_function_mutant *mutant, char **ret)
{
	const struct gen_mutant *found;
	struct error *err;

	*ret = NULL;
	if (check->run->old) {
		*ret = xstrdup(subject->old);
		return NULL;
	}
	found = find_mutant(subject, mutant);
	if (!found)
		return NULL;
	*ret = path_join(check->run->scratch, "variant");
	err = gen_mutant_write(subject->program, found, *ret);
	if (!err)
		return NULL;
	free(*ret);
	*ret = NULL;
	return err;
}

struct error *gen_function_check_run(const struct gen_function_run *run, const char *program,
				     bool *ret)
{
	_cleanup_trial_result_ struct trial_result result = { 0 };
	struct error *err = run_test(run, program, SIZE_MAX, ALONE, &result);

	*ret = !err && result.status == 0 && !result.is_late;
	return err;
}

struct error *gen_function_check_command(const struct gen_function_run *run, const char *command,
					 const char *program, bool *ret, char **ret_output)
{
	*ret = false;
	*ret_output = NULL;
	if (gen_function_shell(run, command, ret_output))
		return NULL;
	free(*ret_output);
	*ret_output = NULL;
	return gen_function_check_run(run, program, ret);
}

/* ---- the observer */

/* Leaves out all tests but T, or gives each what LEFT_OUT says if T is SIZE_MAX. */
static void leave_out(struct gen_function_check *check, size_t t, const bool *left_out)
{
	for (size_t i = 0; i < nr_tests(check); i++)
		check->cases->tests.items[i].is_left_out = t == SIZE_MAX ? left_out[i] : i != t;
}

/* Compiles the observer with all mutants. *RET_OUTPUT: why that can't be. */
static struct error *compile_observer(struct gen_function_check *check, const char *source,
				      char **ret_output)
{
	const struct gen_function_run *run = check->run;
	_cleanup_strbuf_ struct strbuf text = { 0 }, old_text = { 0 };
	_cleanup_free_ char *old_source = NULL;
	struct error *err;

	free(check->observer.program);
	check->observer.program = NULL;
	cases_write_observer(check->cases, source, &text);
	err = gen_function_check_compile(run, &text, "observer", run->compiler,
					 &check->observer.program, ret_output);
	if (err || *ret_output || !run->old)
		return err;
	old_source = program_source(run->old->entries, run->old->entry);
	cases_write_observer(check->cases, old_source, &old_text);
	return make_old(run, &old_text, "observer", &check->observer);
}

/* Leaves out the tests that can't be compiled alone, and says why the first one can't. */
static struct error *leave_out_bad(struct gen_function_check *check, const char *source)
{
	_cleanup_free_ bool *left_out = xcalloc(nr_tests(check) + 1, sizeof(*left_out));
	struct error *err = NULL;
	bool is_told = false;

	for (size_t t = 0; t < nr_tests(check) && !err; t++) {
		_cleanup_free_ char *output = NULL, *shortened = NULL;

		leave_out(check, t, NULL);
		err = compile_observer(check, source, &output);
		left_out[t] = output;
		if (err || !output || is_told)
			continue;
		shortened = gen_function_shorten(output);
		print("a test can't be compiled: %s\n", shortened);
		is_told = true;
	}
	leave_out(check, SIZE_MAX, left_out);
	return err;
}

struct error *gen_function_check_observe(struct gen_function_check *check)
{
	const struct gen_function_run *run = check->run;
	_cleanup_free_ char *source = program_source(run->entries, run->entry), *output = NULL;
	struct error *err = compile_observer(check, source, &output);

	if (err || !output)
		return err ? err : find_mutants(run, &check->observer);
	err = leave_out_bad(check, source);
	free(TAKE(output));
	if (!err)
		err = compile_observer(check, source, &output);
	if (!err && output)
		err = refuse(output);
	return err ? err : find_mutants(run, &check->observer);
}

struct error *gen_function_check_output(struct gen_function_check *check,
					const struct gen_function_mutant *mutant, size_t t,
					char **ret)
{
	_cleanup_trial_result_ struct trial_result result = { 0 };
	_cleanup_free_ char *variant = NULL;
	struct error *err = NULL;

	*ret = NULL;
	if (mutant)
		err = write_variant(check, &check->observer, mutant, &variant);
	if (err || (mutant && !variant))
		return err;
	err = run_test(check->run, variant ? variant : check->observer.program, t, ALONE, &result);
	if (!err && result.status == 0 && !result.is_late)
		*ret = xstrdup(strbuf_get(&result.out));
	return err;
}

/* ---- the tests */

static struct error *leave_out_failing(struct gen_function_check *check, const char *program)
{
	for (size_t t = 0; t < nr_tests(check); t++) {
		struct cases_test *test = &check->cases->tests.items[t];

		for (unsigned i = 0; i < NR_PASSES && !test->is_left_out; i++) {
			_cleanup_trial_result_ struct trial_result result = { 0 };
			struct error *err =
				run_test(check->run, program, t, i % NR_SETTINGS, &result);

			if (err)
				return err;
			test->is_left_out = result.status != 0 || result.is_late;
		}
	}
	return NULL;
}

/* *RET: test T fails in VARIANT, alone and behind the others; *RET_LATE, too: it does not end. */
static struct error *fails(const struct gen_function_check *check, const char *variant, size_t t,
			   bool *ret_late, bool *ret)
{
	struct error *err = NULL;

	*ret = true;
	for (unsigned setting = ALONE; setting <= BEHIND && *ret && !err; setting++) {
		_cleanup_trial_result_ struct trial_result result = { 0 };

		err = run_test(check->run, variant, t, setting, &result);
		*ret = !err && (result.status != 0 || result.is_late);
		*ret_late = *ret && result.is_late;
	}
	return err;
}

/*
 * Finds which of the tests that set NR_SET global variables fail in VARIANT, which has mutant M; *RET: one does. What does
 * not end takes all the time that a run may have, so that a single such test has to do for it.
 */
static struct error *fill_part(struct gen_function_check *check, size_t m, const char *variant,
			       size_t nr_set, bool *ret)
{
	bool is_late = false;
	struct error *err = NULL;

	for (size_t t = 0; t < nr_tests(check) && !err && !is_late; t++) {
		const struct cases_test *test = &check->cases->tests.items[t];
		bool *kills = &check->kills[m * nr_tests(check) + t];

		if (test->is_left_out || test->text.nr_set != nr_set)
			continue;
		/* The old version fails on all tests; each is there for one difference. */
		if (check->run->old && !gen_function_check_claims(check, m, t))
			continue;
		err = fails(check, variant, t, &is_late, kills);
		*ret |= *kills;
	}
	return err;
}

/*
 * Finds which tests kill mutant M, if the search has killed it: others depend on more than a test says. Those that set more
 * global variables are not tried where others kill it.
 */
static struct error *fill_row(struct gen_function_check *check, size_t m)
{
	_cleanup_free_ char *variant = NULL;
	bool is_killed = false;
	size_t most = 0;
	struct error *err = NULL;

	if (check->run->wanted.items[m].test == SIZE_MAX)
		return NULL;
	err = write_variant(check, &check->tests, &check->run->wanted.items[m], &variant);
	for (size_t t = 0; t < nr_tests(check); t++) {
		size_t nr_set = check->cases->tests.items[t].text.nr_set;

		most = nr_set > most ? nr_set : most;
	}
	for (size_t nr_set = 0; nr_set <= most && !is_killed && !err && variant; nr_set++)
		err = fill_part(check, m, variant, nr_set, &is_killed);
	return err;
}

/* Tries in SUBJECT, which has the tests as they are shown, what mutant M is said to be killed by. */
static struct error *confirm_row(struct gen_function_check *check,
				 const struct gen_function_subject *subject, size_t m,
				 size_t *nr_lost)
{
	_cleanup_free_ char *variant = NULL;
	struct error *err = NULL;

	for (size_t t = 0; t < nr_tests(check) && !err; t++) {
		bool *kills = &check->kills[m * nr_tests(check) + t], is_late;

		if (!gen_function_check_kills(check, m, t))
			continue;
		if (!variant)
			err = write_variant(check, subject, &check->run->wanted.items[m], &variant);
		*kills = false;
		if (!err && variant)
			err = fails(check, variant, t, &is_late, kills);
		*nr_lost += !*kills;
	}
	return err;
}

struct error *gen_function_check_confirm(struct gen_function_check *check, const char *program,
					 size_t *ret_lost)
{
	struct gen_function_subject subject = { .program = xstrdup(program),
						.old = xstrdup(program) };
	struct error *err = find_mutants(check->run, &subject);

	*ret_lost = 0;
	for (size_t m = 0; m < check->run->wanted.count && !err; m++)
		err = confirm_row(check, &subject, m, ret_lost);
	deinit_subject(&subject);
	return err;
}

void gen_function_check_write(struct gen_function_check *check, const struct gen_function_run *run,
			      struct strbuf *ret)
{
	_cleanup_free_ char *source = program_source(run->entries, run->entry);
	const struct cases_form form = {
		.include = source, .includes_unit = true, .about = "", .is_checked = true
	};

	cases_write(check->cases, &form, ret);
}

struct error *gen_function_check_all(struct gen_function_check *check)
{
	_cleanup_strbuf_ struct strbuf text = { 0 }, old_text = { 0 };
	struct error *err;

	check->kills =
		xcalloc(check->run->wanted.count * nr_tests(check) + 1, sizeof(*check->kills));
	gen_function_check_write(check, check->run, &text);
	if (!text.length)
		return NULL;
	err = make_subject(check->run, &text, "tests", &check->tests);
	if (!err && check->run->old) {
		gen_function_check_write(check, check->run->old, &old_text);
		err = make_old(check->run, &old_text, "tests", &check->tests);
	}
	if (!err)
		err = leave_out_failing(check, check->tests.program);
	if (!err)
		err = gen_function_sanitize_tests(check);
	for (size_t m = 0; m < check->run->wanted.count && !err; m++)
		err = fill_row(check, m);
	if (!err)
		gen_function_check_compact(check);
	return err;
}
