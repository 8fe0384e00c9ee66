/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/edit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/random.h"
#include "paths/token.h"

enum {
	MAX_EDITS = 4,		/* each one more is half as likely */
	MAX_SPAN = 8,		/* tokens that an edit takes together */
	MAX_DOUBLINGS = 12,	/* of a span that is repeated */
	MAX_REPEATED = 1 << 14, /* bytes that come of it */
	MAX_STRETCH = 6,	/* doublings of a byte that is */
	MAX_LINES = 6,		/* that an edit takes together */
	MAX_PREFIX = 4,		/* bytes that are put before lines */
	WINDOW = 4096,		/* bytes of a long text that an edit looks at */
	MAX_NUMBER = 18,	/* digits of a number that is changed */
	MAX_PICKS = 8,		/* of tokens, until one is a number */
	NEAR = 4,		/* tokens or lines from the edit before */
	LEAST_BYTE = 32,	/* bytes by chance are printable ones */
	NR_BYTES = 127 - LEAST_BYTE,
};

/* A text in work. */
struct edit {
	const struct words *words;
	uint64_t *state;
	struct strbuf *text;
	struct tokens tokens; /* of a window of the text */
	size_t window;	      /* where it begins */
	size_t near;	      /* where the edit before ended; EDIT_ANYWHERE: there was none */
	bool is_near;	      /* the next one is to be near to it */
};

/* Bytes of the text. */
struct span {
	size_t at, size;
};

static size_t pick(struct edit *edit, size_t limit)
{
	return (size_t)random_pick(edit->state, limit);
}

/* Puts SIZE bytes, which may be the text's, in place of SPAN. */
static void splice(struct edit *edit, struct span span, const char *bytes, size_t size)
{
	struct strbuf *text = edit->text, ret = { 0 };
	size_t end = span.at + span.size;

	strbuf_reserve(&ret, text->length - span.size + size);
	strbuf_add(&ret, strbuf_get(text), span.at);
	strbuf_add(&ret, bytes, size);
	strbuf_add(&ret, strbuf_get(text) + end, text->length - end);
	strbuf_deinit(text);
	*text = ret;
	edit->near = span.at + size;
}

static void put_word(struct edit *edit, struct span span, struct word word)
{
	if (word.size)
		splice(edit, span, word.bytes, word.size);
}

/* ---- places in the text */

/* Returns one of 0 to LIMIT - 1 that is at most NEAR from INDEX. */
static size_t pick_beside(struct edit *edit, size_t index, size_t limit)
{
	size_t first = index > NEAR ? index - NEAR : 0;
	size_t end = index + NEAR < limit ? index + NEAR + 1 : limit;

	return first < end ? first + pick(edit, end - first) : limit - 1;
}

static void find_tokens(struct edit *edit)
{
	size_t size = edit->text->length;

	edit->window = size > WINDOW ? pick(edit, size - WINDOW + 1) : 0;
	if (edit->window && edit->is_near) {
		size_t from = edit->near > WINDOW / 2 ? edit->near - WINDOW / 2 : 0;

		edit->window = from + WINDOW < size ? from : size - WINDOW;
	}
	tokens_find(strbuf_get(edit->text) + edit->window, size > WINDOW ? WINDOW : size,
		    &edit->tokens);
}

/* Returns the index of a token, or one more than the last one has, less than LIMIT. */
static size_t pick_token(struct edit *edit, size_t limit)
{
	size_t number = edit->tokens.items.count, index = 0;

	if (!edit->is_near || edit->near < edit->window)
		return pick(edit, limit);
	while (index < number && edit->window + edit->tokens.items.items[index].at < edit->near)
		index++;
	/* It may be beyond the window. */
	return index < number || limit > number ? pick_beside(edit, index, limit)
						: pick(edit, limit);
}

/* Returns a span of 1 to LIMIT tokens; the text has some. */
static struct span pick_tokens(struct edit *edit, size_t limit)
{
	const struct token *items = edit->tokens.items.items, *last;
	size_t number = edit->tokens.items.count, first = pick_token(edit, number);
	size_t count = 1 + pick(edit, limit);

	last = &items[first + count < number ? first + count - 1 : number - 1];
	return (struct span){ edit->window + items[first].at,
			      last->at + last->size - items[first].at };
}

