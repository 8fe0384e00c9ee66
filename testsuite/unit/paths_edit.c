/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts are taken apart into tokens, dictionaries know words and what follows on them, and edits use both. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "paths/edit.h"
#include "paths/token.h"

enum { NR_EDITS = 20000 };

TEST(tokens_are_names_numbers_blanks_and_single_bytes)
{
	static const char text[] = "if (x1 <\t 1.5e-3+y)\n\xc3\xa4_ 0x1F-2";
	static const char *const wanted[] = { "if",	   " ",	     "(",    "x1", " ", "<",
					      "\t ",	   "1.5e-3", "+",    "y",  ")", "\n",
					      "\xc3\xa4_", " ",	     "0x1F", "-",  "2" };
	struct tokens tokens = { 0 };
	size_t at = 0;

	tokens_find(text, sizeof(text) - 1, &tokens);
	CHECK_INT(tokens.items.count, ==, ARRAY_SIZE(wanted));
	for (size_t i = 0; i < tokens.items.count; i++) {
		const struct token *token = &tokens.items.items[i];

		CHECK_INT(token->at, ==, at);
		CHECK_INT(token->size, ==, strlen(wanted[i]));
		CHECK(memcmp(text + at, wanted[i], token->size) == 0);
		at += token->size;
	}
	CHECK_INT(at, ==, sizeof(text) - 1);
	tokens_find("", 0, &tokens);
	CHECK_INT(tokens.items.count, ==, 0);
	tokens_deinit(&tokens);
}

static bool is_word(struct word word, const char *text)
{
	return word.size == strlen(text) && memcmp(word.bytes, text, word.size) == 0;
}

/* True if chance gives TEXT among the words of KIND. */
static bool has_word(const struct words *words, enum words_kind kind, const char *text)
{
	uint64_t state = 1;
	bool ret = false;

	for (unsigned i = 0; i < NR_EDITS && !ret; i++)
		ret = is_word(words_pick(words, kind, &state), text);
	return ret;
}

TEST(words_come_from_texts_and_constants)
{
	struct words *words = words_create();
	uint64_t state = 1;

	CHECK_INT(words_pick(words, WORDS_GIVEN, &state).size, ==, 0);
	CHECK_INT(words_pick_piece(words, 4, &state).size, ==, 0);
	words_add_text(words, "let a = b\nend", 13);
	CHECK(has_word(words, WORDS_GIVEN, "let"));
	CHECK(has_word(words, WORDS_GIVEN, "let a = b\nend"));
	CHECK(has_word(words, WORDS_LINES, "let a = b\n"));
	CHECK(!has_word(words, WORDS_LINES, "end"));
	words_add_number(words, WORDS_CHANGED, 48);
	words_add_number(words, WORDS_CHANGED, -65);
	words_add_number(words, WORDS_CHANGED, INT64_C(1) << 40);
	CHECK(has_word(words, WORDS_CHANGED, "0"));
	CHECK(has_word(words, WORDS_CHANGED, "A"));
	CHECK(has_word(words, WORDS_CHANGED, "47"));
	CHECK(has_word(words, WORDS_CHANGED, "49"));
	CHECK(!has_word(words, WORDS_CHANGED, "1099511627776"));
	CHECK(has_word(words, WORDS_NUMBERS, "2147483648"));
	words_destroy(words);
}

/* The first text has more words than there is room for. */
TEST(a_large_text_leaves_room_for_others)
{
	enum { NR_WORDS = 100000, WORD = 8 };
	char *large = xcalloc(NR_WORDS, WORD + 1);
	struct words *words = words_create();
	struct words_text texts[] = { { large, NR_WORDS * WORD, 0 },
				      { "small is beautiful\n", 19, 0 },
				      { "small is beautiful\n", 19, 0 } };

	for (int i = 0; i < NR_WORDS; i++)
		snprintf(large + (size_t)i * WORD, WORD + 1, "w%06d\n", i);
	words_add_texts(words, texts, 3);
	CHECK(has_word(words, WORDS_GIVEN, "beautiful"));
	CHECK(has_word(words, WORDS_LINES, "small is beautiful\n"));
	CHECK(has_word(words, WORDS_GIVEN, "w000100"));
	words_destroy(words);
	free(large);
}

TEST(pieces_follow_on_what_they_followed_on)
{
	const struct word is = { "is", 2 }, end = { "end", 3 };
	struct words *words = words_create();
	uint64_t state = 1;
	bool has_two = false;

	words_add_text(words, "A is  B end", 11);
	words_add_text(words, "C is D", 6);
	for (unsigned i = 0; i < 200; i++) {
		struct word piece = words_pick_behind(words, is, 2, &state);

		CHECK(is_word(piece, "B") || is_word(piece, "B ") || is_word(piece, "D"));
		has_two |= is_word(piece, "B ");
		/* No piece is of two texts. */
		piece = words_pick_piece(words, 9, &state);
		CHECK(!memmem(piece.bytes, piece.size, "end", 3) ||
		      piece.bytes[piece.size - 1] == 'd');
		CHECK_INT(words_pick_behind(words, end, 2, &state).size, ==, 0);
	}
	CHECK(has_two);
	words_destroy(words);
}

