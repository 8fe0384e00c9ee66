/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_function_sanitize.h"

#include <stdlib.h>

#include "caller/program.h"
#include "cmd/compiler.h"
#include "cmd/gen_function_shell.h"
#include "common/cleanup.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/xalloc.h"

/* The sanitizers go on after nothing, and say nothing of what a test leaves allocated. */
#define SANITIZERS "-fsanitize=address,undefined -fno-sanitize-recover=all -g"

enum { SANITIZED_S = 20 }; /* that a run with sanitizers may take */

struct error *gen_function_sanitize_compile(const struct gen_function_run *run,
					    const struct strbuf *text, const char *name,
					    char **ret_program, char **ret_output)
{
	_cleanup_free_ char *compiler =
		xasprintf("%s " SANITIZERS " -D" PROGRAM_LOOP, compiler_default());

	return gen_function_check_compile(run, text, name, compiler, ret_program, ret_output);
}

int gen_function_sanitize_run(const struct gen_function_run *run, const char *program,
			      const char *rest, char **ret)
{
	_cleanup_free_ char *quoted = shell_quote(program),
			    *command = xasprintf("exec timeout -s KILL %d %s %s", SANITIZED_S,
						 quoted, rest);
	int code;

	setenv("ASAN_OPTIONS", "detect_leaks=0:symbolize=0", 1);
	code = gen_function_shell(run, command, ret);
	unsetenv("ASAN_OPTIONS");
	return code;
}

/* Their runs have no limit of memory: they reserve the whole address space. The tests passed without them. */
static void leave_out_unclean(struct gen_function_check *check, const char *program)
{
	for (size_t t = 0; t < check->cases->tests.count; t++) {
		struct cases_test *test = &check->cases->tests.items[t];
		_cleanup_free_ char *output = NULL, *number = xasprintf("%zu", t);

		if (test->is_left_out)
			continue;
		test->is_left_out =
			gen_function_sanitize_run(check->run, program, number, &output) != 0;
		if (test->is_left_out)
			print("%s() is left out, as it fails with sanitizers\n", test->name);
	}
}

struct error *gen_function_sanitize_tests(struct gen_function_check *check)
{
	_cleanup_free_ char *program = NULL, *output = NULL;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	gen_function_check_write(check, check->run, &text);
	if (!text.length)
		return NULL;
	err = gen_function_sanitize_compile(check->run, &text, "sanitized", &program, &output);
	if (!err && output)
		print("the tests were not tried with sanitizers: they can't be compiled so\n");
	else if (!err)
		leave_out_unclean(check, program);
	return err;
}
