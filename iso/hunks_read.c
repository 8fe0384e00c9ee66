/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads hunks from a unified diff, as `diff -u` and `git diff` write it:
 *
 *	--- a/src/a.c
 *	+++ b/src/a.c
 *	@@ -12,2 +12,2 @@ int f(void)
 *	 context
 *	-removed
 *	+added
 *
 * or from a list of lines, in which "#" begins a comment:
 *
 *	src/a.c:12-14
 *
 * Context diffs, renamed files without hunks and binary patches are not read.
 */
#include "iso/hunks.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"

struct reader {
	const char *path;
	char **lines;
	size_t next; /* index of the next line, from 0 on */
	/* name of the file that the next hunks belong to; NULL: none; borrowed, it ends at a tab */
	const char *name;
	struct hunks *hunks;
};

/* A range: COUNT lines from FIRST on. */
struct counted {
	uint32_t first, count;
};

static struct error *refuse(const struct reader *reader, size_t line, const char *why)
{
	return error_create(ERROR_UNUSABLE, "%s:%zu: %s", reader->path, line + 1, why);
}

static bool begins(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/*
 * Reads the line number at *AT and moves *AT behind it. Returns false if there is none, or it is
 * too large.
 */
static bool read_number(const char **at, uint32_t *ret)
{
	uint64_t value = 0;

	if (!isdigit((unsigned char)**at))
		return false;
	for (; isdigit((unsigned char)**at); (*at)++) {
		value = value * 10 + (uint64_t)(**at - '0');
		if (value >= UINT32_MAX)
			return false;
	}
	*ret = (uint32_t)value;
	return true;
}

/* Reads a range: "12,3", or "12" for one line. */
static bool read_range(const char **at, struct counted *ret)
{
	ret->count = 1;
	if (!read_number(at, &ret->first))
		return false;
	if (**at == ',') {
		(*at)++;
		if (!read_number(at, &ret->count))
			return false;
	}
	return ret->first < UINT32_MAX - ret->count;
}

/*
 * Returns the lines of RANGE. An empty range names the line before the gap; its lines are the two
 * around the gap.
 */
static struct hunk_lines lines_of(struct counted range)
{
	uint32_t first = range.first + !range.count;

	if (range.count)
		return (struct hunk_lines){ first, first + range.count - 1 };
	return (struct hunk_lines){ first > 1 ? first - 1 : first, first };
}

/* Reads the head of a hunk: "@@ -12,3 +12,4 @@ …". */
static bool read_head(const char *text, struct counted *ret_old, struct counted *ret_new)
{
	if (!begins(text, "@@ -"))
		return false;
	text += strlen("@@ -");
	if (!read_range(&text, ret_old) || !begins(text, " +"))
		return false;
	text += strlen(" +");
	return read_range(&text, ret_new) && begins(text, " @@");
}

/*
 * add_line() adds a line that is only in this version. add_gap() adds the two lines around the
 * place where the other version alone has lines.
 */
#define add_line(list, line) vec_push(list, ((struct hunk_lines){ line, line }))
#define add_gap(list, line)                                                                        \
	vec_push(list, ((struct hunk_lines){ (line) > 1 ? (line)-1 : (line), line }))

/*
 * Reads the hunk at reader->next, head included. The head says that OLD_LEFT lines of the old
 * version follow, and NEW_LEFT lines of the new one.
 */
static struct error *read_body(struct reader *reader, struct hunk *hunk, uint32_t old_left,
			       uint32_t new_left)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	uint32_t line = new_left ? hunk->lines.first : hunk->lines.last;
	uint32_t old = old_left ? hunk->old_lines.first : hunk->old_lines.last;
	char before = ' ';

	strbuf_addf(&text, "%s\n", reader->lines[reader->next++]);
	while (old_left || new_left) {
		const char *next = reader->lines[reader->next];
		/* Some programs remove white space at the end of lines. */
		char kind = next && next[0] ? next[0] : ' ';

		if (!next || !strchr(" +-\\", kind) || (kind != '+' && kind != '\\' && !old_left) ||
		    (kind != '-' && kind != '\\' && !new_left))
			return refuse(reader, reader->next,
				      "the hunk does not have as many lines as it says");
		if (kind == '+')
			add_line(&hunk->changed, line);
		else if (kind == '-')
			add_line(&hunk->old_changed, old);
		if (kind == '+' && before == ' ')
			add_gap(&hunk->old_changed, old);
		else if (kind == ' ' && before == '-')
			add_gap(&hunk->changed, line);
		before = kind == '\\' ? before : kind;
		old_left -= kind == ' ' || kind == '-';
		new_left -= kind == ' ' || kind == '+';
		line += kind == ' ' || kind == '+';
		old += kind == ' ' || kind == '-';
		strbuf_addf(&text, "%s\n", next);
		reader->next++;
	}
	if (before == '-')
		add_gap(&hunk->changed, line);
	hunk->text = strbuf_take(&text);
	return NULL;
}

