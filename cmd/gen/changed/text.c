/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences of one function, for people and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "caller/literal.h"
#include "cmd/gen/base/columns.h"
#include "cmd/gen/base/words.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/terminal.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/print.h"
#include "report/emit.h"

enum { MAX_LINES = 20 }; /* of what versions print */

/* ---- words */

/* Adds the inputs of DIFFERENCE as bytes, where C has no words for them. */
static void add_bytes(struct strbuf *text, const struct gen_changed_search *search,
		      const struct gen_changed_difference *difference)
{
	size_t size = search->runs[1]->program.seed.length;

	for (size_t i = 0; i < size; i++)
		strbuf_addf(text, "%s%02x", i ? " " : "", difference->blob[i]);
}

/* Says what sanitizers found in one version alone. */
static void print_reports(const struct gen_changed_difference *difference)
{
	for (unsigned version = 0; version < 2; version++) {
		if (difference->reports[version].text)
			print("   only the %s version does here what C leaves undefined: %s\n",
			      gen_changed_version(version), difference->reports[version].text);
	}
}

static void print_input(const struct gen_changed_search *search,
			const struct gen_changed_difference *difference)
{
	_cleanup_strbuf_ struct strbuf bytes = { 0 };

	if (!difference->call) {
		add_bytes(&bytes, search, difference);
		print("   input of its harness, which C has no words for: %s\n",
		      strbuf_get(&bytes));
		return;
	}
	/* Its lines begin with a tab. */
	for (const char *line = difference->setup; *line;) {
		size_t length = strcspn(line, "\n");

		print("   %.*s\n", (int)(length - (*line == '\t')), line + (*line == '\t'));
		line += length + (line[length] == '\n');
	}
	print("   %s\n", difference->call);
}

/* Returns the bytes that LINE, "NAME: 61 62 00", has as a text that ends and has nothing behind it; the caller frees. */
static char *read_text(const char *line, size_t length, size_t *ret_head)
{
	const char *colon = memchr(line, ':', length);
	struct strbuf bytes = { 0 };
	bool is_text = colon && length > (size_t)(colon + 1 - line), has_end = false;

	for (const char *c = colon ? colon + 1 : line; is_text && c < line + length; c += 3) {
		char digits[3] = { c[1], c[2], '\0' }, *rest;
		long byte = strtol(digits, &rest, 16);

		is_text = c + 3 <= line + length && c[0] == ' ' && *rest == '\0' &&
			  rest != digits && digits[0] != ' ' && (!has_end || byte == 0);
		has_end |= byte == 0;
		if (is_text && !has_end)
			strbuf_addc(&bytes, (char)byte);
	}
	if (!is_text || !has_end) {
		strbuf_deinit(&bytes);
		return NULL;
	}
	*ret_head = (size_t)(colon + 1 - line);
	return strbuf_take(&bytes);
}

/* Adds what a harness printed, with strings in place of their bytes. */
static void make_readable(const struct strbuf *output, struct strbuf *ret)
{
	const char *line = strbuf_get(output);

	while (*line) {
		size_t length = strcspn(line, "\n"), head = 0;
		_cleanup_free_ char *text = read_text(line, length, &head);

		if (text) {
			strbuf_add(ret, line, head);
			strbuf_addc(ret, ' ');
			literal_add_string(ret, text, strlen(text));
		} else {
			strbuf_add(ret, line, length);
		}
		line += length;
		if (*line)
			strbuf_addc(ret, *line++);
	}
}

/* Where only bytes tell the outputs apart, bytes are shown. */
static void print_output(const struct gen_columns *columns, const struct trial_result results[2])
{
	_cleanup_strbuf_ struct strbuf old = { 0 }, new = { 0 };

	make_readable(&results[0].out, &old);
	make_readable(&results[1].out, &new);
	if (strcmp(strbuf_get(&old), strbuf_get(&new)) == 0)
		gen_columns_print(columns, "what came out", &results[0].out, &results[1].out);
	else
		gen_columns_print(columns, "what came out", &old, &new);
}

