/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "traced.h"

#include <stdlib.h>

#include "common/strv.h"
#include "unit.h"
#include "word.h"

char *traced_environ[] = { WORD("PATH=/usr/bin:/bin"), WORD("MARK=1"), NULL };

void traced_run(const struct trace_opts *opts, struct trace *ret)
{
	struct error *err = trace_run(opts, ret);

	if (err && err->code == ERROR_INTERNAL && strstr(err->message, "ptrace"))
		unit_skip("ptrace is refused here");
	CHECK_OK(err);
}

void traced_shell(const char *script, struct trace *ret)
{
	char *argv[] = { WORD("/bin/sh"), WORD("-c"), (char *)script, NULL };
	const struct trace_opts opts = { .argv = argv,
					 .environ = traced_environ,
					 .output_path = "out" };

	traced_run(&opts, ret);
}

size_t traced_lookup(const struct trace *trace, const char *words, size_t from)
{
	for (size_t i = from; i < trace->nr_execs; i++) {
		char *line = strv_join(trace->execs[i].argv, " ");
		bool same = strcmp(line, words) == 0;

		free(line);
		if (same)
			return i;
	}
	FAIL("no exec of \"%s\" among %zu", words, trace->nr_execs);
}
