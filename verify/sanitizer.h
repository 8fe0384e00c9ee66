/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Undefined behaviour, as the sanitizers of GCC and valgrind report it.  Each
 * process writes its reports to a file of its own in a folder.
 */
#ifndef VERIFY_SANITIZER_H
#define VERIFY_SANITIZER_H

#include "common/attr.h"
#include "common/error.h"
#include "verify/lane.h"

/* Compiler flags of a build that reports. */
#define VERIFY_SANITIZER_FLAGS "-fsanitize=address,undefined -fno-omit-frame-pointer"

/* Command line and environment of a test whose reports go to FOLDER; strv, owned by the caller. */
char **verify_sanitizer_argv(enum verify_lane_mode mode, const char *folder, char *const argv[])
	RETURNS_NONNULL MUST_CHECK;
char **verify_sanitizer_environment(const char *folder, char *const environment[])
	RETURNS_NONNULL MUST_CHECK;

/* What makes a report the same in two runs (no addresses, no pids), one string each; strv. */
struct error *verify_sanitizer_read(const char *folder, char ***ret) MUST_CHECK;
/* The same of the text of one report file; added to *RET. */
void verify_sanitizer_parse(const char *text, char ***ret);

#endif
