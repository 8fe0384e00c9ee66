/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/expectation.h"

#include <fcntl.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/xalloc.h"
#include "unit.h"

static const char text[] = "one\ntwo\nthree\n";
static const struct expectation expected = { .data = text, .size = sizeof(text) - 1 };

/* How an output of SIZE bytes compares; *AT as in expectation_compare(). */
static enum output_match compare(const struct expectation *with, const char *data, size_t size,
				 uint64_t *at)
{
	struct error *err = fs_write_file("output", data, size);
	_cleanup_close_ int fd = open("output", O_RDONLY | O_CLOEXEC);

	CHECK_OK(err);
	CHECK(fd >= 0);
	return expectation_compare(with, fd, at);
}

TEST(the_same_output_is_the_same)
{
	uint64_t at = 0;

	CHECK_INT(compare(&expected, text, expected.size, &at), ==, OUTPUT_SAME);
	CHECK_UINT(at, ==, expected.size);
}

TEST(a_beginning_may_still_become_the_same)
{
	uint64_t at = 0;

	CHECK_INT(compare(&expected, text, 5, &at), ==, OUTPUT_SHORTER);
	CHECK_UINT(at, ==, 5);
	CHECK_INT(compare(&expected, text, expected.size, &at), ==, OUTPUT_SAME);
	at = 0;
	CHECK_INT(compare(&expected, "", 0, &at), ==, OUTPUT_SHORTER);
}

TEST(another_byte_is_found_where_it_is)
{
	uint64_t at = 0;

	CHECK_INT(compare(&expected, "one\ntwa\n", 8, &at), ==, OUTPUT_OTHER);
	CHECK_UINT(at, ==, 6);
	CHECK_INT(compare(&expected, "one\ntwa\n", 8, &at), ==, OUTPUT_OTHER);
	CHECK_UINT(at, ==, 6);
}

TEST(what_comes_after_the_end_is_other_output)
{
	static const struct expectation nothing = { .data = "" };
	uint64_t at = 0;

	CHECK_INT(compare(&expected, "one\ntwo\nthree\nfour\n", 19, &at), ==, OUTPUT_OTHER);
	CHECK_UINT(at, ==, expected.size);
	at = 0;
	CHECK_INT(compare(&nothing, "x", 1, &at), ==, OUTPUT_OTHER);
	CHECK_UINT(at, ==, 0);
	CHECK_INT(compare(&nothing, "", 0, &at), ==, OUTPUT_SAME);
}

TEST(long_outputs_are_compared_to_their_end)
{
	enum { SIZE = 100000 };
	_cleanup_free_ char *data = xcalloc(SIZE, 1), *other = xcalloc(SIZE, 1);
	const struct expectation expectation = { .data = data, .size = SIZE };
	uint64_t at = 0;

	other[SIZE - 1] = 1;
	CHECK_INT(compare(&expectation, data, SIZE, &at), ==, OUTPUT_SAME);
	at = 0;
	CHECK_INT(compare(&expectation, other, SIZE, &at), ==, OUTPUT_OTHER);
	CHECK_UINT(at, ==, SIZE - 1);
}

TEST(what_is_too_long_is_not_kept)
{
	_cleanup_free_ char *data = xcalloc(EXPECTATION_MAX_BYTES + 1, 1);
	struct expectation *expectation;

	CHECK_OK(fs_write_file("output", data, EXPECTATION_MAX_BYTES + 1));
	CHECK_OK(expectation_read("output", &expectation));
	CHECK(!expectation);
	CHECK_OK(fs_write_file("output", data, EXPECTATION_MAX_BYTES));
	CHECK_OK(expectation_read("output", &expectation));
	CHECK_UINT(expectation->size, ==, EXPECTATION_MAX_BYTES);
	CHECK_UINT(expectation->hash, ==, hash_bytes(data, EXPECTATION_MAX_BYTES));
	expectation_destroy(expectation);
	expectation_destroy(NULL);
}