/* Returns an empty span before a token or behind the last one. */
static struct span pick_gap(struct edit *edit)
{
	const struct token *items = edit->tokens.items.items;
	size_t number = edit->tokens.items.count, index = pick_token(edit, number + 1);

	if (index < number)
		return (struct span){ edit->window + items[index].at, 0 };
	return (struct span){ number ? edit->window + items[number - 1].at + items[number - 1].size
				     : edit->window,
			      0 };
}

/* Returns a line with its end. */
static struct span pick_line(struct edit *edit)
{
	const char *text = strbuf_get(edit->text);
	size_t size = edit->text->length, at = size ? pick(edit, size) : 0;
	const char *end;

	if (edit->near < size && edit->is_near)
		at = edit->near;
	end = memchr(text + at, '\n', size - at);

	while (at && text[at - 1] != '\n')
		at--;
	return (struct span){ at, (end ? (size_t)(end - text) + 1 : size) - at };
}

static bool is_number(const struct edit *edit, struct span span)
{
	const char *text = strbuf_get(edit->text) + span.at;

	return span.size && *text >= '0' && *text <= '9';
}

/* ---- words */

/* Returns a word to put in; size 0: there is none of the kind that it was to be of. */
static struct word pick_word(struct edit *edit)
{
	static const enum words_kind kinds[] = {
		WORDS_ASKED,   WORDS_ASKED,   WORDS_ASKED,   WORDS_ASKED, WORDS_CHANGED,
		WORDS_CHANGED, WORDS_NEAR,    WORDS_NEAR,    WORDS_GIVEN, WORDS_GIVEN,
		WORDS_GIVEN,   WORDS_NUMBERS, WORDS_PROGRAM,
	};
	struct word word;

	word = words_pick(edit->words, kinds[pick(edit, sizeof(kinds) / sizeof(*kinds))],
			  edit->state);
	return word.size ? word : words_pick(edit->words, WORDS_CHANGED, edit->state);
}

/* ---- edits */

static void replace_token(struct edit *edit)
{
	struct span span = pick_tokens(edit, 1);
	bool as_number = is_number(edit, span) && pick(edit, 2);

	put_word(edit, span,
		 as_number ? words_pick(edit->words, WORDS_NUMBERS, edit->state) : pick_word(edit));
}

static void insert_word(struct edit *edit)
{
	put_word(edit, pick_gap(edit), pick_word(edit));
}

static void delete_tokens(struct edit *edit)
{
	splice(edit, pick_tokens(edit, pick(edit, 2) ? 1 : MAX_SPAN), "", 0);
}

/* Returns the token before SPAN, blanks left out; size 0: there is none in the window. */
static struct word token_before(const struct edit *edit, struct span span)
{
	const char *text = strbuf_get(edit->text) + edit->window;
	struct word ret = { "", 0 };

	for (size_t i = 0; i < edit->tokens.items.count; i++) {
		const struct token *token = &edit->tokens.items.items[i];

		if (edit->window + token->at >= span.at)
			break;
		if (!token_is_blank(text[token->at]))
			ret = (struct word){ text + token->at, token->size };
	}
	return ret;
}

/*
 * Puts a piece of an input of the caller in, or in place of tokens: any, or one that follows there on what it
 * follows on here.
 */
static void put_piece(struct edit *edit)
{
	struct span span = pick(edit, 2) ? pick_gap(edit) : pick_tokens(edit, MAX_SPAN);
	struct word before = token_before(edit, span);

	if (pick(edit, 3) && before.size)
		put_word(edit, span, words_pick_behind(edit->words, before, MAX_SPAN, edit->state));
	else
		put_word(edit, span, words_pick_piece(edit->words, MAX_SPAN, edit->state));
}

/* Puts a bracket of an input of the caller in, with all that it holds. */
static void put_nested(struct edit *edit)
{
	struct span span = pick(edit, 4) ? pick_gap(edit) : pick_tokens(edit, 1);

	put_word(edit, span, words_pick_nested(edit->words, edit->state));
}

/* Has a byte stand there many times: a token becomes longer, or a word of other marks. */
static void stretch_byte(struct edit *edit)
{
	struct span span = { pick(edit, edit->text->length), 0 };
	char bytes[1 << MAX_STRETCH];
	size_t number = (size_t)1 << (1 + pick(edit, MAX_STRETCH));

	memset(bytes, strbuf_get(edit->text)[span.at], sizeof(bytes));
	splice(edit, span, bytes, number - pick(edit, number / 2 + 1));
}

