/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long runs may take. */
#include "unit.h"

#include "paths/patience.h"

TEST(a_first_run_may_take_a_multiple_of_what_others_took)
{
	struct patience patience = { .max_ms = 10000 };

	CHECK_INT(patience_first_ms(&patience, false), ==, 10000);
	patience_note(&patience, false, 5000);
	CHECK_INT(patience_first_ms(&patience, false), ==, 1100);
	CHECK_INT(patience_first_ms(&patience, true), ==, 10000);
	patience_note(&patience, true, 50000);
	patience_note(&patience, false, 100);
	CHECK_INT(patience_first_ms(&patience, false), ==, 1100);
	CHECK_INT(patience_first_ms(&patience, true), ==, 2000);
	patience_note(&patience, false, 2000000);
	CHECK_INT(patience_first_ms(&patience, false), ==, 10000);
}

TEST(the_whole_time_is_given_until_a_run_did_not_end_in_it)
{
	struct patience patience = { .max_ms = 10000 };

	patience_note(&patience, false, 0);
	CHECK_INT(patience_first_ms(&patience, false), ==, 1000);
	CHECK_INT(patience_again_ms(&patience), ==, 10000);
	patience.has_run_out = true;
	CHECK_INT(patience_again_ms(&patience), ==, 2000);
	patience_note(&patience, false, 400000);
	CHECK_INT(patience_again_ms(&patience), ==, 10000);
}

TEST(a_short_time_of_the_users_counts)
{
	struct patience patience = { .max_ms = 300 };

	patience_note(&patience, false, 1);
	CHECK_INT(patience_first_ms(&patience, false), ==, 300);
	CHECK_INT(patience_again_ms(&patience), ==, 300);
}
