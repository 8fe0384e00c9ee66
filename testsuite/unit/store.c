/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is put into a store comes out again. */
#include "unit.h"

#include <unistd.h>

#include "common/error.h"
#include "common/xalloc.h"
#include "store/store.h"
#include "store_sample.h"

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
	struct store *store = store_sample_begin();
	int64_t key = store_sample_mutant(store, 10);
	CHECK_OK(store_flush(store));
	store_close(store);

	store = store_sample_read();
	CHECK_OK(store_each_mutant(store, check_mutant, &key));
	int n = 0;
	CHECK_OK(store_each_mutant(store, count_mutant, &n));
	CHECK_INT(n, ==, 1);
	store_close(store);
}

TEST(same_id_gives_same_key_also_in_the_next_run)
{
	struct store *store = store_sample_begin();
	struct store_run next = store_sample_run;
	bool resumed = true;
	int64_t key = store_sample_mutant(store, 7);
	int64_t test = store_sample_test(store, "t");

	CHECK_INT(store_sample_mutant(store, 8), !=, key);
	CHECK_INT(store_sample_mutant(store, 7), ==, key);
	CHECK_OK(store_finish_run(store));
	next.plan = "plan-2";
	CHECK_OK(store_begin_run(store, &next, &resumed));
	CHECK(!resumed);
	int n = 0;
	CHECK_OK(store_each_mutant(store, count_mutant, &n));
	CHECK_INT(n, ==, 0);
	CHECK_INT(store_sample_mutant(store, 7), ==, key);
	CHECK_INT(store_sample_test(store, "t"), ==, test);
	store_close(store);
}

TEST(short_mutant_id_is_refused)
{
	struct store *store = store_sample_begin();
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
	struct store *store = store_sample_begin();
	int64_t key = store_sample_test(store, "t 1");

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
	struct store *store = store_sample_begin();
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
	struct store *store = store_sample_begin();
	struct store_instance instance = { store_sample_mutant(store, 1), UINT64_MAX - 1, 3, 4, 5 };
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
	struct store *store = store_sample_begin();
	int64_t test = store_sample_test(store, "t");
	int n = 0;

	for (unsigned i = 1; i <= 3; i++) {
		struct store_cover cover = { test,	 store_sample_mutant(store, i),
					     UINT32_MAX, 9,
					     true,	 true };
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
	struct store *store = store_sample_begin();
	int64_t mutant = store_sample_mutant(store, 1);
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
	struct store *store = store_sample_begin();
	struct store_cell cell = { 1, store_sample_mutant(store, 1), (enum verdict)8, 1, 77, "" };

	CHECK_ERROR(store_put_cell(store, &cell), ERROR_INTERNAL, "CHECK");
	store_close(store);
}

TEST(run_comes_back_whole)
{
	struct store *store = store_sample_begin();
	struct store_run run;

	CHECK_OK(store_get_run(store, &run));
	CHECK_STR(run.command, store_sample_run.command);
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
	struct store *store = store_sample_begin();
	struct store_cell cell = { store_sample_test(store, "t"),
				   store_sample_mutant(store, 1),
				   VERDICT_SURVIVED,
				   1,
				   7,
				   "" };
	bool resumed = false;
	int n = 0;

	CHECK_OK(store_put_cell(store, &cell));
	CHECK_OK(store_flush(store));
	store_close(store);

	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &store_sample_run, &resumed));
	CHECK(resumed);
	CHECK_OK(store_each_cell(store, 0, count_cell, &n));
	CHECK_INT(n, ==, 1);
	CHECK_OK(store_finish_run(store));
	CHECK_OK(store_begin_run(store, &store_sample_run, &resumed));
	CHECK(!resumed);
	n = 0;
	CHECK_OK(store_each_cell(store, 0, count_cell, &n));
	CHECK_INT(n, ==, 0);
	store_close(store);
}

TEST(unfinished_run_of_another_plan_is_left_alone)
{
	struct store *store = store_sample_begin();
	struct store_run other = store_sample_run;
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
	struct store *store = store_sample_begin();
	struct store_run other = store_sample_run;
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

	store = store_sample_read();
	CHECK_OK(store_each_unit(store, see_unit, &seen));
	CHECK_OK(store_each_link(store, see_link, &seen));
	CHECK_UINT(seen.nr_units, ==, 2);
	CHECK_UINT(seen.size, ==, 100008);
	CHECK_UINT(seen.nr_links, ==, 2);
	store_close(store);
}

TEST(meta_is_kept_by_run)
{
	struct store *store = store_sample_begin();
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
	struct store *store = store_sample_begin();
	int n = 0;

	store_sample_mutant(store, 1);
	store_sample_mutant(store, 2);
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
	struct store *store = store_sample_begin();
	struct nested nested = { store, 0 };

	for (unsigned i = 1; i <= 3; i++) {
		struct store_cell cell = { 1, store_sample_mutant(store, i), VERDICT_SURVIVED, 1, 7,
					   "" };
		CHECK_OK(store_put_cell(store, &cell));
	}
	CHECK_OK(store_each_mutant(store, look_into_mutant, &nested));
	CHECK_INT(nested.nr_cells, ==, 3);
	store_close(store);
}

TEST(puts_without_a_run_are_refused)
{
	struct store *store;
	struct store_cover cover = { 1, 1, 1, 1, false, false };
	struct store_run run;

	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK_ERROR(store_put_cover(store, &cover), ERROR_UNUSABLE, "holds no run");
	CHECK_ERROR(store_get_run(store, &run), ERROR_UNUSABLE, "holds no run");
	store_close(store);
}
