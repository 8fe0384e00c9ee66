/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What scouts tell is noted once, whatever they do to the file, and says what no run came to before. */
#include "unit.h"

#include <fcntl.h>
#include <unistd.h>

#include "paths/scout.h"
#include "paths/telling.h"

enum { NR_PLACES = 4 };

/* Has a run tell LEVEL and PLACES. */
static void tell(unsigned char level, const unsigned char places[NR_PLACES])
{
	int file = open("level", O_RDWR);

	CHECK(pwrite(file, &level, 1, 0) == 1);
	CHECK(pwrite(file, places, NR_PLACES, 1) == NR_PLACES);
	close(file);
}

TEST(what_no_run_came_to_before_is_new)
{
	const struct trial_scout scout = { .level = "level" };
	struct telling telling;

	CHECK_OK(telling_open(&scout, NR_PLACES, &telling));
	CHECK_INT(telling_read(&telling), ==, SCOUT_AWAY);
	CHECK_INT(telling.rarest, ==, SIZE_MAX);
	for (unsigned i = 0; i < 2; i++) {
		CHECK_OK(telling_reset(&telling));
		tell(SCOUT_LINE, (const unsigned char[]){ 1, SCOUT_LINE + 1, 0, 0 });
		CHECK_INT(telling_read(&telling), ==, SCOUT_LINE);
		CHECK_INT(telling.nr_new, ==, i ? 0 : 2);
		CHECK(telling.is_new_set == !i);
		CHECK_INT(telling.rarest, ==, 1);
		/* A second look changes nothing. */
		CHECK_INT(telling_read(&telling), ==, SCOUT_LINE);
		CHECK_INT(telling.nr_runs[1], ==, i + 1);
	}
	CHECK_OK(telling_reset(&telling));
	tell(SCOUT_LINE, (const unsigned char[]){ 0, SCOUT_LINE + 1, SCOUT_LINE + 1, 1 });
	CHECK_INT(telling_read(&telling), ==, SCOUT_LINE);
	CHECK_INT(telling.nr_new, ==, 2);
	CHECK_INT(telling.rarest, ==, 2);
	CHECK(telling.is_new_set);
	/* Each of its changed lines is known, but no run came to this one alone. */
	CHECK_OK(telling_reset(&telling));
	tell(SCOUT_LINE, (const unsigned char[]){ 0, 0, SCOUT_LINE + 1, 0 });
	CHECK_INT(telling_read(&telling), ==, SCOUT_LINE);
	CHECK_INT(telling.nr_new, ==, 0);
	CHECK(telling.is_new_set);
	CHECK_OK(telling_reset(&telling));
	tell(SCOUT_AWAY, (const unsigned char[]){ 1, 0, 0, 1 });
	CHECK_INT(telling_read(&telling), ==, SCOUT_AWAY);
	CHECK(!telling.set && !telling.is_new_set);
	telling_close(&telling);
}

TEST(a_run_may_do_anything_to_the_file)
{
	const struct trial_scout scout = { .level = "level" };
	struct telling telling;

	CHECK_OK(telling_open(&scout, NR_PLACES, &telling));
	CHECK_OK(telling_reset(&telling));
	tell(200, (const unsigned char[]){ 0, 0, 0, 7 });
	CHECK_INT(telling_read(&telling), ==, SCOUT_LINE);
	CHECK_OK(telling_reset(&telling));
	CHECK(truncate("level", 0) == 0);
	CHECK_INT(telling_read(&telling), ==, SCOUT_AWAY);
	CHECK_INT(telling.nr_new, ==, 0);
	CHECK_OK(telling_reset(&telling));
	tell(SCOUT_FUNCTION, (const unsigned char[]){ 1, 0, 0, 0 });
	CHECK_INT(telling_read(&telling), ==, SCOUT_FUNCTION);
	CHECK_INT(telling.nr_new, ==, 1);
	telling_close(&telling);
}

TEST(without_a_file_nothing_is_told)
{
	const struct trial_scout scout = { .level = NULL };
	struct telling telling;

	CHECK_OK(telling_open(&scout, 0, &telling));
	CHECK_OK(telling_reset(&telling));
	CHECK_INT(telling_read(&telling), ==, SCOUT_AWAY);
	telling_close(&telling);
}