static void print_results(const struct gen_changed_difference *difference)
{
	const struct trial_result *results = difference->results;
	const struct gen_columns columns = { .out = stdout,
					     .width = terminal_columns(STDERR_FILENO),
					     .max_lines = MAX_LINES };
	_cleanup_strbuf_ struct strbuf old = { 0 }, new = { 0 };

	gen_words_end(&old, &results[0]);
	gen_words_end(&new, &results[1]);
	if (results[0].status != results[1].status || results[0].is_late != results[1].is_late)
		gen_columns_print(&columns, "end", &old, &new);
	print_output(&columns, results);
	gen_columns_print(&columns, "errors", &results[0].err, &results[1].err);
}

/* ---- all */

static void print_place(const struct gen_changed_search *search)
{
	const struct gen_functions_item *item = search->item;

	print("%s:%" PRIu64 ": %s%s()", item->file, item->entry->line,
	      item->entry->flags & DEBUG_IS_EXTERNAL ? "" : "static ", item->name);
	if (item->cause)
		print(" (not changed: %s)", item->cause);
}

static void print_difference(const struct gen_changed_search *search, size_t index)
{
	const struct gen_changed_difference *difference = &search->found.items[index];

	print_place(search);
	print(": difference %zu:\n", index + 1);
	print_input(search, difference);
	print_results(difference);
	print_reports(difference);
	for (char **cause = difference->causes; cause && *cause; cause++)
		print("   %s\n", *cause);
}

static void print_left(const struct gen_changed_use *use)
{
	if (use->nr_undefined)
		print("   %zu input%s %s left out on which both versions do what C leaves undefined\n",
		      use->nr_undefined, plural(use->nr_undefined),
		      plural_of(use->nr_undefined, "is", "are"));
	if (use->nr_unsteady)
		print("   %zu input%s %s left out on which a version does not always do the same\n",
		      use->nr_unsteady, plural(use->nr_unsteady),
		      plural_of(use->nr_unsteady, "is", "are"));
	if (use->has_no_sanitizer)
		print("   nothing was tried with sanitizers: the harness can't be compiled so\n");
}

/* Returns how many calls ended in one version at least. */
static uint64_t count_ended(const struct gen_changed_use *use)
{
	return use->nr_calls - use->nr_late + use->nr_explored;
}

void gen_changed_print(const struct gen_changed_search *search)
{
	const struct gen_changed_use *use = &search->use;

	for (size_t i = 0; i < search->found.count; i++)
		print_difference(search, i);
	if (!search->found.count) {
		print_place(search);
		if (count_ended(use))
			print(": no difference in %" PRIu64 " calls\n", count_ended(use));
		else
			print(": nothing is known, as no call ended\n");
	}
	print_left(use);
}

/* ---- JSON */

static json_t *result_json(const struct trial_result *result)
{
	_cleanup_strbuf_ struct strbuf end = { 0 };

	gen_words_end(&end, result);
	return json_pack("{so so so}", "end", emit_string(strbuf_get(&end)), "output",
			 emit_string(strbuf_get(&result->out)), "errors",
			 emit_string(strbuf_get(&result->err)));
}

static json_t *difference_json(const struct gen_changed_search *search,
			       const struct gen_changed_difference *difference)
{
	_cleanup_strbuf_ struct strbuf bytes = { 0 };
	json_t *object, *causes = json_array();

	add_bytes(&bytes, search, difference);
	for (char **cause = difference->causes; cause && *cause; cause++)
		json_array_append_new(causes, emit_string(*cause));
	object = json_pack("{ss so so so}", "input", strbuf_get(&bytes), "old",
			   result_json(&difference->results[0]), "new",
			   result_json(&difference->results[1]), "code", causes);
	if (difference->call) {
		json_object_set_new(object, "setup", emit_string(difference->setup));
		json_object_set_new(object, "call", emit_string(difference->call));
	}
	for (unsigned version = 0; version < 2; version++) {
		if (difference->reports[version].text)
			json_object_set_new(object, version ? "undefinedInNew" : "undefinedInOld",
					    emit_string(difference->reports[version].text));
	}
	return object;
}

json_t *gen_changed_json(const struct gen_changed_search *search)
{
	const struct gen_changed_use *use = &search->use;
	json_t *ret = json_array();

	for (size_t i = 0; i < search->found.count; i++)
		json_array_append_new(ret, difference_json(search, &search->found.items[i]));
	return json_pack("{so sI sI sI sb}", "differences", ret, "calls",
			 (json_int_t)count_ended(use), "undefined", (json_int_t)use->nr_undefined,
			 "unsteady", (json_int_t)use->nr_unsteady, "sanitized",
			 !use->has_no_sanitizer);
}
