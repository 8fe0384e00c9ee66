/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions about hunks. They are answered by line numbers alone, and hunks_mention() by words of
 * the text.
 */
#include "iso/hunks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void hunks_deinit(struct hunks *hunks)
{
	for (size_t i = 0; i < hunks->items.count; i++) {
		struct hunk *hunk = &hunks->items.items[i];

		free(hunk->name);
		free(hunk->path);
		free(hunk->text);
		vec_deinit(&hunk->changed);
		vec_deinit(&hunk->old_changed);
	}
	vec_deinit(&hunks->items);
}

static bool is_of(const struct hunk *hunk, const char *path)
{
	return hunk->path && strcmp(hunk->path, path) == 0;
}

static bool has_line(struct hunk_lines lines, uint32_t line)
{
	return lines.first <= line && line <= lines.last;
}

static bool have_some(const hunk_ranges *changed, struct hunk_lines lines)
{
	for (size_t i = 0; i < changed->count; i++) {
		if (changed->items[i].first <= lines.last && changed->items[i].last >= lines.first)
			return true;
	}
	return false;
}

bool hunks_touch(const struct hunks *hunks, const char *path, struct hunk_lines lines)
{
	for (size_t i = 0; i < hunks->items.count; i++) {
		const struct hunk *hunk = &hunks->items.items[i];

		if (is_of(hunk, path) && has_line(hunk->lines, lines.first) &&
		    has_line(hunk->lines, lines.last) && have_some(&hunk->changed, lines))
			return true;
	}
	return false;
}

bool hunks_begin(const struct hunks *hunks, const char *path, struct hunk_lines lines)
{
	for (size_t i = 0; i < hunks->items.count; i++) {
		const struct hunk *hunk = &hunks->items.items[i];

		if (is_of(hunk, path) && has_line(hunk->lines, lines.first) &&
		    have_some(&hunk->changed, lines))
			return true;
	}
	return false;
}

bool hunks_replace(const struct hunks *hunks, const char *path, struct hunk_lines lines)
{
	for (size_t i = 0; i < hunks->items.count; i++) {
		const struct hunk *hunk = &hunks->items.items[i];

		if (!hunk->text ||
		    (is_of(hunk, path) && has_line(hunk->old_lines, lines.first) &&
		     has_line(hunk->old_lines, lines.last) && have_some(&hunk->old_changed, lines)))
			return true;
	}
	return false;
}

static bool is_part_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
		if ((at == text || !is_part_of_word(at[-1])) && !is_part_of_word(at[length]))
			return true;
	}
	return false;
}

bool hunks_mention(const struct hunks *hunks, const char *word)
{
	for (size_t i = 0; word[0] && i < hunks->items.count; i++) {
		if (hunks->items.items[i].text && has_word(hunks->items.items[i].text, word))
			return true;
	}
	return false;
}
