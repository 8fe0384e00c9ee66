/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands under the tracer, for tests of what it records. */
#ifndef TESTSUITE_TRACED_H
#define TESTSUITE_TRACED_H

#include <stddef.h>

#include "runner/trace/trace.h"

/* PATH and MARK=1; ends with NULL. */
extern char *traced_environ[];

/* Runs a command; the case is skipped where ptrace is refused. */
void traced_run(const struct trace_opts *opts, struct trace *ret);
/* Runs a script by /bin/sh, whose output goes to the file "out". */
void traced_shell(const char *script, struct trace *ret);
/* Returns the index of the first exec at or after FROM whose words are WORDS, joined by blanks. It
 * must be there. */
size_t traced_lookup(const struct trace *trace, const char *words, size_t from);

#endif