/* True if some edit of FROM gives WANTED. */
static bool comes_to(const struct words *words, const char *from, const char *wanted)
{
	uint64_t state = 3;
	bool ret = false;

	for (unsigned i = 0; i < NR_EDITS && !ret; i++) {
		_cleanup_strbuf_ struct strbuf text = { 0 };
		size_t near = EDIT_ANYWHERE;

		edit_make(words, from, strlen(from), &near, &state, &text);
		CHECK_INT(text.length, <, 1 << 17);
		ret = strcmp(strbuf_get(&text), wanted) == 0;
	}
	return ret;
}

TEST(edits_reach_what_people_would_write)
{
	struct words *words = words_create();

	words_add_text(words, "class X is Y\n", 13);
	words_add(words, WORDS_CHANGED, "void", 4);
	CHECK(comes_to(words, "f(a)", "f()"));
	CHECK(comes_to(words, "f(a)", "void(a)"));
	CHECK(comes_to(words, "f(a)", "f(avoid)"));
	CHECK(comes_to(words, "f(7)", "f(1e+5)"));
	CHECK(comes_to(words, "[a]", "[[a]"));
	CHECK(comes_to(words, "a,b", "b,a"));
	CHECK(comes_to(words, "Z is Q", "Z is Y"));
	CHECK(comes_to(words, "a\nb\n", "a\na\nb\n"));
	CHECK(comes_to(words, "a\nb\n", "a\n"));
	CHECK(comes_to(words, "a\nb\n", "a\nclass X is Y\nb\n"));
	CHECK(comes_to(words, "", "void"));
	CHECK(comes_to(words, "x1", "x11111111"));
	CHECK(comes_to(words, "y=x.a", "(y=x).a"));
	CHECK(comes_to(words, "f(41, 7)", "f(42, 7)"));
	CHECK(comes_to(words, "f(41, 7)", "f(41, -14)"));
	CHECK(comes_to(words, "> a\nb\nc\n", "> a\n> b\n> c\n"));
	CHECK(comes_to(words, "  - a\n  - b\n", "  - a\n  class X is Y\n  - b\n"));
	words_destroy(words);
}

/* Edits of a long text come together where the last one was. */
TEST(edits_are_near_to_the_last_one)
{
	struct words *words = words_create();
	_cleanup_strbuf_ struct strbuf from = { 0 };
	uint64_t state = 9;
	unsigned nr_near = 0;

	for (unsigned i = 0; i < 500; i++)
		strbuf_add(&from, "some words\n", 11);
	for (unsigned i = 0; i < 1000; i++) {
		_cleanup_strbuf_ struct strbuf text = { 0 };
		size_t near = 4400, same = 0, end = from.length;

		edit_make(words, strbuf_get(&from), from.length, &near, &state, &text);
		while (same < end && same < text.length &&
		       strbuf_get(&text)[same] == strbuf_get(&from)[same])
			same++;
		nr_near += same > 4300 && same < 4500;
	}
	CHECK_INT(nr_near, >, 150);
	words_destroy(words);
}

TEST(brackets_come_with_what_they_hold)
{
	struct words *words = words_create();
	uint64_t state = 1;
	bool has_inner = false, has_call = false;

	words_add_text(words, "x = f((1, g[2]));\n", 19);
	words_add_text(words, "((\n", 3);
	for (unsigned i = 0; i < 2000; i++) {
		struct word word = words_pick_nested(words, &state);

		if (!word.size)
			continue;
		CHECK(memchr(word.bytes, ')', word.size) || memchr(word.bytes, ']', word.size));
		has_inner |= is_word(word, "[2]");
		has_call |= is_word(word, "f((1, g[2]))");
	}
	CHECK(has_inner && has_call);
	words_destroy(words);
}

/* One line of a hundred is of another shape. */
TEST(a_line_is_chosen_by_its_shape)
{
	struct words *words = words_create();
	uint64_t state = 1;
	unsigned nr_fences = 0;
	bool has_two = false;

	for (int i = 0; i < 100; i++) {
		char text[32];

		snprintf(text, sizeof(text), "some words %d\n", i);
		words_add_text(words, text, strlen(text));
	}
	words_add_text(words, "```\nx\nno end", 12);
	for (unsigned i = 0; i < 1000; i++) {
		struct word word = words_pick_lines(words, 2, &state);

		CHECK(word.size && word.bytes[word.size - 1] == '\n');
		nr_fences += word.size >= 4 && memcmp(word.bytes, "```\n", 4) == 0;
		has_two |= is_word(word, "```\nx\n");
	}
	CHECK_INT(nr_fences, >, 200);
	CHECK(has_two);
	words_destroy(words);
}

TEST(edits_follow_from_their_seed)
{
	struct words *words = words_create();
	uint64_t state = 5, again = 5;
	size_t longest = 0;
	unsigned nr_other = 0;

	for (unsigned i = 0; i < 2000; i++) {
		_cleanup_strbuf_ struct strbuf text = { 0 }, same = { 0 };
		size_t near = EDIT_ANYWHERE, near_again = EDIT_ANYWHERE;

		edit_make(words, "a (b)\n", 6, &near, &state, &text);
		edit_make(words, "a (b)\n", 6, &near_again, &again, &same);
		CHECK_STR(strbuf_get(&text), strbuf_get(&same));
		nr_other += strcmp(strbuf_get(&text), "a (b)\n") != 0;
		longest = text.length > longest ? text.length : longest;
	}
	CHECK_INT(nr_other, >, 1000);
	CHECK_INT(longest, >, 4096);
	words_destroy(words);
}
