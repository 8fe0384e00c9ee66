/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When something is to end. */
#include "unit.h"

#include "common/clock.h"
#include "common/deadline.h"

TEST(without_a_time_and_a_signal_nothing_ends)
{
	const struct deadline never = { .at_ms = 0 };

	CHECK(!deadline_is_over(&never));
	CHECK_INT(deadline_bound_ms(&never, 300000), ==, 300000);
}

TEST(what_has_a_time_ends_then)
{
	const struct deadline later = { .at_ms = clock_ms() + 1000000 }, before = { .at_ms = 1 };
	const struct deadline much = { .work_us = clock_work_us() + 1000000000 },
			      little = { .work_us = 1 };

	CHECK(!deadline_is_over(&later));
	CHECK_INT(deadline_bound_ms(&later, 10), ==, 10);
	CHECK_INT(deadline_bound_ms(&later, 3000000), <=, 1000000);
	CHECK(deadline_is_over(&before));
	CHECK(!deadline_is_over(&much));
	CHECK(deadline_is_over(&little));
	CHECK_INT(deadline_bound_ms(&before, 10), ==, 0);
}

TEST(a_signal_ends_at_once)
{
	volatile sig_atomic_t number = 0;
	const struct deadline deadline = { .at_ms = clock_ms() + 1000000, .cancelled = &number };

	CHECK(!deadline_is_over(&deadline));
	number = SIGINT;
	CHECK(deadline_is_over(&deadline));
	CHECK_INT(deadline_bound_ms(&deadline, 10), ==, 0);
}

TEST(a_time_that_no_clock_comes_to_is_none)
{
	CHECK_INT(deadline_after(100, 20), ==, 120);
	CHECK_INT(deadline_after(100, UINT64_MAX), ==, 0);
	CHECK_INT(deadline_after(100, UINT64_MAX - 100), ==, 0);
}