/* Copies some tokens to another place. */
static void copy_tokens(struct edit *edit)
{
	struct span from = pick_tokens(edit, MAX_SPAN), to = pick_gap(edit);

	splice(edit, to, strbuf_get(edit->text) + from.at, from.size);
}

/* Has two tokens that are near to each other change places. */
static void swap_tokens(struct edit *edit)
{
	const struct token *items = edit->tokens.items.items, *first, *last;
	size_t number = edit->tokens.items.count, index = pick(edit, number);
	size_t other = index + 1 + pick(edit, MAX_SPAN);
	const char *text = strbuf_get(edit->text) + edit->window;
	_cleanup_strbuf_ struct strbuf swapped = { 0 };
	struct span span;

	if (other >= number)
		return;
	first = &items[index];
	last = &items[other];
	strbuf_add(&swapped, text + last->at, last->size);
	strbuf_add(&swapped, text + first->at + first->size, last->at - first->at - first->size);
	strbuf_add(&swapped, text + first->at, first->size);
	span = (struct span){ edit->window + first->at, swapped.length };
	splice(edit, span, strbuf_get(&swapped), swapped.length);
}

/* Puts a pair of brackets or quotes around tokens. */
static void wrap_tokens(struct edit *edit)
{
	static const char *const pairs[] = { "()", "()", "[]", "{}", "\"\"", "''", "<>", "**" };
	const char *pair = pairs[pick(edit, sizeof(pairs) / sizeof(*pairs))];
	struct span span = pick_tokens(edit, pick(edit, 2) ? 3 : MAX_SPAN);
	_cleanup_strbuf_ struct strbuf wrapped = { 0 };

	strbuf_add(&wrapped, pair, 1);
	strbuf_add(&wrapped, strbuf_get(edit->text) + span.at, span.size);
	strbuf_add(&wrapped, pair + 1, 1);
	splice(edit, span, strbuf_get(&wrapped), wrapped.length);
}

/* Puts one of the next numbers in place of one, its double, or what it is below zero. */
static void change_number(struct edit *edit)
{
	struct span span = pick_tokens(edit, 1);
	char text[MAX_NUMBER + 3];
	uint64_t number = 0;

	for (unsigned left = MAX_PICKS; left && !is_number(edit, span); left--)
		span = pick_tokens(edit, 1);
	if (!is_number(edit, span) || span.size > MAX_NUMBER)
		return;
	for (size_t i = 0; i < span.size; i++) {
		char c = strbuf_get(edit->text)[span.at + i];

		if (c < '0' || c > '9')
			return;
		number = number * 10 + (uint64_t)(c - '0');
	}
	switch (pick(edit, 6)) {
	case 0: number *= 2; break;
	case 1: number = number ? number - 1 : 1; break;
	case 2: number += 2; break;
	default: number++; break;
	}
	snprintf(text, sizeof(text), "%s%" PRIu64, pick(edit, 4) ? "" : "-", number);
	splice(edit, span, text, strlen(text));
}

/* Has some tokens stand there many times: limits of depths, lengths and counts are often powers of two. */
static void repeat_tokens(struct edit *edit)
{
	struct span span = pick_tokens(edit, pick(edit, 2) ? 1 : MAX_SPAN);
	struct strbuf repeated = { 0 };
	size_t number = (size_t)1 << pick(edit, MAX_DOUBLINGS + 1);

	for (; number && repeated.length + span.size <= MAX_REPEATED; number--)
		strbuf_add(&repeated, strbuf_get(edit->text) + span.at, span.size);
	span.size = 0;
	splice(edit, span, strbuf_get(&repeated), repeated.length);
	strbuf_deinit(&repeated);
}

