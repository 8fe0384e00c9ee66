/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rewriter/elf/child_reader.h"

static struct error *read_numbers(const char *path, FILE *out)
{
	fprintf(out, "%x 1f0 %s\n2 3 \n", 16, path);
	return NULL;
}

static struct error *fail(const char *path, FILE *out)
{
	fputs("not to be seen", out);
	return error_create(ERROR_UNUSABLE, "%s: no good", path);
}

static struct error *die(const char *path, FILE *out)
{
	(void)path;
	(void)out;
	raise(SIGKILL);
	return NULL;
}

static struct error *give_up(const char *path, FILE *out)
{
	(void)path;
	(void)out;
	_Exit(1); /* as sanitizers do */
}

static struct error *run_out_of_time(const char *path, FILE *out)
{
	(void)path;
	(void)out;
	raise(SIGXCPU);
	return NULL;
}

static struct error *wait_for_ever(const char *path, FILE *out)
{
	(void)path;
	(void)out;
	raise(SIGALRM);
	return NULL;
}

TEST(what_is_read_comes_back)
{
	const char *at, *rest;
	uint64_t number;
	char *text;

	CHECK(!child_reader_read(read_numbers, "file", "thing", &text));
	at = text;
	CHECK(child_reader_take_number(&at, &number));
	CHECK_INT(number, ==, 16);
	CHECK(child_reader_take_number(&at, &number));
	CHECK_INT(number, ==, 0x1f0);
	CHECK(!child_reader_take_number(&at, &number));
	CHECK_INT(child_reader_take_rest(&at, &rest), ==, 4);
	CHECK(strncmp(rest, "file", 4) == 0);
	CHECK(child_reader_take_number(&at, &number) && child_reader_take_number(&at, &number));
	CHECK_INT(child_reader_take_rest(&at, &rest), ==, 0);
	CHECK(!*at);
	free(text);
}

static void check_failure(child_reader_function reader, const char *expected)
{
	char *text = NULL;
	struct error *err = child_reader_read(reader, "file", "thing", &text);

	CHECK(err && !text);
	CHECK_INT(err->code, ==, ERROR_UNUSABLE);
	CHECK_STR(err->message, expected);
	error_destroy(err);
}

TEST(whatever_happens_to_the_reader_is_an_error)
{
	check_failure(fail, "file: no good");
	check_failure(die, "file: damaged thing: its reader has died of it");
	check_failure(give_up, "file: damaged thing: its reader has died of it");
	check_failure(run_out_of_time, "file: damaged thing: reading it takes too long");
	check_failure(wait_for_ever, "file: damaged thing: reading it takes too long");
}

static struct error *print_as_well(const char *path, FILE *out)
{
	puts("a note for maintainers");
	fflush(stdout);
	return read_numbers(path, out);
}

TEST(what_a_library_prints_is_lost)
{
	int kept = dup(STDOUT_FILENO), file = memfd_create("output", MFD_CLOEXEC);
	char *text;

	fflush(stdout);
	CHECK(kept >= 0 && file >= 0 && dup2(file, STDOUT_FILENO) >= 0);
	CHECK(!child_reader_read(print_as_well, "file", "thing", &text));
	CHECK(dup2(kept, STDOUT_FILENO) >= 0);
	CHECK_INT(lseek(file, 0, SEEK_END), ==, 0);
	close(file);
	close(kept);
	free(text);
}

TEST(who_ignores_its_children_reads_all_the_same)
{
	char *text;

	signal(SIGCHLD, SIG_IGN);
	CHECK(!child_reader_read(read_numbers, "file", "thing", &text));
	free(text);
}
