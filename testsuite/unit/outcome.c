/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "iso/outcome.h"
#include "store/db.h"
#include "store/outcomes.h"

enum { NR_OLD = 5, NR_NEW = 9 };

static const struct outcome_scope scope = {
	.nr_old = NR_OLD, .nr_new = NR_NEW, .nr_blocks = 100, .nr_functions = 10
};

static uint8_t *make_ways(size_t count)
{
	uint8_t *ways = xcalloc(count + 1, sizeof(*ways));

	for (size_t i = 0; i < count; i++)
		ways[i] = (uint8_t)(i % 4);
	return ways;
}

static struct outcome make_outcome(void)
{
	struct outcome outcome = {
		.visible = 0x1f,
		.is_broken = true,
		.is_endless = true,
		.is_untouched = true,
		.ways_old = make_ways(NR_OLD),
		.ways_new = make_ways(NR_NEW),
		.nr_runs = 25,
		.differing = OBSERVED_BIT(OBSERVED_OUTPUT) | OBSERVED_BIT(OBSERVED_END),
		.seen_old = { .status = 256, .limit = LIMIT_CPU, .result = TEST_FAILED },
		.cause = { .blocks = xcalloc(2, sizeof(uint32_t)),
			   .nr_blocks = 2,
			   .functions = xcalloc(1, sizeof(uint32_t)),
			   .nr_functions = 1 },
	};

	outcome.seen_old.texts[OBSERVED_OUTPUT] = xstrdup("a line\n");
	outcome.seen_new.texts[OBSERVED_OUTPUT] = xstrdup("");
	outcome.cause.blocks[0] = 7;
	outcome.cause.blocks[1] = 99;
	outcome.cause.functions[0] = 9;
	return outcome;
}

TEST(what_was_packed_is_unpacked)
{
	struct outcome outcome = make_outcome(), other;
	_cleanup_strbuf_ struct strbuf packed = { 0 };

	outcome_pack(&outcome, &scope, &packed);
	CHECK(outcome_unpack(packed.data, packed.length, &scope, &other));
	CHECK_UINT(other.visible, ==, 0x1f);
	CHECK(other.is_broken);
	CHECK(other.is_endless);
	CHECK(other.is_untouched);
	CHECK(!other.is_unstable);
	CHECK_UINT(other.nr_runs, ==, 25);
	CHECK_UINT(other.differing, ==, outcome.differing);
	CHECK(memcmp(other.ways_old, outcome.ways_old, NR_OLD) == 0);
	CHECK(memcmp(other.ways_new, outcome.ways_new, NR_NEW) == 0);
	CHECK_INT(other.seen_old.status, ==, 256);
	CHECK_INT(other.seen_old.limit, ==, LIMIT_CPU);
	CHECK_INT(other.seen_old.result, ==, TEST_FAILED);
	CHECK_STR(other.seen_old.texts[OBSERVED_OUTPUT], "a line\n");
	CHECK(!other.seen_old.texts[OBSERVED_ERROR]);
	CHECK_STR(other.seen_new.texts[OBSERVED_OUTPUT], "");
	CHECK_UINT(other.cause.nr_blocks, ==, 2);
	CHECK_UINT(other.cause.blocks[1], ==, 99);
	CHECK_UINT(other.cause.nr_functions, ==, 1);
	CHECK_UINT(other.cause.functions[0], ==, 9);
	outcome_deinit(&outcome);
	outcome_deinit(&other);
}

TEST(every_end_that_is_missing_is_noticed)
{
	struct outcome outcome = make_outcome(), other;
	_cleanup_strbuf_ struct strbuf packed = { 0 };

	outcome_pack(&outcome, &scope, &packed);
	strbuf_addc(&packed, 0);
	for (size_t size = 0; size <= packed.length; size++) {
		_cleanup_free_ char *part = xmalloc(size + 1);

		memcpy(part, packed.data, size);
		CHECK_INT(outcome_unpack(part, size, &scope, &other), ==,
			  size == packed.length - 1);
		outcome_deinit(&other);
	}
	outcome_deinit(&outcome);
}

