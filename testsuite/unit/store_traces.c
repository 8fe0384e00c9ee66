/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store keeps of the traced runs of tests. */
#include "unit.h"

#include "common/error.h"
#include "common/hash.h"
#include "store/store.h"

static struct store *begin(const char *plan)
{
	const struct store_run run = {
		.command = "c",
		.root = "/",
		.preset = "p",
		.compiler = "g",
		.plan = plan,
	};
	struct store *store;
	bool resumed;

	CHECK_OK(store_open("dir", STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &run, &resumed));
	return store;
}

static int64_t add_test(struct store *store, const char *name)
{
	struct store_test test = {
		.name = name,
		.harness = "h",
		.command = "c",
		.record = "{}",
		.reason = "",
		.nr_processes = 3,
		.was_killed = true,
		.limits = 1ULL << 63,
		.has_trace = true,
	};

	CHECK_OK(store_put_test(store, &test));
	return test.key;
}

static struct error *check_test(void *arg, const struct store_test *test)
{
	++*(int *)arg;
	CHECK_UINT(test->nr_processes, ==, 3);
	CHECK(test->was_killed);
	CHECK_UINT(test->limits, ==, 1ULL << 63);
	CHECK(test->has_trace);
	return NULL;
}

static struct error *check_module(void *arg, const struct store_module *module)
{
	++*(int *)arg;
	CHECK_UINT(module->module, ==, 0);
	CHECK_STR(module->path, "/a/b");
	CHECK_UINT(module->linkage, ==, UINT64_MAX);
	CHECK_STR(module->foreign, "f");
	CHECK_UINT(module->content, ==, UINT64_MAX - 2);
	CHECK_STR(module->resolution, "one\ntwo\n");
	return NULL;
}

static struct error *check_test_module(void *arg, int64_t test, uint32_t module)
{
	++*(int *)arg;
	CHECK_INT(test, ==, 1);
	CHECK_UINT(module, ==, 7);
	return NULL;
}

static struct error *check_reach(void *arg, int64_t test, const struct store_reached *sites,
				 size_t count)
{
	++*(int *)arg;
	CHECK_INT(test, ==, 1);
	CHECK_UINT(count, ==, 2);
	CHECK_UINT(sites[1].uid, ==, UINT64_MAX);
	CHECK_UINT(sites[1].site, ==, 5);
	CHECK_UINT(sites[1].first, ==, 6);
	return NULL;
}

static struct error *check_input(void *arg, const struct store_input *input)
{
	++*(int *)arg;
	CHECK_INT(input->test, ==, 1);
	CHECK_STR(input->path, *(int *)arg == 4 ? "/x" : "/y z");
	CHECK_INT(input->use, ==, 2);
	CHECK_UINT(input->state, ==, UINT64_MAX - 1);
	return NULL;
}

TEST(traces_come_back_whole)
{
	struct store *store = begin("1");
	const struct store_reached sites[] = { { 1, 2, 3 }, { UINT64_MAX, 5, 6 } };
	const struct store_module module = {
		.path = "/a/b",
		.linkage = UINT64_MAX,
		.foreign = "f",
		.content = UINT64_MAX - 2,
		.resolution = "one\ntwo\n",
	};
	int64_t test = add_test(store, "t");
	struct store_input input = { test, "/y z", 2, UINT64_MAX - 1 };
	int n = 0;

	CHECK_OK(store_put_module(store, &module));
	CHECK_OK(store_put_test_module(store, test, 7));
	CHECK_OK(store_put_reach(store, test, sites, 2));
	CHECK_OK(store_put_reach(store, test, sites, 2));
	CHECK_OK(store_put_input(store, &input));
	input.path = "/x";
	CHECK_OK(store_put_input(store, &input));
	CHECK_OK(store_each_module(store, check_module, &n));
	CHECK_OK(store_each_test_module(store, check_test_module, &n));
	CHECK_OK(store_each_reach(store, check_reach, &n));
	CHECK_OK(store_each_input(store, check_input, &n));
	CHECK_OK(store_each_test(store, check_test, &n));
	CHECK_INT(n, ==, 6);
	store_close(store);
}

TEST(nothing_reached_is_no_row)
{
	struct store *store = begin("1");
	int n = 0;

	CHECK_OK(store_put_reach(store, add_test(store, "t"), NULL, 0));
	CHECK_OK(store_each_reach(store, check_reach, &n));
	CHECK_INT(n, ==, 0);
	store_close(store);
}

/* The keys, in the order in which they were given, as decimal digits of one number. */
static struct error *add_digit(void *arg, int64_t key)
{
	int64_t *number = arg;

