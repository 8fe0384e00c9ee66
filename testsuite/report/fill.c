/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fill STORE ROOT <CASE: makes a store out of a JSON description, for the tests of reports.
 *
 *	{ "command": "make check", "finished": true, "meta": { "left-out-sample": "3" },
 *	  "files": [ { "path": "a.c", "hash": true, "macro": 2 } ],
 *	  "tests": [ { "name": "t1", "wall_us": 1000, "quarantined": "why", "reason": "why" } ],
 *	  "mutants": [ { "id": "…12 digits", "file": "a.c", "at": [line, column, end_line,
 *end_column], "op": "ORRN:<:<=", "replacement": "<=", "description": "…", "reached": ["t1"],
 *"cells": { "t1": "killed (fail)" }, "detail": "exit 1" } ] }
 *
 * "hash": true hashes the file below ROOT as it is now.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "store/store.h"

static void check(struct error *err)
{
	if (!err)
		return;
	fprintf(stderr, "fill: %s\n", err->message);
	exit(1);
}

static const char *text(json_t *object, const char *key, const char *otherwise)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : otherwise;
}

static uint32_t number(json_t *object, const char *key)
{
	return (uint32_t)json_integer_value(json_object_get(object, key));
}

static void put_file(struct store *store, const char *root, json_t *object)
{
	_cleanup_free_ char *path = path_join(root, text(object, "path", "?"));
	struct store_file file = {
		.path = text(object, "path", "?"),
		.folded = number(object, "folded"),
		.macro = number(object, "macro"),
		.shape = number(object, "shape"),
		.user = number(object, "user"),
	};

	if (json_is_true(json_object_get(object, "hash")))
		check(hash_file(path, &file.hash));
	check(store_put_file(store, &file));
}

static int64_t test_key(json_t *tests, const char *name)
{
	json_t *test;
	size_t i;

	json_array_foreach(tests, i, test) {
		if (strcmp(text(test, "name", "?"), name) == 0)
			return json_integer_value(json_object_get(test, "key"));
	}
	fprintf(stderr, "fill: no test %s\n", name);
	exit(1);
}

static void put_test(struct store *store, json_t *object)
{
	struct store_test test = {
		.name = text(object, "name", "?"),
		.harness = text(object, "harness", "automake"),
		.command = "true",
		.record = "{}",
		.quarantined = json_object_get(object, "quarantined") != NULL,
		.reason = text(object, "quarantined", text(object, "reason", "")),
		.wall_us = number(object, "wall_us"),
		.result = 1,
	};

	check(store_put_test(store, &test));
	json_object_set_new(object, "key", json_integer(test.key));
}

static enum verdict verdict_of(const char *name)
{
	for (enum verdict v = VERDICT_UNKNOWN; v <= VERDICT_KILLED_OUTPUT; v++) {
		if (strcmp(verdict_name(v), name) == 0)
			return v;
	}
	fprintf(stderr, "fill: no verdict %s\n", name);
	exit(1);
}

static void put_row(struct store *store, json_t *tests, json_t *object, int64_t mutant)
{
	json_t *reached = json_object_get(object, "reached"),
	       *cells = json_object_get(object, "cells"), *value;
	const char *name;
	size_t i;

	json_array_foreach(reached, i, value) {
		const struct store_cover cover = {
			.test = test_key(tests, json_string_value(value)),
			.mutant = mutant,
			.first = 1,
			.count = 1,
		};

		check(store_put_cover(store, &cover));
	}
	json_object_foreach(cells, name, value) {
		const struct store_cell cell = {
			.test = test_key(tests, name),
			.mutant = mutant,
			.verdict = verdict_of(json_string_value(value)),
			.wall_us = 2000,
			.detail = text(object, "detail", ""),
		};

		check(store_put_cell(store, &cell));
	}
}

static void put_mutant(struct store *store, json_t *tests, json_t *object)
{
	json_t *at = json_object_get(object, "at");
	struct store_mutant mutant = {
		.file = text(object, "file", "?"),
		.function = text(object, "function", "f"),
		.op = text(object, "op", "?"),
		.replacement = text(object, "replacement", ""),
		.description = text(object, "description", ""),
	};

	snprintf(mutant.id, sizeof(mutant.id), "%s", text(object, "id", "?"));
	mutant.line = mutant.site_line = (uint32_t)json_integer_value(json_array_get(at, 0));
	mutant.column = mutant.site_column = (uint32_t)json_integer_value(json_array_get(at, 1));
	mutant.end_line = mutant.site_end_line =
		(uint32_t)json_integer_value(json_array_get(at, 2));
	mutant.end_column = mutant.site_end_column =
		(uint32_t)json_integer_value(json_array_get(at, 3));
	check(store_put_mutant(store, &mutant));
	put_row(store, tests, object, mutant.key);
}

int main(int argc, char **argv)
{
	json_error_t error;
	json_t *root = json_loadf(stdin, 0, &error), *tests = json_object_get(root, "tests"), *item;
	struct store *store;
	const char *key;
	bool resumed;
	size_t i;

	if (argc != 3 || !root) {
		fprintf(stderr, "fill: %s, line %d\n", error.text, error.line);
		return 1;
	}
	const struct store_run run = {
		.command = text(root, "command", "make check"),
		.root = argv[2],
		.preset = "default",
		.compiler = "gcc 12.2.0",
		.plan = "plan",
		.started = "2026-01-02T03:04:05Z",
		.finished = "",
	};

	check(store_open(argv[1], STORE_WRITE, &store));
	check(store_begin_run(store, &run, &resumed));
	json_array_foreach(json_object_get(root, "files"), i, item)
		put_file(store, argv[2], item);
	json_array_foreach(tests, i, item)
		put_test(store, item);
	json_array_foreach(json_object_get(root, "mutants"), i, item)
		put_mutant(store, tests, item);
	json_object_foreach(json_object_get(root, "meta"), key, item)
		check(store_put_meta(store, key, json_string_value(item)));
	check(store_flush(store));
	if (json_is_true(json_object_get(root, "finished")))
		check(store_finish_run(store));
	store_close(store);
	json_decref(root);
	return 0;
}