TEST(numbers_of_nothing_are_refused)
{
	struct outcome outcome = make_outcome(), other;
	_cleanup_strbuf_ struct strbuf packed = { 0 };
	struct outcome_scope smaller = scope;

	smaller.nr_blocks = 99;
	outcome_pack(&outcome, &scope, &packed);
	CHECK(!outcome_unpack(packed.data, packed.length, &smaller, &other));
	outcome_deinit(&other);
	for (size_t i = 0; i < packed.length; i++) { /* nothing that is read behind the end */
		packed.data[i] ^= (char)0xff;
		(void)!outcome_unpack(packed.data, packed.length, &scope, &other);
		outcome_deinit(&other);
		packed.data[i] ^= (char)0xff;
	}
	outcome_deinit(&outcome);
}

static struct error *count_input(void *arg, const struct outcomes_input *input)
{
	int *count = arg;

	CHECK_STR(input->path, "/a");
	CHECK_UINT(input->state, ==, UINT64_MAX);
	++*count;
	return NULL;
}

static void check_content(struct outcomes *outcomes, uint64_t key, const char *expected)
{
	_cleanup_free_ void *content = NULL;
	size_t size = 0;

	CHECK_OK(outcomes_get(outcomes, key, &content, &size));
	if (!expected)
		CHECK(!content);
	else
		CHECK(content && size == strlen(expected) && memcmp(content, expected, size) == 0);
}

TEST(outcomes_are_kept_for_one_comparison)
{
	struct outcomes_input input = { "/a", 2, UINT64_MAX };
	struct outcomes *outcomes;
	bool is_same, has_any;
	int count = 0;

	CHECK_OK(outcomes_open("store", &outcomes));
	CHECK_OK(outcomes_is_of(outcomes, UINT64_MAX, &is_same));
	CHECK(!is_same);
	CHECK_OK(outcomes_has_any(outcomes, &has_any));
	CHECK(!has_any);
	CHECK_OK(outcomes_begin(outcomes, UINT64_MAX));
	CHECK_OK(outcomes_put_input(outcomes, &input));
	input.state = 1;
	CHECK_OK(outcomes_put_input(outcomes, &input));
	CHECK_OK(outcomes_put(outcomes, 7, "first", 5));
	CHECK_OK(outcomes_put(outcomes, 7, "second", 6));
	CHECK_OK(outcomes_put(outcomes, 9, "", 0));
	CHECK_OK(outcomes_has_any(outcomes, &has_any));
	CHECK(has_any);
	CHECK_OK(outcomes_sync(outcomes));
	CHECK_OK(outcomes_put(outcomes, 8, "lost", 4));
	outcomes_close(outcomes);
	CHECK_OK(outcomes_open("store", &outcomes));
	CHECK_OK(outcomes_is_of(outcomes, UINT64_MAX, &is_same));
	CHECK(is_same);
	check_content(outcomes, 7, "second");
	check_content(outcomes, 8, NULL);
	check_content(outcomes, 9, "");
	CHECK_OK(outcomes_each_input(outcomes, count_input, &count));
	CHECK_INT(count, ==, 1);
	CHECK_OK(outcomes_begin(outcomes, 3));
	check_content(outcomes, 7, NULL);
	CHECK_OK(outcomes_each_input(outcomes, count_input, &count));
	CHECK_INT(count, ==, 1);
	outcomes_close(outcomes);
}

TEST(damaged_outcome_leaves_the_result_alone)
{
	struct outcomes *outcomes;
	char mine;
	void *content = &mine;
	size_t size = 77;
	struct db *db;

	CHECK_OK(outcomes_open("store", &outcomes));
	CHECK_OK(outcomes_put(outcomes, 7, "first", 5));
	CHECK_OK(outcomes_flush(outcomes));
	outcomes_close(outcomes);
	CHECK_OK(db_open("store/outcomes.db", DB_WRITE, &db));
	CHECK_OK(db_execute(db, "UPDATE outcome SET size = 0, content = x''"));
	db_close(db);
	CHECK_OK(outcomes_open("store", &outcomes));
	CHECK_ERROR(outcomes_get(outcomes, 7, &content, &size), ERROR_UNUSABLE, "is damaged");
	CHECK(content == &mine && size == 77);
	outcomes_close(outcomes);
}

TEST(what_is_no_database_is_refused)
{
	struct outcomes *outcomes;

	CHECK_OK(fs_make_directories("store", 0700));
	CHECK_OK(fs_write_file("store/outcomes.db", "no database at all", 18));
	CHECK_ERROR(outcomes_open("store", &outcomes), ERROR_UNUSABLE, "is no remt store");
}
