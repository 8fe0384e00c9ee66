/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/output.h"

#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "unit.h"

TEST(words_of_shells_and_make_tell_of_a_sigkill)
{
	CHECK(output_text_says_killed("Killed\n"));
	CHECK(output_text_says_killed("one\nKilled\ntwo\n"));
	CHECK(output_text_says_killed("t.sh: line 1:  7333 Killed                  ./t\n"));
	CHECK(output_text_says_killed("make: *** [Makefile:2: all] Killed\n"));
	CHECK(output_text_says_killed("Killed 3 mutants\nKilled"));
}

TEST(other_words_do_not)
{
	CHECK(!output_text_says_killed(""));
	CHECK(!output_text_says_killed("killed\n"));
	CHECK(!output_text_says_killed("KilledBy\n"));
	CHECK(!output_text_says_killed("mutants: Killed\n"));
	CHECK(!output_text_says_killed("exit 1\n"));
}

TEST(only_the_end_of_a_long_output_is_read)
{
	enum { SIZE = 100000 };
	_cleanup_free_ char *data = xcalloc(SIZE, 1);

	CHECK_OK(fs_write_file("output", data, SIZE));
	CHECK(!output_says_killed("output"));
	memcpy(data, "Killed\n", 7);
	CHECK_OK(fs_write_file("output", data, SIZE));
	CHECK(!output_says_killed("output"));
	memcpy(data + SIZE - 8, "\nKilled\n", 8);
	CHECK_OK(fs_write_file("output", data, SIZE));
	CHECK(output_says_killed("output"));
	CHECK(!output_says_killed("missing"));
}
