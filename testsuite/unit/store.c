/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is put into a store comes out again. */
#include "unit.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/error.h"
#include "common/xalloc.h"
#include "store/store.h"

static const struct store_run a_run = {
	.command = "remt run -- make check",
	.root = "/src",
	.preset = "default",
	.compiler = "gcc 12.2",
	.plan = "plan-1",
	.started = "2026-01-02T03:04:05Z",
	.full = true,
	.oracle = STORE_ORACLE_OUTPUT,
};

static struct store *open_new(void)
{
	struct store *store;
	bool resumed = true;

	CHECK_OK(store_open("dir/.remt", STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &a_run, &resumed));
	CHECK(!resumed);
	return store;
}

static struct store *open_reader(void)
{
	struct store *store;

	CHECK_OK(store_open("dir/.remt", STORE_READ, &store));
	return store;
}

static int64_t add_mutant(struct store *store, unsigned n)
{
	struct store_mutant mutant = {
		.file = "src/a.c",
		.function = "f",
		.line = n,
		.column = 2,
		.end_line = 3,
		.end_column = 4,
		.site_line = 5,
		.site_column = 6,
		.site_end_line = 7,
		.site_end_column = 8,
		.op = "ORRN:<:<=",
		.replacement = "a \"<=\" 'b'\n\tc",
		.description = "< becomes <=",
		.line_hash = 0xfedcba9876543210u,
		.flags = 3,
	};

	snprintf(mutant.id, sizeof(mutant.id), "%012x", n);
	CHECK_OK(store_put_mutant(store, &mutant));
	CHECK_INT(mutant.key, >, 0);
	return mutant.key;
}

static int64_t add_test(struct store *store, const char *name)
{
	struct store_test test = {
		.name = name,
		.harness = "automake",
		.command = "cd /src && ./t",
		.record = "{}",
		.quarantined = true,
		.reason = "unstable",
		.cpu_us = 12,
		.wall_us = 5000000000,
		.result = 2,
		.oracle = STORE_ORACLE_OUTPUT,
		.output_hash = 0xfedcba9876543210u,
		.entered = UINT64_MAX,
	};

	CHECK_OK(store_put_test(store, &test));
	return test.key;
}

static struct error *count(void *arg)
{
	++*(int *)arg;
	return NULL;
}

static struct error *count_mutant(void *arg, const struct store_mutant *mutant)
{
	(void)mutant;
	return count(arg);
}

static struct error *count_cell(void *arg, const struct store_cell *cell)
{
	(void)cell;
	return count(arg);
}

static struct error *count_cover(void *arg, const struct store_cover *cover)
{
	(void)cover;
	return count(arg);
}

static struct error *check_mutant(void *arg, const struct store_mutant *mutant)
{
	CHECK_INT(mutant->key, ==, *(int64_t *)arg);
	CHECK_STR(mutant->id, "00000000000a");
	CHECK_STR(mutant->file, "src/a.c");
	CHECK_STR(mutant->function, "f");
	CHECK_UINT(mutant->line, ==, 10);
	CHECK_UINT(mutant->column, ==, 2);
	CHECK_UINT(mutant->end_line, ==, 3);
	CHECK_UINT(mutant->end_column, ==, 4);
	CHECK_UINT(mutant->site_line, ==, 5);
	CHECK_UINT(mutant->site_column, ==, 6);
	CHECK_UINT(mutant->site_end_line, ==, 7);
	CHECK_UINT(mutant->site_end_column, ==, 8);
	CHECK_STR(mutant->op, "ORRN:<:<=");
	CHECK_STR(mutant->replacement, "a \"<=\" 'b'\n\tc");
	CHECK_STR(mutant->description, "< becomes <=");
	CHECK_UINT(mutant->line_hash, ==, 0xfedcba9876543210u);
	CHECK_UINT(mutant->flags, ==, 3);
	return NULL;
}

TEST(mutant_comes_back_whole)
{
	struct store *store = open_new();
	int64_t key = add_mutant(store, 10);
	CHECK_OK(store_flush(store));
	store_close(store);

	store = open_reader();
	CHECK_OK(store_each_mutant(store, check_mutant, &key));
	int n = 0;
	CHECK_OK(store_each_mutant(store, count_mutant, &n));
	CHECK_INT(n, ==, 1);
	store_close(store);
}

TEST(same_id_gives_same_key_also_in_the_next_run)
{
	struct store *store = open_new();
	struct store_run next = a_run;
	bool resumed = true;
	int64_t key = add_mutant(store, 7);
	int64_t test = add_test(store, "t");

	CHECK_INT(add_mutant(store, 8), !=, key);
	CHECK_INT(add_mutant(store, 7), ==, key);
	CHECK_OK(store_finish_run(store));
	next.plan = "plan-2";
	CHECK_OK(store_begin_run(store, &next, &resumed));
	CHECK(!resumed);
	int n = 0;
	CHECK_OK(store_each_mutant(store, count_mutant, &n));
	CHECK_INT(n, ==, 0);
	CHECK_INT(add_mutant(store, 7), ==, key);
	CHECK_INT(add_test(store, "t"), ==, test);
	store_close(store);
}

