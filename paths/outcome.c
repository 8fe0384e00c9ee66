/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/outcome.h"

#include <ctype.h>
#include <string.h>

#include "common/hash.h"

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

static void hash_ends(struct hash *hash, const struct trial_result results[2])
{
	for (unsigned i = 0; i < 2; i++) {
		hash_add_u64(hash, results[i].is_late);
		hash_add_u64(hash, results[i].is_late ? 0 : (uint64_t)results[i].status);
	}
}

uint64_t outcome_hash(const struct trial_result results[2])
{
	struct hash *hash = hash_create();
	struct line lines[2];

	hash_ends(hash, results);
	if (find_lines(&results[0].out, &results[1].out, lines) ||
	    find_lines(&results[0].err, &results[1].err, lines)) {
		hash_line(hash, lines[0]);
		hash_line(hash, lines[1]);
	}
	return hash_take(hash);
}

uint64_t outcome_kind(const struct trial_result results[2])
{
	struct hash *hash = hash_create();
	struct line lines[2];

	hash_ends(hash, results);
	hash_add_u64(hash, find_lines(&results[0].out, &results[1].out, lines));
	hash_add_u64(hash, find_lines(&results[0].err, &results[1].err, lines));
	return hash_take(hash);
}
