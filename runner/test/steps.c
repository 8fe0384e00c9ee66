/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/test/steps.h"

#include <string.h>
#include <unistd.h>

#include "runner/test/tap.h"

enum { CHUNK = 16384 };

static enum tap_dialect dialect_of(const struct test *test)
{
	return test->protocol == TEST_PROTOCOL_TAP_MESON ? TAP_MESON : TAP_AUTOMAKE;
}

static bool has_steps(const struct test *test)
{
	return test->protocol != TEST_PROTOCOL_EXIT && !test->expect_failure;
}

static void take_line(struct steps *steps, const struct test *test, char *line, size_t length)
{
	enum tap_line found;

	if (length && line[length - 1] == '\r')
		line[length - 1] = '\0';
	found = tap_read_line(line, dialect_of(test));
	steps->has_failed |= found == TAP_LINE_FAILED;
	steps->is_over |= found != TAP_LINE_OTHER;
}

/* Takes the whole lines out of SIZE bytes; returns how many bytes they have. */
static size_t take_lines(struct steps *steps, const struct test *test, char *bytes, size_t size)
{
	size_t at = 0;
	char *end;

	while (!steps->is_over && (end = memchr(bytes + at, '\n', size - at))) {
		*end = '\0';
		take_line(steps, test, bytes + at, (size_t)(end - bytes) - at);
		at = (size_t)(end - bytes) + 1;
	}
	return at;
}

void steps_read(struct steps *steps, const struct test *test, int fd)
{
	char bytes[CHUNK];

	while (has_steps(test) && !steps->is_over) {
		ssize_t size = pread(fd, bytes, sizeof(bytes), (off_t)steps->at);
		size_t taken;

		if (size <= 0)
			return;
		taken = take_lines(steps, test, bytes, (size_t)size);
		if (!taken && size < CHUNK)
			return;
		/* A line as long as a chunk is no result: it is skipped. */
		steps->at += taken ? taken : (size_t)size;
	}
}
