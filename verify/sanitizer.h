/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a test is run under the sanitizers of GCC or under valgrind, and what these report of undefined
 * behaviour. Each process writes its reports to a file of its own in a folder. The module starts no
 * process.
 */
#ifndef VERIFY_SANITIZER_H
#define VERIFY_SANITIZER_H

#include "common/attr.h"
#include "common/error.h"
#include "verify/verify_worker.h"

/* flags for compiler and linker of a build whose programs report undefined behaviour */
#define VERIFY_SANITIZER_FLAGS "-fsanitize=address,undefined -fno-omit-frame-pointer"

/*
 * Return the command line and the environment of a test whose reports go to FOLDER; strv, owned by
 * the caller.
 */
char **verify_sanitizer_argv(enum verify_worker_mode mode, const char *folder,
			     char *const argv[]) RETURNS_NONNULL MUST_CHECK;
char **verify_sanitizer_environment(const char *folder,
				    char *const environment[]) RETURNS_NONNULL MUST_CHECK;

/*
 * Reads all reports in FOLDER. *RET has one string per different report, without addresses and
 * pids, so that a report is the same in two runs; strv, owned by the caller. Stack overflow and lack
 * of memory are no undefined behaviour: reports of them are left out.
 */
struct error *verify_sanitizer_read(const char *folder, char ***ret) MUST_CHECK;
/* Adds to *RET the reports in TEXT, the content of one report file, unless *RET has them. */
void verify_sanitizer_parse(const char *text, char ***ret);

#endif