TEST(short_mutant_id_is_refused)
{
	struct store *store = open_new();
	struct store_mutant mutant = { .id = "abc", .file = "a.c", .function = "f", .op = "x" };

	CHECK_ERROR(store_put_mutant(store, &mutant), ERROR_INTERNAL, "too short");
	store_close(store);
}

static struct error *check_test(void *arg, const struct store_test *test)
{
	CHECK_INT(test->key, ==, *(int64_t *)arg);
	CHECK_STR(test->name, "t 1");
	CHECK_STR(test->harness, "automake");
	CHECK_STR(test->command, "cd /src && ./t");
	CHECK_STR(test->record, "{}");
	CHECK(test->quarantined);
	CHECK_STR(test->reason, "unstable");
	CHECK_UINT(test->cpu_us, ==, 12);
	CHECK_UINT(test->wall_us, ==, 5000000000);
	CHECK_INT(test->result, ==, 2);
	CHECK_UINT(test->entered, ==, UINT64_MAX);
	return NULL;
}

TEST(test_comes_back_whole)
{
	struct store *store = open_new();
	int64_t key = add_test(store, "t 1");

	CHECK_OK(store_each_test(store, check_test, &key));
	store_close(store);
}

static struct error *check_file(void *arg, const struct store_file *file)
{
	CHECK_STR(file->path, "a.c");
	CHECK_UINT(file->hash, ==, UINT64_MAX);
	CHECK_UINT(file->folded, ==, 1);
	CHECK_UINT(file->macro, ==, 2);
	CHECK_UINT(file->shape, ==, 3);
	CHECK_UINT(file->user, ==, UINT32_MAX);
	return count(arg);
}

TEST(file_comes_back_whole)
{
	struct store *store = open_new();
	struct store_file file = { "a.c", UINT64_MAX, 1, 2, 3, UINT32_MAX };
	int n = 0;

	CHECK_OK(store_put_file(store, &file));
	CHECK_OK(store_each_file(store, check_file, &n));
	CHECK_INT(n, ==, 1);
	store_close(store);
}

static struct error *check_instance(void *arg, const struct store_instance *instance)
{
	CHECK_UINT(instance->uid, ==, UINT64_MAX - 1);
	CHECK_UINT(instance->site, ==, 3);
	CHECK_UINT(instance->function, ==, 4);
	CHECK_UINT(instance->alternative, ==, 5);
	return count(arg);
}

TEST(instance_comes_back_whole)
{
	struct store *store = open_new();
	struct store_instance instance = { add_mutant(store, 1), UINT64_MAX - 1, 3, 4, 5 };
	int n = 0;

	CHECK_OK(store_put_instance(store, &instance));
	CHECK_OK(store_each_instance(store, instance.mutant, check_instance, &n));
	CHECK_OK(store_each_instance(store, 0, check_instance, &n));
	CHECK_OK(store_each_instance(store, instance.mutant + 1, check_instance, &n));
	CHECK_INT(n, ==, 2);
	store_close(store);
}

static struct error *check_cover(void *arg, const struct store_cover *cover)
{
	CHECK_UINT(cover->first, ==, UINT32_MAX);
	CHECK_UINT(cover->count, ==, 9);
	CHECK(cover->before_main);
	CHECK(cover->is_changing);
	return count(arg);
}

TEST(cover_comes_back_by_mutant_and_whole)
{
	struct store *store = open_new();
	int64_t test = add_test(store, "t");
	int n = 0;

	for (unsigned i = 1; i <= 3; i++) {
		struct store_cover cover = {
			test, add_mutant(store, i), UINT32_MAX, 9, true, true
		};
		CHECK_OK(store_put_cover(store, &cover));
		CHECK_OK(store_put_cover(store, &cover));
	}
	CHECK_OK(store_each_cover(store, 2, check_cover, &n));
	CHECK_INT(n, ==, 1);
	CHECK_OK(store_each_cover(store, 0, check_cover, &n));
	CHECK_INT(n, ==, 4);
	store_close(store);
}

static struct error *check_cell(void *arg, const struct store_cell *cell)
{
	CHECK_INT(cell->verdict, ==, VERDICT_KILLED_CRASH);
	CHECK_INT(cell->mode, ==, 1);
	CHECK_UINT(cell->wall_us, ==, 77);
	CHECK_STR(cell->detail, cell->test == 1 ? "SIGSEGV" : "");
	CHECK_INT(cell->origin, ==, 5);
	CHECK_UINT(cell->entered, ==, UINT64_MAX);
	return count(arg);
}

