/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the store promises when things go wrong around it. */
#include "unit.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/error.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "store/db.h"
#include "store/store.h"
#include "store_sample.h"

static struct error *check_cell(void *arg, const struct store_cell *cell)
{
	int64_t number = (cell->mutant - 1) * 50 + cell->test - 1;
	char detail[32];

	snprintf(detail, sizeof(detail), "exit %d", (int)(number % 100));
	CHECK_INT(number, ==, *(int64_t *)arg);
	CHECK_INT(cell->verdict, ==, 1 + number % 7);
	CHECK_INT(cell->wall_us, ==, number);
	CHECK_STR(cell->detail, detail);
	++*(int64_t *)arg;
	return NULL;
}

/* Number of cells of the last run; they must be 0 … n-1 without a gap. */
static int64_t count_cells(const char *directory)
{
	struct store *store;
	int64_t count = 0;

	CHECK_OK(store_open(directory, STORE_READ, &store));
	CHECK_OK(store_each_cell(store, 0, check_cell, &count));
	store_close(store);
	return count;
}

static void pause_us(long us)
{
	struct timespec time = { 0, us * 1000 };

	nanosleep(&time, NULL);
}

/* Child: puts cells from FROM on and tells after each flush how many there are. */
static _Noreturn void write_until_killed(int64_t from, int report)
{
	struct store *store = store_sample_open(STORE_SAMPLE_DIRECTORY);

	for (int64_t n = from;;) {
		for (int64_t end = n + 1 + n % 13; n < end; n++)
			CHECK_OK(store_sample_cell(store, n));
		CHECK_OK(store_flush(store));
		if (write(report, &n, sizeof(n)) != sizeof(n))
			_exit(1);
	}
}

/* Kills a writer after DELAY_US; the number of cells that it said were safe, or FROM. */
static int64_t kill_writer(int64_t from, long delay_us)
{
	int pipe_fd[2];
	CHECK(pipe(pipe_fd) == 0);

	pid_t pid = fork();
	CHECK(pid >= 0);
	if (pid == 0) {
		close(pipe_fd[0]);
		write_until_killed(from, pipe_fd[1]);
	}
	close(pipe_fd[1]);
	pause_us(delay_us);
	kill(pid, SIGKILL);
	int status;
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFSIGNALED(status));

	int64_t safe = from;
	int64_t said;
	while (read(pipe_fd[0], &said, sizeof(said)) == sizeof(said))
		safe = said;
	close(pipe_fd[0]);
	return safe;
}

TEST(killed_writer_loses_no_flushed_cell)
{
	int64_t count = 0;
	int64_t written = 0;
	long longest_us = 12000;

	store_sample_fill(0);
	srandom(1);
	for (int i = 0; i < 150; i++) {
		int64_t safe = kill_writer(count, random() % longest_us);
		int64_t found = count_cells(STORE_SAMPLE_DIRECTORY);

		/* Whatever the load: sometimes early, mostly amid the writing. */
		if (safe == count && longest_us < 200000)
			longest_us += longest_us / 2;
		else if (longest_us > 4000)
			longest_us -= longest_us / 4;
		CHECK_INT(found, >=, safe);
		written += safe - count;
		count = found;
	}
	CHECK_INT(written, >, 150);
}

TEST(writer_killed_while_it_makes_the_store_leaves_a_usable_one)
{
	int nr_early = 0;

	srandom(2);
	for (int i = 0; i < 100; i++) {
		int64_t safe = kill_writer(0, random() % 6000);
		struct store *store = store_sample_open(STORE_SAMPLE_DIRECTORY);

		store_close(store);
		nr_early += safe == 0;
		CHECK_INT(count_cells(STORE_SAMPLE_DIRECTORY), >=, safe);
		CHECK_OK(fs_remove_tree(STORE_SAMPLE_DIRECTORY));
	}
	CHECK_INT(nr_early, >, 0);
}

/* Starts a child that holds the store open, with a child of its own that outlives it for a
 * while. */
