/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files a traced command names to the kernel. */
#include <stdio.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "traced.h"
#include "unit.h"
#include "word.h"

static bool can_filter(void)
{
	return geteuid() == 0;
}

/* 0: PATH was not named. */
static unsigned uses_of(const struct trace *trace, const char *path)
{
	for (size_t i = 0; i < trace->nr_names; i++) {
		if (strcmp(trace->names[i].path, path) == 0)
			return trace->names[i].uses;
	}
	return 0;
}

static unsigned uses_here(const struct trace *trace, const char *name)
{
	char here[4096], path[8192];

	CHECK(getcwd(here, sizeof(here)) != NULL);
	snprintf(path, sizeof(path), "%s/%s", here, name);
	return uses_of(trace, path);
}

static void run_for_names(const char *script, struct trace *ret)
{
	char *argv[] = { WORD("/bin/sh"), WORD("-c"), (char *)script, NULL };
	const struct trace_opts opts = {
		.argv = argv, .environ = traced_environ, .output_path = "out", .notes_names = true
	};

	traced_run(&opts, ret);
}

TEST(files_that_are_named_are_noted)
{
	struct trace trace;

	if (!can_filter())
		unit_skip("a filter of system calls needs root here");
	CHECK_OK(fs_write_file("data", "x", 1));
	CHECK_OK(fs_write_file("old-log", "x", 1));
	CHECK_OK(fs_make_directories("sub/deep", 0777));
	CHECK_OK(fs_write_file("sub/deep/file", "x", 1));
	run_for_names(
		"cat data >old-log; [ -e missing ] || echo no; cd sub && cat ./deep/../deep/file; "
		"echo new >made; cat made; ls deep; mv made other; (cat ../data)",
		&trace);
	CHECK(trace.has_all_names);
	CHECK_UINT(uses_here(&trace, "data") & TRACE_NAME_OPENED, ==, TRACE_NAME_OPENED);
	CHECK_UINT(uses_here(&trace, "data") & TRACE_NAME_WRITTEN, ==, 0);
	CHECK_UINT(uses_here(&trace, "old-log"), ==, TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN);
	CHECK_UINT(uses_here(&trace, "missing"), ==, TRACE_NAME_ASKED);
	CHECK_UINT(uses_here(&trace, "sub/deep/file") & TRACE_NAME_OPENED, ==, TRACE_NAME_OPENED);
	CHECK_UINT(uses_here(&trace, "sub/made") & TRACE_NAME_EMPTIED, ==, TRACE_NAME_EMPTIED);
	CHECK_UINT(uses_here(&trace, "sub/deep") & TRACE_NAME_OPENED, ==, TRACE_NAME_OPENED);
	CHECK_UINT(uses_of(&trace, "/bin/cat") | uses_of(&trace, "/usr/bin/cat"), !=, 0);
	CHECK_UINT(uses_here(&trace, "traced_environ"), ==, 0);
	trace_deinit(&trace);
}

TEST(what_decides_whether_a_file_can_be_made_is_noted)
{
	struct trace trace;

	if (!can_filter())
		unit_skip("a filter of system calls needs root here");
	CHECK_OK(fs_make_directories("folder", 0777));
	run_for_names("cd folder; rmdir ../gone; mkdir new; ln -s text link; set -C; echo >own; "
		      "set +C; echo >nowhere/file",
		      &trace);
	CHECK(trace.has_all_names);
	CHECK_UINT(uses_here(&trace, "folder"), ==, TRACE_NAME_ASKED);
	CHECK_UINT(uses_here(&trace, "gone"), ==, TRACE_NAME_ASKED);
	CHECK_UINT(uses_here(&trace, "folder/new"), ==, TRACE_NAME_ASKED | TRACE_NAME_WRITTEN);
	CHECK_UINT(uses_here(&trace, "folder/link"), ==, TRACE_NAME_ASKED | TRACE_NAME_WRITTEN);
	CHECK_UINT(uses_here(&trace, "folder/text"), ==, 0);
	CHECK_UINT(uses_here(&trace, "folder/own"), ==, TRACE_NAME_ASKED | TRACE_NAME_WRITTEN);
	CHECK_UINT(uses_here(&trace, "folder/nowhere"), ==, TRACE_NAME_ASKED);
	trace_deinit(&trace);
}

TEST(temporary_names_are_noted_unless_they_are_random)
{
	_cleanup_free_ char *fixed = xasprintf("/tmp/lock-%d", (int)getpid());
	_cleanup_free_ char *random = xasprintf("/tmp/tmp.aB3xYz%d", (int)getpid());
	_cleanup_free_ char *script = xasprintf("mkdir %s %s", fixed, random);
	struct trace trace;

	if (!can_filter())
		unit_skip("a filter of system calls needs root here");
	run_for_names(script, &trace);
	CHECK_INT(rmdir(fixed), ==, 0);
	CHECK_INT(rmdir(random), ==, 0);
	CHECK_UINT(uses_of(&trace, fixed), ==, TRACE_NAME_ASKED | TRACE_NAME_WRITTEN);
	CHECK_UINT(uses_of(&trace, random) & TRACE_NAME_ASKED, ==, 0);
	trace_deinit(&trace);
}

TEST(interpreters_are_noted)
{
	const unsigned executed = TRACE_NAME_OPENED | TRACE_NAME_EXECUTED;
	struct trace trace;

	if (!can_filter())
		unit_skip("a filter of system calls needs root here");
	run_for_names("printf '#!/bin/sh\\n' >second; printf '#!./second\\n' >first; "
		      "chmod +x first second; ./first",
		      &trace);
	CHECK(trace.has_all_names);
	CHECK_UINT(uses_here(&trace, "second") & executed, ==, executed);
	CHECK_UINT(uses_of(&trace, "/bin/sh") & executed, ==, executed);
	trace_deinit(&trace);
}

TEST(names_are_not_noted_unless_they_are_wanted)
{
	struct trace trace;

	traced_shell("cat /etc/passwd", &trace);
	CHECK_UINT(trace.nr_names, ==, 0);
	CHECK(!trace.has_all_names);
	trace_deinit(&trace);
}

TEST(names_that_mean_other_files_are_told)
{
	static const char *const scripts[] = {
		"/usr/sbin/chroot / /bin/true || :",
		"exec 5<.; cat /proc/self/fd/5/out",
		"exec 5<.; cat /dev/fd/5/out",
	};

	if (!can_filter())
		unit_skip("a filter of system calls needs root here");
	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++) {
		struct trace trace;

		run_for_names(scripts[i], &trace);
		CHECK(!trace.has_all_names);
		trace_deinit(&trace);
	}
}