TEST(cell_comes_back_and_the_last_verdict_counts)
{
	struct store *store = open_new();
	int64_t mutant = add_mutant(store, 1);
	int n = 0;

	for (int64_t test = 1; test <= 2; test++) {
		struct store_cell cell = { test,     mutant, VERDICT_SURVIVED, 1, 77,
					   "exit 0", 5,	     UINT64_MAX };

		CHECK_OK(store_put_cell(store, &cell));
		cell.verdict = VERDICT_KILLED_CRASH;
		cell.detail = test == 1 ? "SIGSEGV" : NULL;
		CHECK_OK(store_put_cell(store, &cell));
	}
	CHECK_OK(store_each_cell(store, mutant, check_cell, &n));
	CHECK_OK(store_each_cell(store, 0, check_cell, &n));
	CHECK_INT(n, ==, 4);
	store_close(store);
}

TEST(invalid_verdict_is_refused)
{
	struct store *store = open_new();
	struct store_cell cell = { 1, add_mutant(store, 1), (enum verdict)8, 1, 77, "" };

	CHECK_ERROR(store_put_cell(store, &cell), ERROR_INTERNAL, "CHECK");
	store_close(store);
}

TEST(run_comes_back_whole)
{
	struct store *store = open_new();
	struct store_run run;

	CHECK_OK(store_get_run(store, &run));
	CHECK_STR(run.command, a_run.command);
	CHECK_STR(run.root, "/src");
	CHECK_STR(run.preset, "default");
	CHECK_STR(run.compiler, "gcc 12.2");
	CHECK_STR(run.plan, "plan-1");
	CHECK_STR(run.started, "2026-01-02T03:04:05Z");
	CHECK_STR(run.finished, "");
	CHECK(run.full);
	CHECK_INT(run.oracle, ==, STORE_ORACLE_OUTPUT);
	CHECK_OK(store_finish_run(store));
	CHECK_OK(store_get_run(store, &run));
	CHECK_INT(strlen(run.finished), ==, 20);
	store_close(store);
}

TEST(unfinished_run_of_the_same_plan_is_resumed_with_its_cells)
{
	struct store *store = open_new();
	struct store_cell cell = {
		add_test(store, "t"), add_mutant(store, 1), VERDICT_SURVIVED, 1, 7, ""
	};
	bool resumed = false;
	int n = 0;

	CHECK_OK(store_put_cell(store, &cell));
	CHECK_OK(store_flush(store));
	store_close(store);

	CHECK_OK(store_open("dir/.remt", STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &a_run, &resumed));
	CHECK(resumed);
	CHECK_OK(store_each_cell(store, 0, count_cell, &n));
	CHECK_INT(n, ==, 1);
	CHECK_OK(store_finish_run(store));
	CHECK_OK(store_begin_run(store, &a_run, &resumed));
	CHECK(!resumed);
	n = 0;
	CHECK_OK(store_each_cell(store, 0, count_cell, &n));
	CHECK_INT(n, ==, 0);
	store_close(store);
}

TEST(unfinished_run_of_another_plan_is_left_alone)
{
	struct store *store = open_new();
	struct store_run other = a_run;
	bool resumed = true;

	other.plan = "plan-2";
	CHECK_OK(store_begin_run(store, &other, &resumed));
	CHECK(!resumed);
	store_close(store);
}

struct seen_units {
	unsigned nr_units, nr_links;
	size_t size;
};

static struct error *see_unit(void *arg, const struct store_unit *unit)
{
	struct seen_units *seen = arg;
	const char *content = unit->content;

	seen->nr_units++;
	seen->size += unit->size;
	CHECK_STR(unit->source, unit->uid == 0xfedcba9876543210u ? "src/a.c" : "src/b.c");
	for (size_t i = 0; i < unit->size; i++)
		CHECK_INT(content[i], ==, (char)(i % 7));
	return NULL;
}

static struct error *see_link(void *arg, const struct store_link *link)
{
	struct seen_units *seen = arg;

	CHECK_INT(link->is_library, ==, link->module == 3);
	CHECK_UINT(link->module, ==, seen->nr_links ? 3 : 1);
	seen->nr_links++;
	return NULL;
}

static void put_unit(struct store *store, uint64_t uid, const char *source, size_t size)
{
	char *content = xmalloc(size);
	struct store_unit unit = { .uid = uid, .source = source, .content = content, .size = size };

	for (size_t i = 0; i < size; i++)
		content[i] = (char)(i % 7);
	CHECK_OK(store_put_unit(store, &unit));
	free(content);
}