	*number = *number * 10 + key;
	return NULL;
}

static int64_t bases_of(int64_t before)
{
	struct store *store;
	int64_t number = 0;

	CHECK_OK(store_open("dir", STORE_READ, &store));
	CHECK_OK(store_each_base(store, before, NULL, add_digit, &number));
	store_close(store);
	return number;
}

TEST(bases_are_the_last_finished_run_and_those_since)
{
	struct store *store = begin("1");

	store_close(store);
	CHECK_INT(bases_of(0), ==, 1);
	store = begin("2");
	CHECK_OK(store_finish_run(store));
	store_close(store);
	CHECK_INT(bases_of(0), ==, 2);
	store_close(begin("3"));
	store_close(begin("4"));
	CHECK_INT(bases_of(0), ==, 432);
	CHECK_INT(bases_of(4), ==, 32);
	CHECK_INT(bases_of(2), ==, 1);
	CHECK_INT(bases_of(1), ==, 0);
}

static struct error *check_stamp(void *arg, const struct store_stamp *stamp)
{
	++*(int *)arg;
	CHECK_STR(stamp->path, "/a");
	CHECK_INT(stamp->use, ==, 4);
	CHECK_INT(stamp->state, ==, UINT64_MAX);
	CHECK_INT(stamp->stamp.device, ==, 1);
	CHECK_INT(stamp->stamp.inode, ==, UINT64_MAX);
	CHECK_INT(stamp->stamp.mode, ==, 3);
	CHECK_INT(stamp->stamp.size, ==, 4);
	CHECK_INT(stamp->stamp.modified_ns, ==, -5);
	CHECK_INT(stamp->stamp.changed_ns, ==, 6);
	CHECK_INT(stamp->stamp.is_settled, ==, 1);
	return NULL;
}

TEST(stamps_are_those_of_one_run)
{
	struct store *store = begin("1");
	const struct store_stamp stamp = {
		.path = "/a",
		.use = 4,
		.state = UINT64_MAX,
		.stamp = { 1, UINT64_MAX, 3, 4, -5, 6, 1 },
	};
	int n = 0;

	CHECK_OK(store_put_stamp(store, &stamp));
	CHECK_OK(store_each_stamp(store, check_stamp, &n));
	CHECK_INT(n, ==, 1);
	CHECK_OK(store_clear_stamps(store));
	CHECK_OK(store_each_stamp(store, check_stamp, &n));
	CHECK_INT(n, ==, 1);
	store_close(store);
}

static const uint64_t rows[] = { 1, 2, UINT64_MAX, 4 };

static struct error *check_entered(void *arg, const struct store_entered *set)
{
	++*(int *)arg;
	CHECK_UINT(set->hash, ==, hash_bytes(rows, sizeof(rows)));
	CHECK_UINT(set->count, ==, 2);
	CHECK(memcmp(set->rows, rows, sizeof(rows)) == 0);
	return NULL;
}

TEST(sets_of_functions_are_kept_once_for_all_runs)
{
	struct store *store = begin("1");
	const struct store_entered set = { hash_bytes(rows, sizeof(rows)), rows, 2 };
	int n = 0;

	CHECK_OK(store_put_entered(store, &set));
	CHECK_OK(store_put_entered(store, &set));
	CHECK_OK(store_finish_run(store));
	store_close(store);
	store = begin("2");
	CHECK_OK(store_each_entered(store, check_entered, &n));
	CHECK_INT(n, ==, 1);
	store_close(store);
}

static struct error *check_extra(void *arg, const struct store_extra *set)
{
	++*(int *)arg;
	CHECK_UINT(set->size, ==, set->hash == hash_bytes("", 0) ? 0 : sizeof(rows));
	return NULL;
}

TEST(sets_of_files_are_kept_and_others_than_their_hash_says_are_refused)
{
	struct store *store = begin("1");
	const struct store_extra none = { hash_bytes("", 0), "", 0 };
	const struct store_extra some = { hash_bytes(rows, sizeof(rows)), (const char *)rows,
					  sizeof(rows) };
	const struct store_extra other = { 7, (const char *)rows, sizeof(rows) };
	int n = 0;

	CHECK_OK(store_put_extra(store, &none));
	CHECK_OK(store_put_extra(store, &some));
	CHECK_OK(store_put_extra(store, &none));
	CHECK_OK(store_each_extra(store, check_extra, &n));
	CHECK_INT(n, ==, 2);
	CHECK_OK(store_put_extra(store, &other));
	CHECK_ERROR(store_each_extra(store, check_extra, &n), ERROR_UNUSABLE, "is damaged");
	store_close(store);
}
