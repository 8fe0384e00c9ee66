/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a file makes another state of it. */
#include "unit.h"

#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "runner/input.h"

static void write_text(const char *path, const char *text)
{
	CHECK_OK(fs_write_file(path, text, strlen(text)));
}

static uint64_t state(const char *path, enum input_use use)
{
	struct inputs *inputs = inputs_create();
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

TEST(directory_is_the_names_in_it)
{
	uint64_t before;

	CHECK_INT(mkdir("d", 0700), ==, 0);
	write_text("d/a", "x");
	before = state("d", INPUT_OPENED);
	write_text("d/a", "y");
	CHECK_UINT(state("d", INPUT_OPENED), ==, before);
	write_text("d/b", "y");
	CHECK_UINT(state("d", INPUT_OPENED), !=, before);
}

TEST(each_is_looked_at_once)
{
	struct inputs *inputs = inputs_create();
	uint64_t before;

	write_text("f", "x");
	before = inputs_state(inputs, "f", INPUT_OPENED);
	write_text("f", "y");
	CHECK_UINT(inputs_state(inputs, "f", INPUT_OPENED), ==, before);
	inputs_destroy(inputs);
}
