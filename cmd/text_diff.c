/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/text_diff.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/strbuf.h"
#include "common/xalloc.h"

/* Makes a file that only descriptors lead to, and that programs inherit; -1 on failure. */
static int make_file(const char *text)
{
	int fd = memfd_create("remt-text", 0);

	if (fd >= 0 && !fs_write_all(fd, text, strlen(text))) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Adds the lines behind the two lines with names. */
static void read_lines(FILE *in, unsigned max_lines, struct strbuf *text)
{
	_cleanup_free_ char *line = NULL;
	size_t room = 0;
	unsigned number = 0;

	while (getline(&line, &room, in) > 0) {
		number++;
		if (number > 2 && number <= max_lines + 2)
			strbuf_adds(text, line);
	}
	if (number > max_lines + 2)
		strbuf_addf(text, "... and %u lines more\n", number - max_lines - 2);
}

char *text_diff(const char *old, const char *new, unsigned max_lines)
{
	_cleanup_close_ int a = make_file(old), b = make_file(new);
	_cleanup_free_ char *command =
		xasprintf("LC_ALL=C exec diff -au /dev/fd/%d /dev/fd/%d", a, b);
	struct strbuf text = { 0 };
	FILE *in = a >= 0 && b >= 0 ? popen(command, "r") : NULL;

	if (in) {
		read_lines(in, max_lines, &text);
		pclose(in);
	}
	if (!text.length)
		strbuf_adds(&text, "(they differ; diff can't be run)\n");
	return strbuf_take(&text);
}

char *text_diff_patch(const char *name, const char *old, const char *new)
{
	_cleanup_free_ char *lines = text_diff(old, new, UINT_MAX - 2);
	const char *end = strpbrk(name, " \t") ? "\t" : ""; /* of a name with blanks */

	if (strncmp(lines, "@@ ", 3) != 0)
		return NULL;
	return xasprintf("--- a/%s%s\n+++ b/%s%s\n%s", name, end, name, end, lines);
}
