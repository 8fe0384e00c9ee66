/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads TAP as Automake's tap-driver and Meson do. YAML blocks, subtests and the version line are
 * ignored.
 */
#include "runner/test/tap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

enum plan { PLAN_NONE, PLAN_EARLY, PLAN_LATE };
enum directive { DIRECTIVE_NONE, DIRECTIVE_TODO, DIRECTIVE_SKIP };

struct reader {
	enum tap_dialect dialect;
	struct tap *tap;
	enum plan plan;
	size_t planned;
	size_t nr_results;
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* TEXT points to a '#': returns the directive of "# TODO …" or "# SKIP …". */
static enum directive directive_at(const char *text, enum tap_dialect dialect)
{
	const char *word = skip_blanks(text + 1);
	enum directive found = DIRECTIVE_NONE;

	if (strncasecmp(word, "todo", 4) == 0)
		found = DIRECTIVE_TODO;
	else if (strncasecmp(word, "skip", 4) == 0)
		found = DIRECTIVE_SKIP;
	/* Meson takes "SKIPPED", too. */
	bool ends = found == DIRECTIVE_NONE || !is_word(word[4]) ||
		    (found == DIRECTIVE_SKIP && dialect == TAP_MESON);

	return ends ? found : DIRECTIVE_NONE;
}

/* Returns the directive behind a result. An odd number of backslashes before the '#' escapes it. */
static enum directive find_directive(const char *text, enum tap_dialect dialect)
{
	for (const char *hash = strchr(text, '#'); hash; hash = strchr(hash + 1, '#')) {
		enum directive found = directive_at(hash, dialect);
		size_t slashes = 0;

		if (found == DIRECTIVE_NONE)
			continue;
		while (hash - slashes > text && hash[-1 - (ptrdiff_t)slashes] == '\\')
			slashes++;
		return slashes % 2 ? DIRECTIVE_NONE : found;
	}
	return DIRECTIVE_NONE;
}

static void count(struct tap *tap, bool ok, enum directive directive)
{
	switch (directive) {
	case DIRECTIVE_TODO: *(ok ? &tap->todo_passed : &tap->todo_failed) += 1; return;
	case DIRECTIVE_SKIP: *(ok ? &tap->skipped : &tap->failed) += 1; return;
	case DIRECTIVE_NONE: *(ok ? &tap->passed : &tap->failed) += 1; return;
	}
}

static void read_result(struct reader *reader, const char *rest, bool ok)
{
	rest = skip_blanks(rest);
	reader->nr_results++;
	size_t number = reader->nr_results;

	if (isdigit((unsigned char)*rest)) {
		char *end;
		unsigned long long given = strtoull(rest, &end, 10);

		if (!is_word(*end)) {
			number = (size_t)given;
			rest = end;
		}
	}
	if (number != reader->nr_results || reader->plan == PLAN_LATE)
		reader->tap->errors++;
	count(reader->tap, ok, find_directive(rest, reader->dialect));
}

static void read_plan(struct reader *reader, size_t planned, const char *rest)
{
	if (reader->plan != PLAN_NONE) {
		reader->tap->errors++;
		return;
	}
	reader->planned = planned;
	reader->plan = reader->nr_results ? PLAN_LATE : PLAN_EARLY;
	if (planned == 0 && reader->nr_results == 0)
		reader->tap->skipped++;
	if (reader->dialect == TAP_MESON && planned > 0 && *rest == '#' &&
	    directive_at(rest, reader->dialect) == DIRECTIVE_SKIP)
		reader->tap->errors++;
}

/* True for "1..N", followed by blanks or, if N is 0 (Meson: any N), by a comment. */
static bool is_plan(const struct reader *reader, const char *line, size_t *planned,
		    const char **rest)
{
	char *end;

	if (strncmp(line, "1..", 3) != 0 || !isdigit((unsigned char)line[3]))
		return false;
	*planned = (size_t)strtoull(line + 3, &end, 10);
	*rest = skip_blanks(end);
	return **rest == '\0' || (**rest == '#' && (*planned == 0 || reader->dialect == TAP_MESON));
}

/* True for "ok" or "not ok" before a character that is no letter, digit or underscore. */
static bool is_result(const char *line, bool *ok, const char **rest)
{
	*ok = strncmp(line, "not ", 4) != 0;
	if (!*ok)
		line += 4;
	if (strncmp(line, "ok", 2) != 0 || is_word(line[2]))
		return false;
	*rest = line + 2;
	return true;
}

static bool is_end(const char *line)
{
	return strncmp(skip_blanks(line), "Bail out!", 9) == 0;
}

enum tap_line tap_read_line(const char *line, enum tap_dialect dialect)
{
	const char *rest;
	bool ok;

	if (is_result(line, &ok, &rest))
		return ok || find_directive(rest, dialect) == DIRECTIVE_TODO ? TAP_LINE_OTHER
									     : TAP_LINE_FAILED;
	return is_end(line) ? TAP_LINE_END : TAP_LINE_OTHER;
}

static void read_line(struct reader *reader, const char *line)
{
	const char *rest;
	size_t planned;
	bool ok;

	if (is_result(line, &ok, &rest)) {
		read_result(reader, rest, ok);
	} else if (is_plan(reader, line, &planned, &rest)) {
		read_plan(reader, planned, rest);
	} else if (is_end(line)) {
		reader->tap->bailed_out = true;
		reader->tap->errors++;
	}
}

void tap_read(const char *text, enum tap_dialect dialect, struct tap *ret)
{
	_cleanup_free_ char *copy = xstrdup(text);
	char *next = copy, *line;
	struct tap tap = { 0 };
	struct reader reader = { .dialect = dialect, .tap = &tap };

	while (!tap.bailed_out && (line = strsep(&next, "\n"))) {
		size_t length = strlen(line);

		if (length && line[length - 1] == '\r')
			line[length - 1] = '\0';
		read_line(&reader, line);
	}
	if (!tap.bailed_out) {
		bool missing = reader.plan == PLAN_NONE && dialect == TAP_AUTOMAKE;

		if (missing || (reader.plan != PLAN_NONE && reader.planned != reader.nr_results))
			tap.errors++;
	}
	*ret = tap;
}