TEST(unit_comes_back_whole_in_each_run_that_has_it)
{
	struct store *store = open_new();
	struct store_run other = a_run;
	struct store_link link = { .uid = 0xfedcba9876543210u, .module = 1 };
	struct seen_units seen = { 0 };
	bool resumed;

	put_unit(store, 1, "src/b.c", 8);
	CHECK_OK(store_finish_run(store));
	other.plan = "plan-2";
	CHECK_OK(store_begin_run(store, &other, &resumed));
	put_unit(store, 0xfedcba9876543210u, "src/a.c", 100000);
	put_unit(store, 1, "src/b.c", 8);
	put_unit(store, 1, "src/b.c", 8);
	CHECK_OK(store_put_link(store, &link));
	link.module = 3;
	link.is_library = true;
	CHECK_OK(store_put_link(store, &link));
	CHECK_OK(store_flush(store));
	store_close(store);

	store = open_reader();
	CHECK_OK(store_each_unit(store, see_unit, &seen));
	CHECK_OK(store_each_link(store, see_link, &seen));
	CHECK_UINT(seen.nr_units, ==, 2);
	CHECK_UINT(seen.size, ==, 100008);
	CHECK_UINT(seen.nr_links, ==, 2);
	store_close(store);
}

TEST(meta_is_kept_by_run)
{
	struct store *store = open_new();
	char *value = NULL;

	CHECK_OK(store_put_meta(store, "estimate", "1"));
	CHECK_OK(store_put_meta(store, "estimate", "2 h"));
	CHECK_OK(store_get_meta(store, "estimate", &value));
	CHECK_STR(value, "2 h");
	free(value);
	value = xstrdup("x");
	free(value);
	CHECK_OK(store_get_meta(store, "nothing", &value));
	CHECK_STR(value, NULL);
	store_close(store);
}

static struct error *stop_at_once(void *arg, const struct store_mutant *mutant)
{
	(void)mutant;
	++*(int *)arg;
	return error_create(ERROR_UNUSABLE, "stop");
}

TEST(error_of_a_callback_stops_and_is_returned)
{
	struct store *store = open_new();
	int n = 0;

	add_mutant(store, 1);
	add_mutant(store, 2);
	CHECK_ERROR(store_each_mutant(store, stop_at_once, &n), ERROR_UNUSABLE, "stop");
	CHECK_INT(n, ==, 1);
	store_close(store);
}

struct nested {
	struct store *store;
	int nr_cells;
};

static struct error *look_into_mutant(void *arg, const struct store_mutant *mutant)
{
	struct nested *nested = arg;

	return store_each_cell(nested->store, mutant->key, count_cell, &nested->nr_cells);
}

TEST(iterations_nest)
{
	struct store *store = open_new();
	struct nested nested = { store, 0 };

	for (unsigned i = 1; i <= 3; i++) {
		struct store_cell cell = { 1, add_mutant(store, i), VERDICT_SURVIVED, 1, 7, "" };
		CHECK_OK(store_put_cell(store, &cell));
	}
	CHECK_OK(store_each_mutant(store, look_into_mutant, &nested));
	CHECK_INT(nested.nr_cells, ==, 3);
	store_close(store);
}

TEST(reader_beside_a_writer_sees_what_was_flushed)
{
	struct store *writer = open_new();
	int64_t test = add_test(writer, "t");
	struct store_cover cover = { test, add_mutant(writer, 1), 1, 1, false, false };
	int n = 0;

	CHECK_OK(store_flush(writer));
	CHECK_OK(store_put_cover(writer, &cover));
	struct store *reader = open_reader();
	CHECK_OK(store_each_cover(reader, 0, count_cover, &n));
	CHECK_INT(n, ==, 0);
	store_close(reader);

	CHECK_OK(store_flush(writer));
	reader = open_reader();
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
		if (sqlite3_open("dir/.remt/remt.db", &db) == SQLITE_OK)
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
	struct store *writer = open_new();
	int64_t test = add_test(writer, "t");
	struct store_cover cover = { test, add_mutant(writer, 1), 1, 1, false, false };

	CHECK_OK(store_flush(writer));
	store_close(open_reader());
	CHECK_INT(outside_count(outside), ==, 0);
	CHECK_OK(store_put_cover(writer, &cover));
	CHECK_OK(store_flush(writer));
	CHECK_INT(outside_count(outside), ==, 1);
	store_close(writer);
	outside_stop(outside);
}

TEST(puts_without_a_run_are_refused)
{
	struct store *store;
	struct store_cover cover = { 1, 1, 1, 1, false, false };
	struct store_run run;

	CHECK_OK(store_open("dir/.remt", STORE_WRITE, &store));
	CHECK_ERROR(store_put_cover(store, &cover), ERROR_UNUSABLE, "holds no run");
	CHECK_ERROR(store_get_run(store, &run), ERROR_UNUSABLE, "holds no run");
	store_close(store);
}
