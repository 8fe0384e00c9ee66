/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/function.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "caller/function.h"
#include "cmd/cmd.h"
#include "cmd/gen/base/contain.h"
#include "cmd/gen/function/attempt.h"
#include "cmd/gen/function/prepare.h"
#include "common/cleanup.h"
#include "common/path.h"

struct error *gen_function_enter(struct gen_function_run *run, struct containment *containment)
{
	_cleanup_free_ char *upper = path_join(run->scratch, "view");
	const struct view_opts opts = { .root = run->directory,
					.scratch = run->scratch,
					.offline = true };
	struct error *err = gen_contain_enter(containment);

	if (!err && mkdir(upper, 0700) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "%s", upper);
	if (!err)
		err = gen_contain_view(&opts, &run->view);
	if (!err)
		gen_contain_bound(containment, true);
	return err;
}

static int work_apart(struct gen_function_run *run)
{
	struct containment containment;
	struct error *err;
	pid_t pid;

	fflush(stdout);
	err = gen_contain_fork(&containment, &pid);
	if (err)
		return cmd_fail(err);
	if (pid == 0) {
		int code;

		err = gen_function_enter(run, &containment);
		code = err ? cmd_fail(err) : gen_function_work(run);
		cmd_close_stdout();
		_exit(code);
	}
	return gen_contain_await(pid);
}

int gen_function(const struct gen_function_args *args, const struct gen_mutant_choice *mutants,
		 const char *name, const struct gen_function_limits *limits)
{
	_cleanup_free_ char *directory = getcwd(NULL, 0);
	struct gen_function_preparation preparation = {
		.run = { .args = args, .limits = *limits, .directory = directory }
	};
	struct gen_function_run *run = &preparation.run;
	struct gen_function_program program;
	const struct entry *function = NULL;
	struct error *err = gen_function_program_open(
		name, mutants, args->tests ? args->style : STYLE_ASSERT, &program);
	int code;

	if (!err)
		err = function_find(program.entries, name, args->name, &function);
	if (!err)
		err = gen_function_lay_out(&program, function, &preparation);
	if (!err)
		err = gen_function_prepare(&program, function, &preparation);
	if (!err && args->tests)
		err = destination_open(args->tests, &run->tests_file);
	code = err ? cmd_fail(err) : work_apart(run);
	err = destination_settle(&run->tests_file, code == EXIT_OK);
	if (err)
		code = cmd_fail(err);
	gen_function_release(&preparation);
	gen_function_program_close(&program);
	return code;
}
