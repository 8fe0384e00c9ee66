/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares from both ends, as only one place changes: equal lines at the ends are context, and the
 * lines between them are the change. This is no general diff.
 */
#include "report/diff.h"

#include <stdlib.h>
#include <string.h>

#include "common/vec.h"
#include "common/visible.h"

#define CONTEXT 3

struct line {
	const char *text;
	size_t size; /* in bytes, with its LF if it has one */
};

struct lines {
	struct line *items;
	size_t count, capacity;
};

static void split(struct lines *lines, const char *text, size_t size)
{
	while (size > 0) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) + 1 : size;

		vec_push(lines, ((struct line){ text, length }));
		text += length;
		size -= length;
	}
}

static bool same(const struct line *a, const struct line *b)
{
	return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
}

/*
 * Adds a name as git writes it: in C quotes if it needs them, and with a tab behind a name with
 * blanks.
 */
static void add_name(struct strbuf *diff, const char *mark, const char *side, const char *path)
{
	_cleanup_strbuf_ struct strbuf name = { 0 };

	strbuf_addf(&name, "%s%s", side, path + strspn(path, "/"));
	strbuf_addf(diff, "%s ", mark);
	if (strpbrk(path, "\"\\") || !visible_is_plain(path))
		visible_add_quoted(diff, name.data, '"');
	else
		strbuf_addf(diff, "%s%s", name.data, strchr(path, ' ') ? "\t" : "");
	strbuf_addc(diff, '\n');
}

static void add_lines(struct strbuf *diff, char mark, const struct line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		strbuf_addc(diff, mark);
		strbuf_add(diff, lines[i].text, lines[i].size);
		if (lines[i].text[lines[i].size - 1] != '\n')
			strbuf_adds(diff, "\n\\ No newline at end of file\n");
	}
}

/*
 * Adds the range of one side of a hunk. Lines count from 1; an empty range names the line before
 * it.
 */
static void add_side(struct strbuf *diff, char mark, size_t first, size_t count)
{
	strbuf_addf(diff, "%c%zu,%zu", mark, count ? first + 1 : first, count);
}

/*
 * Adds the only hunk: from line FIRST on, NR_OLD lines of OLD give way to the NR_NEW lines of NEW.
 */
static void add_hunk(struct strbuf *diff, const struct lines *old, size_t first, size_t nr_old,
		     const struct line *new, size_t nr_new)
{
	size_t before = first < CONTEXT ? first : CONTEXT;
	size_t rest = old->count - first - nr_old, after = rest < CONTEXT ? rest : CONTEXT;

	strbuf_adds(diff, "@@ ");
	add_side(diff, '-', first - before, before + nr_old + after);
	strbuf_addc(diff, ' ');
	add_side(diff, '+', first - before, before + nr_new + after);
	strbuf_adds(diff, " @@\n");
	add_lines(diff, ' ', old->items + first - before, before);
	add_lines(diff, '-', old->items + first, nr_old);
	add_lines(diff, '+', new, nr_new);
	add_lines(diff, ' ', old->items + first + nr_old, after);
}

void diff_add(struct strbuf *diff, const char *path, const struct source *source, size_t start,
	      size_t end, const char *replacement)
{
	struct lines old = { 0 }, new = { 0 };
	_cleanup_strbuf_ struct strbuf text = { 0 };
	size_t first = 0, tail = 0;

	strbuf_add(&text, source->text, start);
	strbuf_adds(&text, replacement);
	strbuf_add(&text, source->text + end, source->size - end);
	split(&old, source->text, source->size);
	split(&new, strbuf_get(&text), text.length);
	while (first < old.count && first < new.count &&same(&old.items[first], &new.items[first]))
		first++;
	while (tail < old.count - first &&
	       tail < new.count - first &&same(&old.items[old.count - 1 - tail],
					       &new.items[new.count - 1 - tail]))
		tail++;
	if (first < old.count || first < new.count) {
		add_name(diff, "---", "a/", path);
		add_name(diff, "+++", "b/", path);
		add_hunk(diff, &old, first, old.count - first - tail, new.items + first,
			 new.count - first - tail);
	}
	vec_deinit(&old);
	vec_deinit(&new);
}
