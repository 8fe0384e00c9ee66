/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A check goes on with what is kept, and with nothing else. */
#include "unit.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "verify/checkpoint.h"

static const struct verify_opts opts = {
	.build = "make", .cc = "gcc", .cflags = "-O2", .runtime = "runtime"
};

static uint64_t allow_network;
static char *command[2];

/* Two mutants in one test, the second killed. */
static void fill(struct verify_sample *sample, enum verdict second)
{
	struct verify_test test = { .name = xstrdup("a test") };

	if (command[0])
		test.test.argv = strv_copy(command);
	*sample = (struct verify_sample){ .root = xstrdup("/p"), .allow_network = allow_network };
	vec_push(&sample->tests, test);
	for (int i = 0; i < 2; i++) {
		struct verify_mutant *mutant = vec_add(&sample->mutants);

		snprintf(mutant->id, sizeof(mutant->id), "00000000000%d", i);
		vec_push(&mutant->cells,
			 ((struct verify_cell){ .stored = i ? second : VERDICT_SURVIVED }));
	}
}

static void decide(struct verify_mutant *mutant, enum verify_outcome outcome, const char *detail)
{
	mutant->outcome = VERIFY_EQUAL;
	mutant->cells.items[0].outcome = outcome;
	mutant->cells.items[0].found = VERDICT_SURVIVED;
	mutant->cells.items[0].detail = xstrdup(detail);
}

/* A file with both mutants. */
static void keep_both(void)
{
	struct verify_sample sample;
	int fd = -1;

	unlink("kept");
	fill(&sample, VERDICT_KILLED_FAIL);
	CHECK_OK(verify_checkpoint_open("kept", &opts, &sample, &fd));
	for (int i = 0; i < 2; i++) {
		decide(&sample.mutants.items[i], i ? VERIFY_UB : VERIFY_EQUAL, "a\ttab");
		CHECK_OK(verify_checkpoint_add(fd, &sample, &sample.mutants.items[i]));
	}
	close(fd);
	verify_sample_deinit(&sample);
}

static void check_outcomes(const struct verify_opts *how, enum verdict second,
			   enum verify_outcome first_outcome, enum verify_outcome second_outcome)
{
	struct verify_sample sample;
	int fd = -1;

	fill(&sample, second);
	CHECK_OK(verify_checkpoint_open("kept", how, &sample, &fd));
	CHECK_INT(sample.mutants.items[0].cells.items[0].outcome, ==, first_outcome);
	CHECK_INT(sample.mutants.items[1].cells.items[0].outcome, ==, second_outcome);
	CHECK((sample.mutants.items[1].outcome == VERIFY_PENDING) ==
	      (second_outcome == VERIFY_PENDING));
	close(fd);
	verify_sample_deinit(&sample);
}

TEST(what_was_checked_is_known_again)
{
	keep_both();
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_EQUAL, VERIFY_UB);
}

TEST(a_verdict_that_changed_is_checked_again)
{
	keep_both();
	check_outcomes(&opts, VERDICT_KILLED_CRASH, VERIFY_EQUAL, VERIFY_PENDING);
}

TEST(other_commands_make_another_check)
{
	struct verify_opts other = opts;

	keep_both();
	other.cflags = "-O3";
	check_outcomes(&other, VERDICT_KILLED_FAIL, VERIFY_PENDING, VERIFY_PENDING);
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_PENDING, VERIFY_PENDING);
}

TEST(another_compiler_behind_the_same_name_makes_another_check)
{
	struct verify_opts other = opts;

	keep_both();
	other.compiler = "gcc 99";
	check_outcomes(&other, VERDICT_KILLED_FAIL, VERIFY_PENDING, VERIFY_PENDING);
}

TEST(another_runtime_makes_another_check)
{
	CHECK_OK(fs_write_file("runtime", "one", 3));
	keep_both();
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_EQUAL, VERIFY_UB);
	CHECK_OK(fs_write_file("runtime", "two", 3));
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_PENDING, VERIFY_PENDING);
}

TEST(tests_that_are_run_otherwise_make_another_check)
{
	char words[] = "another command";

	keep_both();
	allow_network = 1;
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_PENDING, VERIFY_PENDING);
	keep_both();
	command[0] = words;
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_PENDING, VERIFY_PENDING);
}

TEST(a_record_that_was_cut_off_does_not_count)
{
	struct stat status;

	keep_both();
	CHECK_INT(stat("kept", &status), ==, 0);
	/* Within the last line, which says that the second mutant is done. */
	CHECK_INT(truncate("kept", status.st_size - 8), ==, 0);
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_EQUAL, VERIFY_PENDING);
	CHECK_OK(fs_write_file("kept", "cell\tx\n\n\0mutant", 15));
	check_outcomes(&opts, VERDICT_KILLED_FAIL, VERIFY_PENDING, VERIFY_PENDING);
}

/* A changed byte costs the checks that it stands in, and changes none. */
TEST(a_damaged_record_does_not_count)
{
	char *whole;
	size_t size, head;

	keep_both();
	CHECK_OK(fs_read_file("kept", &whole, &size));
	head = (size_t)(strchr(whole, '\n') - whole);
	for (size_t i = 0; i < size; i++) {
		struct verify_sample sample;
		int fd = -1;

		whole[i] ^= 1;
		CHECK_OK(fs_write_file("kept", whole, size));
		whole[i] ^= 1;
		fill(&sample, VERDICT_KILLED_FAIL);
		CHECK_OK(verify_checkpoint_open("kept", &opts, &sample, &fd));
		int nr_known = 0;
		for (int k = 0; k < 2; k++) {
			const struct verify_cell *cell = &sample.mutants.items[k].cells.items[0];
			enum verify_outcome outcome = k ? VERIFY_UB : VERIFY_EQUAL;

			CHECK(cell->outcome == VERIFY_PENDING || cell->outcome == outcome);
			CHECK(cell->outcome == VERIFY_PENDING ||
			      strcmp(cell->detail, "a tab") == 0);
			nr_known += cell->outcome != VERIFY_PENDING;
		}
		CHECK_INT(nr_known, <=, i <= head ? 0 : 2);
		close(fd);
		verify_sample_deinit(&sample);
	}
	free(whole);
}
