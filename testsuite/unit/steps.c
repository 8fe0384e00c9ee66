/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/test/steps.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "unit.h"

static const struct test automake = { .protocol = TEST_PROTOCOL_TAP };
static const struct test meson = { .protocol = TEST_PROTOCOL_TAP_MESON };

/* True if a step has failed in what was written, DATA being all of it so far. */
static bool fails(struct steps *steps, const struct test *test, const char *data)
{
	struct error *err = fs_write_file("output", data, strlen(data));
	_cleanup_close_ int fd = open("output", O_RDONLY | O_CLOEXEC);

	CHECK_OK(err);
	CHECK(fd >= 0);
	steps_read(steps, test, fd);
	return steps->has_failed;
}

static bool fails_at_once(const struct test *test, const char *data)
{
	struct steps steps = { 0 };

	return fails(&steps, test, data);
}

TEST(a_failed_step_is_seen)
{
	CHECK(!fails_at_once(&automake, "1..2\nok 1\n"));
	CHECK(fails_at_once(&automake, "1..2\nok 1\nnot ok 2 - name\n"));
	CHECK(fails_at_once(&meson, "not ok\r\n"));
	CHECK(fails_at_once(&meson, "not ok 1 # SKIP\n"));
	CHECK(!fails_at_once(&meson, "not ok 1 # TODO some day\r\n"));
	CHECK(!fails_at_once(&automake, "  not ok 1\nnot okay\n"));
}

TEST(a_line_counts_when_it_has_ended)
{
	struct steps steps = { 0 };

	CHECK(!fails(&steps, &automake, "ok 1\nnot ok 2"));
	CHECK_UINT(steps.at, ==, 5);
	CHECK(!fails(&steps, &automake, "ok 1\nnot ok 2 # TODO\nnot"));
	CHECK(fails(&steps, &automake, "ok 1\nnot ok 2 # TODO\nnot ok 3\n"));
}

TEST(nothing_counts_after_the_end)
{
	CHECK(!fails_at_once(&automake, "Bail out! no disk\nnot ok 1\n"));
}

TEST(only_tests_with_steps_that_are_to_pass_have_them)
{
	const struct test plain = { .protocol = TEST_PROTOCOL_EXIT };
	const struct test inverse = { .protocol = TEST_PROTOCOL_TAP, .expect_failure = true };

	CHECK(!fails_at_once(&plain, "not ok 1\n"));
	CHECK(!fails_at_once(&inverse, "not ok 1\n"));
}

TEST(long_lines_are_no_steps)
{
	static char data[40000];
	struct steps steps = { 0 };

	memset(data, 'x', sizeof(data) - 1);
	memcpy(data + sizeof(data) - 14, "\nnot ok 1\n", 10);
	CHECK(fails(&steps, &automake, data));
}