static struct error *read_hunk(struct reader *reader)
{
	struct hunk *hunk;
	struct counted old, new;

	if (!read_head(reader->lines[reader->next], &old, &new))
		return refuse(reader, reader->next, "this is no head of a hunk of a unified diff");
	if (!reader->name)
		return refuse(reader, reader->next, "no line '+++ FILE' comes before the hunk");
	hunk = vec_add(&reader->hunks->items);
	hunk->name = xstrndup(reader->name, strcspn(reader->name, "\t"));
	hunk->lines = lines_of(new);
	hunk->old_lines = lines_of(old);
	return read_body(reader, hunk, old.count, new.count);
}

static struct error *read_diff(struct reader *reader)
{
	struct error *err = NULL;

	while (!err && reader->lines[reader->next]) {
		const char *line = reader->lines[reader->next];

		if (begins(line, "@@")) {
			err = read_hunk(reader);
			continue;
		}
		if (begins(line, "+++ "))
			reader->name = line + strlen("+++ ");
		else if (begins(line, "diff ") || begins(line, "--- "))
			reader->name = NULL;
		reader->next++;
	}
	return err;
}

/* Reads a line of a list: "src/a.c:12-14", or "src/a.c:12". */
static struct error *read_lines(struct reader *reader)
{
	const char *line = reader->lines[reader->next];
	const char *colon = strrchr(line, ':'), *at = colon ? colon + 1 : "";
	struct hunk_lines lines;
	struct hunk *hunk;

	if (!read_number(&at, &lines.first) || !lines.first)
		return refuse(reader, reader->next,
			      "neither a unified diff nor lines FILE:FIRST-LAST");
	lines.last = lines.first;
	if (*at == '-') {
		at++;
		if (!read_number(&at, &lines.last))
			at = "-";
	}
	if (*at || lines.last < lines.first || colon == line)
		return refuse(reader, reader->next, "this is not FILE:FIRST-LAST");
	hunk = vec_add(&reader->hunks->items);
	hunk->name = xstrndup(line, (size_t)(colon - line));
	hunk->lines = lines;
	vec_push(&hunk->changed, lines);
	return NULL;
}

static struct error *read_list(struct reader *reader)
{
	struct error *err = NULL;

	for (; !err && reader->lines[reader->next]; reader->next++) {
		const char *line = reader->lines[reader->next];

		if (line[0] && line[0] != '#')
			err = read_lines(reader);
	}
	return err;
}

static bool is_diff(char *const *lines)
{
	for (size_t i = 0; lines[i]; i++) {
		if (begins(lines[i], "@@ -") || begins(lines[i], "diff --git ") ||
		    begins(lines[i], "+++ "))
			return true;
	}
	return false;
}

struct error *hunks_read(const char *path, struct hunks *ret)
{
	_cleanup_free_ char *text = NULL;
	struct reader reader = { .path = path, .hunks = ret };
	struct error *err;
	size_t size;

	*ret = (struct hunks){ 0 };
	err = fs_read_file(path, &text, &size);
	if (err)
		return error_wrap(err, "reading the expected changes");
	if (strlen(text) != size)
		return error_create(ERROR_UNUSABLE,
				    "%s: neither a unified diff nor lines FILE:FIRST-LAST", path);
	if (size && text[size - 1] == '\n')
		text[size - 1] = '\0';
	reader.lines = strv_split(text, '\n');
	for (size_t i = 0; reader.lines[i]; i++) {
		size_t length = strlen(reader.lines[i]);

		if (length && reader.lines[i][length - 1] == '\r')
			reader.lines[i][length - 1] = '\0';
	}
	err = is_diff(reader.lines) ? read_diff(&reader) : read_list(&reader);
	if (!err && !ret->items.count)
		err = error_create(ERROR_UNUSABLE, "%s: there are no hunks in it", path);
	strv_destroy(reader.lines);
	return err;
}