static pid_t start_holder(void)
{
	int pipe_fd[2];
	char byte;
	CHECK(pipe(pipe_fd) == 0);

	pid_t pid = fork();
	CHECK(pid >= 0);
	if (pid == 0) {
		close(pipe_fd[0]);
		store_sample_open(STORE_SAMPLE_DIRECTORY);
		if (fork() == 0) {
			close(pipe_fd[1]);
			sleep(2);
			_exit(0);
		}
		if (write(pipe_fd[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(pipe_fd[1]);
	CHECK(read(pipe_fd[0], &byte, 1) == 1);
	close(pipe_fd[0]);
	return pid;
}

TEST(second_writer_is_told_the_pid_of_the_first)
{
	struct store *store;
	char expected[100];
	pid_t pid = start_holder();

	snprintf(expected, sizeof(expected),
		 "another remt run (pid %d) is using " STORE_SAMPLE_DIRECTORY, (int)pid);
	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store), ERROR_UNUSABLE,
		    expected);
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store));
	store_close(store);

	/* Its child still lives, and must not keep the lock. */
	kill(pid, SIGKILL);
	CHECK(waitpid(pid, NULL, 0) == pid);
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	store_close(store);
}

/* Opening fails as said, in both modes, and leaves the file as it is. */
static void expect_refusal(const char *text)
{
	char *before;
	char *after;
	size_t size_before;
	size_t size_after;
	struct store *store;

	CHECK_OK(fs_read_file(STORE_SAMPLE_DATABASE, &before, &size_before));
	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store), ERROR_UNUSABLE, text);
	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store), ERROR_UNUSABLE, text);
	CHECK_OK(fs_read_file(STORE_SAMPLE_DATABASE, &after, &size_after));
	CHECK_UINT(size_before, ==, size_after);
	CHECK(memcmp(before, after, size_before) == 0);
	free(before);
	free(after);
}

TEST(missing_store_is_named)
{
	struct store *store;

	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store), ERROR_UNUSABLE,
		    "there is no store " STORE_SAMPLE_DATABASE);
	CHECK(!fs_exists(STORE_SAMPLE_DIRECTORY));
}

TEST(text_file_is_refused)
{
	CHECK_OK(fs_make_directories(STORE_SAMPLE_DIRECTORY, 0777));
	CHECK_OK(fs_write_file(STORE_SAMPLE_DATABASE, "my precious notes\n", 18));
	expect_refusal("is no remt store (not an SQLite database)");
	CHECK_OK(fs_write_file(STORE_SAMPLE_DATABASE, "abc", 3));
	expect_refusal("is no remt store (not an SQLite database)");
}

TEST(database_of_another_program_is_refused)
{
	struct db *db;

	CHECK_OK(fs_make_directories(STORE_SAMPLE_DIRECTORY, 0777));
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_OK(db_execute(db, "CREATE TABLE precious (note TEXT)"));
	db_close(db);
	expect_refusal("is no remt store (another program's database)");
}

TEST(truncated_store_is_refused_and_mended)
{
	struct store *store;

	store_sample_fill(5000);
	CHECK(truncate(STORE_SAMPLE_DATABASE, 20480) == 0);
	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store), ERROR_UNUSABLE,
		    "is damaged (");
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK(strstr(store_damage(store), "is damaged ("));
	store_close(store);
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store));
	store_close(store);
	/* Of less nobody knows what it was. */
	CHECK(truncate(STORE_SAMPLE_DATABASE, 1000) == 0);
	expect_refusal("");
}

TEST(store_of_a_newer_remt_is_refused)
{
	struct db *db;

	store_sample_fill(1);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_OK(db_execute(db, "PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE);"));
	db_close(db);
	expect_refusal("was written by a newer remt: format 99, this is 10");
}

TEST(empty_file_becomes_a_store)
{
	struct store *store;

	CHECK_OK(fs_make_directories(STORE_SAMPLE_DIRECTORY, 0777));
	CHECK_OK(fs_write_file(STORE_SAMPLE_DATABASE, "", 0));
	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store), ERROR_UNUSABLE,
		    "is empty");
	store_sample_fill(10);
	CHECK_INT(count_cells(STORE_SAMPLE_DIRECTORY), ==, 10);
}

static struct error *ignore_cell(void *arg, const struct store_cell *cell)
{
	*(size_t *)arg += strlen(cell->detail);
	return NULL;
}

static struct error *ignore_mutant(void *arg, const struct store_mutant *mutant)
{
	*(size_t *)arg += strlen(mutant->id) + strlen(mutant->file);
	return NULL;
}

static struct error *ignore_reach(void *arg, int64_t test, const struct store_reached *sites,
				  size_t count)
{
	for (size_t i = 0; i < count; i++)
		*(size_t *)arg += sites[i].first + (size_t)test;
	return NULL;
}

static struct error *ignore_input(void *arg, const struct store_input *input)
{
	*(size_t *)arg += strlen(input->path);
	return NULL;
}

