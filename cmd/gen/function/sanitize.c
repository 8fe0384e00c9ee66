/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/sanitize.h"

#include <stdlib.h>

#include "caller/program.h"
#include "cmd/compiler.h"
#include "common/cleanup.h"
#include "common/print.h"
#include "common/xalloc.h"

/* The sanitizers go on after nothing, and say nothing of what a test leaves allocated. */
#define SANITIZERS "-fsanitize=address,undefined -fno-sanitize-recover=all -g"
#define AT_RUN	   "detect_leaks=0:symbolize=0"
/*
 * They also see which pointers into different objects are subtracted, or compared by `<`, which C leaves undefined (C11, 6.5.6
 * and 6.5.8). Not all compilers can do that.
 */
#define PAIRS	     "-fsanitize=pointer-compare,pointer-subtract"
#define PAIRS_AT_RUN AT_RUN ":detect_invalid_pointer_pairs=2"

enum { SANITIZED_MS = 20000 }; /* that a run with sanitizers may take */

/* MORE are flags for the compiler; "": none. */
static struct error *compile(const struct gen_function_run *run, const struct strbuf *text,
			     const char *name, const char *more, char **ret_program,
			     char **ret_output)
{
	_cleanup_free_ char *compiler =
		xasprintf("%s " SANITIZERS " %s -D" PROGRAM_LOOP, compiler_default(), more);

	return gen_function_check_compile(run, text, name, compiler, ret_program, ret_output);
}

struct error *gen_function_sanitize_compile(const struct gen_function_run *run,
					    const struct strbuf *text, const char *name,
					    char **ret_program, char **ret_output)
{
	return compile(run, text, name, "", ret_program, ret_output);
}

/* SETTINGS are those of AddressSanitizer. */
static struct error *run_sanitized(const struct gen_function_run *run, const char *program,
				   const char *settings, char *const *argv,
				   const unsigned char *input, size_t size,
				   struct trial_result *ret)
{
	const struct trial_opts opts = { .directory = run->directory,
					 .view = run->view,
					 .is_namespace = true,
					 .reserves_memory = true,
					 .max_ms = SANITIZED_MS };
	const struct command_file file = { .bytes = (unsigned char *)input, .size = size };
	struct command command;
	struct error *err;

	command_init(&command, argv, NULL, &file, 1);
	command.argv[0] = (char *)program;
	setenv("ASAN_OPTIONS", settings, 1);
	err = trial_run(&opts, program, &command, NULL, ret);
	unsetenv("ASAN_OPTIONS");
	command_deinit(&command);
	return err;
}

struct error *gen_function_sanitize_run(const struct gen_function_run *run, const char *program,
					char *const *argv, const unsigned char *input, size_t size,
					struct trial_result *ret)
{
	return run_sanitized(run, program, AT_RUN, argv, input, size, ret);
}

/* The tests passed without sanitizers. */
static struct error *leave_out_unclean(struct gen_function_check *check, const char *program)
{
	struct error *err = NULL;

	for (size_t t = 0; t < check->cases->tests.count && !err; t++) {
		struct cases_test *test = &check->cases->tests.items[t];
		_cleanup_free_ char *number = xasprintf("%zu", t);
		_cleanup_trial_result_ struct trial_result result = { 0 };

		if (test->is_left_out)
			continue;
		err = run_sanitized(check->run, program, PAIRS_AT_RUN, (char *[]){ number, NULL },
				    NULL, 0, &result);
		test->is_left_out = !err && result.status != 0;
		if (test->is_left_out)
			print("%s() is left out, as it fails with sanitizers\n", test->name);
	}
	return err;
}

struct error *gen_function_sanitize_tests(struct gen_function_check *check)
{
	_cleanup_free_ char *program = NULL, *output = NULL;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	gen_function_check_write(check, check->run, &text);
	if (!text.length)
		return NULL;
	err = compile(check->run, &text, "sanitized", PAIRS, &program, &output);
	if (!err && output) {
		free(TAKE(program));
		free(TAKE(output));
		err = compile(check->run, &text, "sanitized", "", &program, &output);
	}
	if (!err && output)
		print("the tests were not tried with sanitizers: they can't be compiled so\n");
	else if (!err)
		err = leave_out_unclean(check, program);
	return err;
}
