/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recognizes reports of AddressSanitizer and the other sanitizers of GCC by their first line, and
 * of UndefinedBehaviorSanitizer by "runtime error: ". The lines that follow belong to the report
 * as long as they look like details of one. Reports of other tools are not recognized.
 */
#include "iso/sanitizer.h"

#include <stdbool.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/strbuf.h"

/*
 * Returns where the class begins in the first line of a report: "AddressSanitizer: …" in
 * "==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x…". Returns NULL if the line
 * is none.
 */
static const char *find_report(const char *line, const char *end)
{
	static const char *const words[] = { "ERROR: ", "WARNING: " };
	const char *sanitizer = memmem(line, (size_t)(end - line), "Sanitizer: ", 11);

	for (size_t i = 0; sanitizer && i < sizeof(words) / sizeof(words[0]); i++) {
		const char *word =
			memmem(line, (size_t)(sanitizer - line), words[i], strlen(words[i]));

		if (word)
			return word + strlen(words[i]);
	}
	return NULL;
}

/* Adds the class that begins at BEGIN, without the place where the error happened. */
static void add_class(struct strbuf *ret, const char *begin, const char *end)
{
	static const char *const stops[] = { " on ", " (", ": 0x" };
	const char *stop = end;

	for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
		const char *found =
			memmem(begin, (size_t)(stop - begin), stops[i], strlen(stops[i]));

		if (found)
			stop = found;
	}
	strbuf_add(ret, begin, (size_t)(stop - begin));
	strbuf_adds(ret, "\n");
}

/*
 * Adds the class of the runtime error at BEGIN: "runtime error: signed integer overflow" in
 * "a.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 …".
 */
static void add_runtime_error(struct strbuf *ret, const char *begin, const char *end)
{
	const char *what = begin + strlen("runtime error: ");
	const char *colon = memchr(what, ':', (size_t)(end - what));
	const char *stop = colon ? colon : end;

	/* Numbers are values of this run, and end the class. */
	for (const char *at = what; at < stop; at++) {
		if (*at >= '0' && *at <= '9') {
			stop = at;
			break;
		}
	}
	while (stop > what && stop[-1] == ' ')
		stop--;
	add_class(ret, begin, stop);
}

static const char *line_end(const char *at)
{
	return at + strcspn(at, "\n");
}

/* True for the line of equal signs that is printed before a report. */
static bool is_rule(const char *line, const char *end)
{
	return end - line >= 18 && strspn(line, "=") >= (size_t)(end - line);
}

/* True for the further lines of a report. They are indented, or look as follows. */
static bool is_detail(const char *line, const char *end)
{
	static const char *const words[] = {
		"SUMMARY: ", "Shadow ", "HINT: ",	"READ of ", "WRITE of ",
		"0x",	     "==",	"allocated by", "freed by", "previously allocated"
	};

	if (line == end || *line == ' ' || *line == '\t')
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			return true;
	}
	return memmem(line, (size_t)(end - line), " is located ", 12) != NULL ||
	       memmem(line, (size_t)(end - line), "in thread T", 11) != NULL ||
	       memmem(line, (size_t)(end - line), " leak of ", 9) != NULL;
}

char *sanitizer_take(char *error)
{
	_cleanup_strbuf_ struct strbuf classes = { 0 };
	bool is_within = false;
	char *to = error;

	for (const char *line = error, *next; *line; line = next) {
		const char *end = line_end(line);
		const char *report = find_report(line, end);
		const char *undefined = memmem(line, (size_t)(end - line), "runtime error: ", 15);

		next = *end ? end + 1 : end;
		if (report)
			add_class(&classes, report, end);
		else if (undefined)
			add_runtime_error(&classes, undefined, end);
		is_within = report || undefined || (is_within && is_detail(line, end));
		if (is_within || is_rule(line, end))
			continue;
		memmove(to, line, (size_t)(next - line));
		to += next - line;
	}
	*to = 0;
	return strbuf_take(&classes);
}