/* Puts lines of an input of the caller in, as deep as the line before which they come to stand. */
static void put_lines(struct edit *edit)
{
	struct span line = pick_line(edit), before = { line.at, 0 };
	struct word lines = words_pick_lines(edit->words, MAX_LINES, edit->state);
	const char *text = strbuf_get(edit->text) + line.at;
	size_t depth = 0;
	_cleanup_strbuf_ struct strbuf ret = { 0 };

	while (depth < line.size && token_is_blank(text[depth]))
		depth++;
	if (!pick(edit, 2))
		depth = 0;
	for (size_t at = 0; at < lines.size;) {
		const char *end = memchr(lines.bytes + at, '\n', lines.size - at);
		size_t next = end ? (size_t)(end - lines.bytes) + 1 : lines.size;

		strbuf_add(&ret, text, depth);
		strbuf_add(&ret, lines.bytes + at, next - at);
		at = next;
	}
	splice(edit, before, strbuf_get(&ret), ret.length);
}

/* Puts the same before some lines that follow each other: blanks, or what another line begins with. */
static void prefix_lines(struct edit *edit)
{
	struct span line = pick_line(edit), other = pick_line(edit);
	const char *text = strbuf_get(edit->text);
	size_t size = 1 + pick(edit, MAX_PREFIX), number = 1 + pick(edit, MAX_LINES), at = line.at;
	_cleanup_strbuf_ struct strbuf prefix = { 0 }, ret = { 0 };

	if (pick(edit, 2))
		strbuf_add(&prefix, "    ", size);
	else
		strbuf_add(&prefix, text + other.at, size < other.size ? size : other.size);
	if (memchr(strbuf_get(&prefix), '\n', prefix.length))
		return;
	for (; number && at < edit->text->length; number--) {
		const char *end = memchr(text + at, '\n', edit->text->length - at);
		size_t next = end ? (size_t)(end - text) + 1 : edit->text->length;

		strbuf_add(&ret, strbuf_get(&prefix), prefix.length);
		strbuf_add(&ret, text + at, next - at);
		at = next;
	}
	splice(edit, (struct span){ line.at, at - line.at }, strbuf_get(&ret), ret.length);
}

static struct word pick_given_line(struct edit *edit)
{
	return pick(edit, 2) ? words_pick_lines(edit->words, 1, edit->state)
			     : words_pick(edit->words, WORDS_LINES, edit->state);
}

static void edit_line(struct edit *edit)
{
	struct span line = pick_line(edit), before = { line.at, 0 };

	switch (pick(edit, 4)) {
	case 0: splice(edit, line, "", 0); break;
	case 1: splice(edit, before, strbuf_get(edit->text) + line.at, line.size); break;
	case 2: put_word(edit, line, pick_given_line(edit)); break;
	default: put_word(edit, before, pick_given_line(edit)); break;
	}
}

/* Puts a byte in, takes one out, or replaces one. */
static void edit_byte(struct edit *edit)
{
	size_t size = edit->text->length;
	size_t at = edit->is_near ? pick_beside(edit, edit->near, size) : pick(edit, size);
	struct span span = { at, pick(edit, 3) != 0 };
	char c = (char)(LEAST_BYTE + pick(edit, NR_BYTES));
	struct word word = words_pick(edit->words, WORDS_CHANGED, edit->state);

	if (pick(edit, 2) && word.size == 1)
		c = *word.bytes;
	splice(edit, span, &c, span.size ? pick(edit, 2) : 1);
}

static void make_one(struct edit *edit)
{
	static void (*const edits[])(struct edit * edit) = {
		replace_token, replace_token, replace_token, insert_word,  insert_word,
		insert_word,   put_piece,     put_piece,     put_piece,	   delete_tokens,
		delete_tokens, copy_tokens,   copy_tokens,   swap_tokens,  edit_byte,
		edit_byte,     edit_byte,     edit_line,     edit_line,	   repeat_tokens,
		put_nested,    put_lines,     prefix_lines,  stretch_byte, wrap_tokens,
		change_number, change_number,
	};

	edit->is_near = edit->near <= edit->text->length && pick(edit, 2);
	find_tokens(edit);
	if (edit->text->length)
		edits[pick(edit, sizeof(edits) / sizeof(*edits))](edit);
	else
		insert_word(edit);
}

void edit_make(const struct words *words, const char *bytes, size_t size, size_t *near,
	       uint64_t *state, struct strbuf *ret)
{
	struct edit edit = { .words = words, .state = state, .text = ret, .near = *near };
	unsigned number = 1;

	strbuf_add(ret, bytes, size);
	while (number < MAX_EDITS && pick(&edit, 2))
		number++;
	for (; number; number--)
		make_one(&edit);
	*near = edit.near;
	tokens_deinit(&edit.tokens);
}
