/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a file makes another state of it. */
#include "unit.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "runner/input/input.h"

static void write_text(const char *path, const char *text)
{
	CHECK_OK(fs_write_file(path, text, strlen(text)));
}

static uint64_t state(const char *path, enum input_use use)
{
	struct inputs *inputs = inputs_create(NULL);
	uint64_t state = inputs_state(inputs, path, use);

	inputs_destroy(inputs);
	return state;
}

TEST(use_says_what_counts)
{
	uint64_t asked, opened, loaded;

	write_text("f", "one");
	asked = state("f", INPUT_ASKED);
	opened = state("f", INPUT_OPENED);
	loaded = state("f", INPUT_LOADED);
	CHECK_UINT(state("f", INPUT_OPENED), ==, opened);
	write_text("f", "two");
	CHECK_UINT(state("f", INPUT_ASKED), ==, asked);
	CHECK_UINT(state("f", INPUT_OPENED), !=, opened);
	write_text("f", "three");
	CHECK_UINT(state("f", INPUT_ASKED), !=, asked);
	CHECK_UINT(state("f", INPUT_LOADED), ==, loaded);
	CHECK_INT(unlink("f"), ==, 0);
	CHECK_UINT(state("f", INPUT_LOADED), !=, loaded);
	CHECK_UINT(state("f", INPUT_OPENED), ==, state("f", INPUT_OPENED));
}

TEST(mode_counts)
{
	uint64_t before;

	write_text("f", "x");
	before = state("f", INPUT_ASKED);
	CHECK_INT(chmod("f", 0755), ==, 0);
	CHECK_UINT(state("f", INPUT_ASKED), !=, before);
}

TEST(directory_is_the_names_and_kinds_in_it)
{
	uint64_t before;

	CHECK_INT(mkdir("d", 0700), ==, 0);
	write_text("d/a", "x");
	before = state("d", INPUT_OPENED);
	write_text("d/a", "y");
	CHECK_UINT(state("d", INPUT_OPENED), ==, before);
	write_text("d/b", "y");
	CHECK_UINT(state("d", INPUT_OPENED), !=, before);
	before = state("d", INPUT_OPENED);
	CHECK_INT(unlink("d/b"), ==, 0);
	CHECK_INT(mkdir("d/b", 0700), ==, 0);
	CHECK_UINT(state("d", INPUT_OPENED), !=, before);
}

TEST(each_is_looked_at_once)
{
	struct inputs *inputs = inputs_create(NULL);
	uint64_t before;

	write_text("f", "x");
	before = inputs_state(inputs, "f", INPUT_OPENED);
	write_text("f", "y");
	CHECK_UINT(inputs_state(inputs, "f", INPUT_OPENED), ==, before);
	inputs_destroy(inputs);
}

static void keep(void *arg, const struct input *input)
{
	*(struct input *)arg = *input;
}

static void set_times(const char *path, time_t seconds)
{
	const struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };

	CHECK_INT(utimensat(AT_FDCWD, path, times, 0), ==, 0);
}

TEST(an_input_is_known_again)
{
	struct inputs *inputs = inputs_create(NULL);
	struct input input;

	write_text("f", "one");
	CHECK_UINT(inputs_state(inputs, "f", INPUT_OPENED), !=, 0);
	inputs_each(inputs, keep, &input);
	CHECK_INT(input.stamp.is_settled, ==, 0);
	CHECK(input_is_same(&input));
	write_text("f", "two");
	CHECK(!input_is_same(&input));
	write_text("f", "one");
	CHECK(input_is_same(&input));
	CHECK_INT(unlink("f"), ==, 0);
	CHECK(!input_is_same(&input));
	inputs_destroy(inputs);
}

/* A state that nothing can have says that it was not looked at. */
TEST(an_untouched_file_is_not_read)
{
	struct input input = { .path = "f", .use = INPUT_OPENED };

	write_text("f", "one");
	stamp_take("f", &input.stamp);
	input.stamp.is_settled = 1;
	CHECK(input_is_same(&input));
	CHECK_INT(chmod("f", 0600), ==, 0);
	CHECK_INT(chmod("f", 0640), ==, 0);
	CHECK(!input_is_same(&input));
	CHECK_INT(unlink("f"), ==, 0);
	stamp_take("f", &input.stamp);
	CHECK(input_is_same(&input));
	write_text("f", "");
	CHECK(!input_is_same(&input));
}

TEST(a_link_is_looked_at_again)
{
	struct input input = { .path = "link", .use = INPUT_OPENED };

	write_text("f", "one");
	CHECK_INT(link("f", "g"), ==, 0);
	CHECK_INT(symlink("f", "link"), ==, 0);
	stamp_take("link", &input.stamp);
	input.state = state("link", INPUT_OPENED);
	CHECK_INT(input.stamp.is_settled, ==, 0);
	CHECK(input_is_same(&input));
	CHECK_INT(unlink("link"), ==, 0);
	CHECK_INT(symlink("g", "link"), ==, 0);
	CHECK(!input_is_same(&input));
}

TEST(only_dated_inputs_have_a_date)
{
	uint64_t opened, dated;

	write_text("f", "x");
	set_times("f", 1000);
	opened = state("f", INPUT_OPENED);
	dated = state("f", INPUT_DATED);
	set_times("f", 2000);
	CHECK_UINT(state("f", INPUT_OPENED), ==, opened);
	CHECK_UINT(state("f", INPUT_DATED), !=, dated);
}

TEST(own_files_are_never_the_same)
{
	struct inputs *inputs = inputs_create("store");
	uint64_t first;

	CHECK_INT(mkdir("store", 0700), ==, 0);
	write_text("store/remt.db", "x");
	first = inputs_state(inputs, "store/remt.db", INPUT_OPENED);
	inputs_destroy(inputs);
	inputs = inputs_create("store");
	CHECK_UINT(inputs_state(inputs, "store/remt.db", INPUT_OPENED), !=, first);
	CHECK_UINT(inputs_state(inputs, "store", INPUT_OPENED), ==, state("store", INPUT_OPENED));
	inputs_destroy(inputs);
}