/* Whether reading all of the store fails anywhere. */
static bool reading_fails(void)
{
	struct store *store;
	size_t sum = 0;
	struct error *err = store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store);

	if (!err) {
		err = store_each_cell(store, 0, ignore_cell, &sum);
		if (!err)
			err = store_each_mutant(store, ignore_mutant, &sum);
		if (!err)
			err = store_each_reach(store, ignore_reach, &sum);
		if (!err)
			err = store_each_input(store, ignore_input, &sum);
		store_close(store);
	}
	if (err) {
		CHECK(err->code == ERROR_UNUSABLE || err->code == ERROR_INTERNAL);
		CHECK_INT(strlen(err->message), >, 0);
	}
	error_destroy(err);
	return err != NULL;
}

TEST(damaged_pages_give_errors_and_no_crash)
{
	char *good;
	size_t size;
	int nr_failed = 0;

	store_sample_fill(3000);
	CHECK_OK(fs_read_file(STORE_SAMPLE_DATABASE, &good, &size));
	srandom(3);
	for (int i = 0; i < 300; i++) {
		char *bad = xmemdup(good, size);
		size_t at = 100 + (size_t)random() % (size - 400);

		for (int n = 0; n < 256; n++)
			bad[at + (size_t)n] = (char)random();
		int fd = open(STORE_SAMPLE_DATABASE, O_WRONLY | O_TRUNC);
		CHECK(fd >= 0 && fs_write_all(fd, bad, size));
		close(fd);
		nr_failed += reading_fails();
		free(bad);
	}
	free(good);
	CHECK_INT(nr_failed, >, 300 / 4);
}

/* Gives the case a mount namespace of its own, or skips it. */
static void enter_namespace(void)
{
	if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
		return;
	uid_t uid = getuid();
	char map[32];
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
		unit_skip("mount namespaces are refused here");
	snprintf(map, sizeof(map), "0 %u 1", (unsigned)uid);
	int fd = open("/proc/self/uid_map", O_WRONLY);
	if (fd < 0 || !fs_write_all(fd, map, strlen(map)))
		unit_skip("user namespaces are refused here");
	close(fd);
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
		unit_skip("mounting is refused here");
}

TEST(full_disk_is_an_error_and_what_was_flushed_stays)
{
	enter_namespace();
	CHECK(mkdir("small", 0777) == 0);
	if (mount("tmpfs", "small", "tmpfs", 0, "size=6m") != 0)
		unit_skip("tmpfs can't be mounted here");

	struct store *store = store_sample_open("small/.remt");
	struct error *err = NULL;
	int64_t flushed = 0;
	for (int64_t n = 0; !err && n < 1000000; n++) {
		err = store_sample_cell(store, n);
		if (!err && n % 20 == 19) {
			err = store_flush(store);
			if (!err)
				flushed = n + 1;
		}
	}
	CHECK(err);
	CHECK(strstr(err->message, "the disk is full"));
	CHECK_INT(err->code, ==, ERROR_INTERNAL);
	error_destroy(err);
	CHECK_INT(flushed, >, 10000);
	CHECK_ERROR(store_sample_cell(store, flushed), ERROR_INTERNAL, "the disk is full");
	CHECK_ERROR(store_flush(store), ERROR_INTERNAL, "the disk is full");
	store_close(store);

	CHECK_INT(count_cells("small/.remt"), ==, flushed);
	CHECK(mount("tmpfs", "small", "tmpfs", MS_REMOUNT, "size=20m") == 0);
	store = store_sample_open("small/.remt");
	CHECK_OK(store_sample_cell(store, flushed));
	CHECK_OK(store_flush(store));
	store_close(store);
	CHECK_INT(count_cells("small/.remt"), ==, flushed + 1);
}

/* Makes PATH read-only for this process. */
static void make_read_only(const char *path)
{
	if (mount(path, path, NULL, MS_BIND, NULL) != 0 ||
	    mount(path, path, NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL) != 0)
		unit_skip("mounting is refused here");
}

TEST(store_in_a_read_only_directory_can_be_read)
{
	struct store *store;

	enter_namespace();
	store_sample_fill(100);
	make_read_only("dir");
	CHECK_INT(count_cells(STORE_SAMPLE_DIRECTORY), ==, 100);
	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store), ERROR_UNUSABLE,
		    "Read-only file system");
}

TEST(store_of_a_killed_writer_in_a_read_only_directory_can_be_read)
{
	enter_namespace();
	store_sample_fill(0);
	int64_t safe = kill_writer(0, 50000);
	CHECK_INT(safe, >, 0);
	make_read_only("dir");
	CHECK_INT(count_cells(STORE_SAMPLE_DIRECTORY), >=, safe);
}
