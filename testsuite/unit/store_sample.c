/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_sample.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "unit.h"

const struct store_run store_sample_run = {
	.command = "remt run -- make check",
	.root = "/src",
	.preset = "default",
	.compiler = "gcc 12.2",
	.plan = "plan-1",
	.started = "2026-01-02T03:04:05Z",
	.full = true,
	.oracle = STORE_ORACLE_OUTPUT,
};

struct store *store_sample_begin(void)
{
	struct store *store;
	bool resumed = true;

	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &store_sample_run, &resumed));
	CHECK(!resumed);
	return store;
}

struct store *store_sample_read(void)
{
	struct store *store;

	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store));
	return store;
}

int64_t store_sample_mutant(struct store *store, unsigned n)
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

int64_t store_sample_test(struct store *store, const char *name)
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

struct store *store_sample_open(const char *directory)
{
	static const struct store_run run = { .command = "remt run", .root = "/", .plan = "plan" };
	struct store *store;
	bool resumed;

	CHECK_OK(store_open(directory, STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &run, &resumed));
	return store;
}

struct error *store_sample_cell(struct store *store, int64_t number)
{
	char detail[32];

	snprintf(detail, sizeof(detail), "exit %d", (int)(number % 100));
	struct store_cell cell = {
		.mutant = 1 + number / 50,
		.test = 1 + number % 50,
		.verdict = (enum verdict)(1 + number % 7),
		.wall_us = (uint64_t)number,
		.detail = detail,
	};
	return store_put_cell(store, &cell);
}

/* What a test reached and named, a row for each of NR. */
static void put_trace(struct store *store, int64_t nr)
{
	_cleanup_free_ struct store_reached *sites = xcalloc((size_t)nr, sizeof(*sites));
	struct store_test test = {
		.name = "t", .harness = "h", .command = "c", .record = "{}", .reason = ""
	};

	CHECK_OK(store_put_test(store, &test));
	for (int64_t i = 0; i < nr; i++) {
		char path[32];
		const struct store_input input = { test.key, path, 1, (uint64_t)i };

		snprintf(path, sizeof(path), "/file/%lld", (long long)i);
		CHECK_OK(store_put_input(store, &input));
		sites[i].first = (uint32_t)random();
	}
	CHECK_OK(store_put_reach(store, test.key, sites, (size_t)nr));
}

void store_sample_fill(int64_t nr)
{
	struct store *store = store_sample_open(STORE_SAMPLE_DIRECTORY);

	put_trace(store, nr);
	for (int64_t i = 0; i < nr; i++)
		CHECK_OK(store_sample_cell(store, i));
	CHECK_OK(store_flush(store));
	store_close(store);
}

void store_sample_mutants(struct store *store)
{
	for (int i = 1; i <= STORE_SAMPLE_MUTANTS; i++) {
		struct store_mutant mutant = { .file = "a.c",
					       .function = "f",
					       .line = (uint32_t)i,
					       .op = "ORRN:<:<=",
					       .replacement = "<=",
					       .description = "a plain sentence" };

		snprintf(mutant.id, sizeof(mutant.id), "%012x", i);
		CHECK_OK(store_put_mutant(store, &mutant));
		for (int64_t test = 1; test <= STORE_SAMPLE_TESTS; test++) {
			const struct store_cover cover = { test, mutant.key, (uint32_t)i,
							   7,	 false,	     false };

			CHECK_OK(store_put_cover(store, &cover));
		}
	}
}

void store_sample_tests(struct store *store)
{
	_cleanup_free_ char *record = xcalloc(1, 20001);

	memset(record, 'r', 20000);
	for (int i = 1; i <= STORE_SAMPLE_TESTS; i++) {
		char name[16];
		struct store_test test = { .name = name,
					   .harness = "h",
					   .command = "c",
					   .record = i == 1 ? record : "{}",
					   .reason = "" };

		snprintf(name, sizeof(name), "test %d", i);
		CHECK_OK(store_put_test(store, &test));
	}
}

void store_sample_cells(struct store *store)
{
	for (int64_t mutant = 1; mutant <= STORE_SAMPLE_MUTANTS; mutant++) {
		for (int64_t test = 1; test <= STORE_SAMPLE_TESTS; test++) {
			char detail[32];
			const struct store_cell cell = {
				.mutant = mutant,
				.test = test,
				.verdict = (enum verdict)(2 + (mutant + test) % 2),
				.wall_us = 1234567,
				.detail = detail,
			};

			snprintf(detail, sizeof(detail), "exit %d", (int)(mutant * test % 90));
			CHECK_OK(store_put_cell(store, &cell));
		}
	}
}

void store_sample_whole(const char *plan, bool is_finished)
{
	const struct store_run run = { .command = "remt run", .root = "/", .plan = plan };
	struct store *store;
	bool resumed;

	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK_OK(store_begin_run(store, &run, &resumed));
	store_sample_tests(store);
	store_sample_mutants(store);
	store_sample_cells(store);
	CHECK_OK(is_finished ? store_finish_run(store) : store_flush(store));
	store_close(store);
}
