/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <string.h>

#include "cmd/gen.h"
#include "common/hash.h"
#include "common/slots.h"

/* A line in which a text begins to differ from another one. */
struct line {
	const char *text;
	size_t length;
};

static struct line line_at(const struct strbuf *text, size_t start)
{
	const char *at = strbuf_get(text) + start;
	size_t left = text->length > start ? text->length - start : 0;
	const char *end = left ? memchr(at, '\n', left) : NULL;

	return (struct line){ at, end ? (size_t)(end - at) : left };
}

/* Finds the first lines that differ; false: the texts are the same. */
static bool find_lines(const struct strbuf *a, const struct strbuf *b, struct line ret[2])
{
	size_t number = a->length < b->length ? a->length : b->length, start = 0, i = 0;

	for (; i < number && strbuf_get(a)[i] == strbuf_get(b)[i]; i++) {
		if (strbuf_get(a)[i] == '\n')
			start = i + 1;
	}
	if (i == a->length && i == b->length)
		return false;
	ret[0] = line_at(a, start);
	ret[1] = line_at(b, start);
	return true;
}

/* Each number counts as 0. */
static void hash_line(struct hash *hash, struct line line)
{
	bool was_digit = false;

	for (size_t i = 0; i < line.length; i++) {
		bool is_digit = isdigit((unsigned char)line.text[i]);

		if (!is_digit || !was_digit)
			hash_add(hash, is_digit ? "0" : &line.text[i], 1);
		was_digit = is_digit;
	}
	hash_add_u64(hash, line.length > 0);
}

static uint64_t hash_results(const struct difference *difference)
{
	const struct trial_result *results = difference->results;
	struct hash *hash = hash_create();
	struct line lines[2];

	for (unsigned i = 0; i < 2; i++) {
		hash_add_u64(hash, results[i].is_late);
		hash_add_u64(hash, results[i].is_late ? 0 : (uint64_t)results[i].status);
	}
	if (find_lines(&results[0].out, &results[1].out, lines) ||
	    find_lines(&results[0].err, &results[1].err, lines)) {
		hash_line(hash, lines[0]);
		hash_line(hash, lines[1]);
	}
	return hash_take(hash);
}

void gen_group(struct gen_view *view, struct parting_sources *sources)
{
	struct slots by_hash = { 0 };
	size_t number = search_nr_differences(view->search);

	for (size_t i = 0; i < number; i++) {
		struct search_difference found = search_difference(view->search, i);
		struct parting parting = parting_find(sources, found.explorer, found.difference);
		uint64_t hash = parting_hash(&parting);
		uint32_t group;

		if (!hash)
			hash = hash_results(found.difference);
		group = slots_find(&by_hash, hash);
		if (group == SLOTS_NONE) {
			group = (uint32_t)view->groups.count;
			vec_push(&view->groups, ((struct gen_group){ .first = i }));
			slots_add(&by_hash, hash, group);
		}
		view->groups.items[group].nr_differences++;
		vec_push(&view->partings, parting);
		vec_push(&view->group_of, group);
	}
	slots_deinit(&by_hash);
}

struct gen_item gen_view_item(const struct gen_view *view, size_t index)
{
	struct search_difference found = search_difference(view->search, index);
	struct command *command = explorer_command(found.explorer);
	const struct gen_tests *tests = view->tests;
	const struct gen_c_tests *c_tests = view->c_tests;

	command_set(command, view->names[1], found.difference->inputs);
	return (struct gen_item){
		.number = index + 1,
		.difference = found.difference,
		.use = found.use,
		.command = command,
		.parting = &view->partings.items[index],
		.group = &view->groups.items[view->group_of.items[index]],
		.has_test = index < tests->written.count && tests->written.items[index],
		.has_patch =
			index < view->patches->written.count && view->patches->written.items[index],
		.has_c_test = index < c_tests->written.count && c_tests->written.items[index],
	};
}

void gen_view_deinit(struct gen_view *view)
{
	vec_deinit(&view->partings);
	vec_deinit(&view->group_of);
	vec_deinit(&view->groups);
}
