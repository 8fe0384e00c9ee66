/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last resort: the whole command is one test. */
#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/harness.h"

void suite_add_command(struct suite *suite, const struct trace_exec *exec)
{
	_cleanup_free_ char *line = shell_quote_argv(exec->argv);
	struct test *test = suite_add(suite, "command", "command");

	suite_set_command(test, exec, exec->argv);
	suite->counted = -1;
	suite_warn(
		suite,
		"the tests behind \"%s\" could not be separated: every mutant costs one run of the "
		"whole command; a list of single commands is read with --tests=FILE",
		line);
}
