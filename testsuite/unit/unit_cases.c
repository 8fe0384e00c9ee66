/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of the unit tests itself: each case has a directory and a process of its own. */
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int touched;

static void take_the_only_name(void)
{
	int fd = open("file", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

	CHECK_INT(fd, >=, 0);
	CHECK_INT(touched++, ==, 0);
	close(fd);
}

TEST(first_case_sees_fresh_state)
{
	take_the_only_name();
}

TEST(second_case_sees_fresh_state)
{
	take_the_only_name();
}

TEST(checks_accept_what_is_true)
{
	CHECK(true);
	CHECK_INT(-1, <, 1);
	CHECK_UINT((uint64_t)-1, >, 1);
	CHECK_STR("a", "a");
	CHECK_STR(NULL, NULL);
}
