/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who reads a store while another process, or another handle, writes to it. */
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_sample.h"
#include "unit.h"

static struct error *count_cover(void *arg, const struct store_cover *cover)
{
	(void)cover;
	++*(int *)arg;
	return NULL;
}

TEST(reader_beside_a_writer_sees_what_was_flushed)
{
	struct store *writer = store_sample_begin();
	int64_t test = store_sample_test(writer, "t");
	struct store_cover cover = { test, store_sample_mutant(writer, 1), 1, 1, false, false };
	int n = 0;

	CHECK_OK(store_flush(writer));
	CHECK_OK(store_put_cover(writer, &cover));
	struct store *reader = store_sample_read();
	CHECK_OK(store_each_cover(reader, 0, count_cover, &n));
	CHECK_INT(n, ==, 0);
	store_close(reader);

	CHECK_OK(store_flush(writer));
	reader = store_sample_read();
	CHECK_OK(store_each_cover(reader, 0, count_cover, &n));
	CHECK_INT(n, ==, 1);
	store_close(reader);
	store_close(writer);
}

static int count_rows(sqlite3 *db)
{
	sqlite3_stmt *statement = NULL;
	int count = -1;

	if (sqlite3_prepare_v2(db, "SELECT count(*) FROM cover", -1, &statement, NULL) ==
		    SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		count = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return count;
}

/* Counts the rows of cover whenever asked. */
static void look_from_outside(int question, int answer)
{
	char asked;

	while (read(question, &asked, 1) == 1) {
		sqlite3 *db;
		int count = -1;

		/* The last one to use a store tidies it up. */
		if (sqlite3_open(STORE_SAMPLE_DATABASE, &db) == SQLITE_OK)
			count = count_rows(db);
		sqlite3_close(db);
		if (write(answer, &count, sizeof(count)) != sizeof(count))
			break;
	}
}

struct outside {
	int question, answer;
	pid_t pid;
};

/* SQLite's state must not be inherited: before any store is open. */
static struct outside outside_start(void)
{
	int questions[2], answers[2];

	CHECK_INT(pipe(questions), ==, 0);
	CHECK_INT(pipe(answers), ==, 0);

	struct outside outside = { questions[1], answers[0], fork() };

	if (outside.pid == 0) {
		close(questions[1]);
		look_from_outside(questions[0], answers[1]);
		_exit(0);
	}
	close(questions[0]);
	close(answers[1]);
	return outside;
}

static int outside_count(struct outside outside)
{
	int count = -1;

	CHECK_INT(write(outside.question, "?", 1), ==, 1);
	CHECK_INT(read(outside.answer, &count, sizeof(count)), ==, sizeof(count));
	return count;
}

static void outside_stop(struct outside outside)
{
	close(outside.question);
	close(outside.answer);
	CHECK_INT(waitpid(outside.pid, NULL, 0), ==, outside.pid);
}

TEST(second_handle_takes_no_locks_from_the_first)
{
	struct outside outside = outside_start();
	struct store *writer = store_sample_begin();
	int64_t test = store_sample_test(writer, "t");
	struct store_cover cover = { test, store_sample_mutant(writer, 1), 1, 1, false, false };

	CHECK_OK(store_flush(writer));
	store_close(store_sample_read());
	CHECK_INT(outside_count(outside), ==, 0);
	CHECK_OK(store_put_cover(writer, &cover));
	CHECK_OK(store_flush(writer));
	CHECK_INT(outside_count(outside), ==, 1);
	store_close(writer);
	outside_stop(outside);
}
