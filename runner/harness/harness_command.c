/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last resort: the whole command is one test. */
#include "runner/harness/harness.h"

void suite_add_command(struct suite *suite, const struct trace_exec *exec)
{
	struct test *test = suite_add(suite, HARNESS_COMMAND, HARNESS_COMMAND);

	suite_set_command(test, exec, exec->argv);
	suite->counted = -1;
}
