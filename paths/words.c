/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arena.h"
#include "common/hash.h"
#include "common/random.h"
#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "paths/line_shapes.h"
#include "paths/token.h"

enum {
	MAX_WORDS = 4096, /* of one kind */
	MAX_SIZE = 32,	  /* bytes of a word */
	MAX_LINE = 256,	  /* of a line */
	MAX_BYTE = 255,
	MAX_NESTED = 64,      /* tokens of a bracket, and up to one */
	MAX_BEFORE = 4,	      /* one more than the tokens before a bracket that come along */
	MAX_TOKENS = 1 << 16, /* of texts that pieces are taken from */
	PART = 4096, /* bytes of a text that are added at a time, and some more up to the end of a line */
};

/* Constants beyond these are masks, hashes or addresses rather than numbers that people write. */
#define MAX_CONSTANT (INT64_C(1) << 32)

struct list {
	VEC(struct word) items;
	struct slots known; /* hashes */
};

/* A token of a text, which others follow up to the END of the text. */
struct place {
	const char *bytes;
	size_t size;
	size_t end; /* index of the first token that is not the text's */
};

struct words {
	VEC(struct place) tokens;
	struct line_shapes shapes;
	struct list lists[WORDS_NR_KINDS];
	struct arena memory;
};

/*
 * Ends of the types of C, where conversions and sums go wrong; then signs, exponents, bases and what is no number
 * although it looks like one.
 */
static const char *const numbers[] = {
	"0",
	"1",
	"-1",
	"2",
	"10",
	"100",
	"127",
	"128",
	"255",
	"256",
	"1000",
	"32767",
	"32768",
	"65535",
	"65536",
	"100000",
	"2147483647",
	"2147483648",
	"-2147483648",
	"-2147483649",
	"4294967295",
	"4294967296",
	"9007199254740993",
	"9223372036854775807",
	"9223372036854775808",
	"-9223372036854775808",
	"18446744073709551615",
	"18446744073709551616",
	"99999999999999999999999",
	"00",
	"01",
	"007",
	"+1",
	"-0",
	"0.0",
	"-0.0",
	"0.1",
	"0.5",
	"1.5",
	".5",
	"5.",
	"1.",
	"1e5",
	"1E5",
	"1e+5",
	"1e-5",
	"1e",
	"1e+",
	"1e308",
	"1e309",
	"-1e309",
	"1e-308",
	"1e-310",
	"4.9e-324",
	"1e-400",
	"123456789.123456789",
	"0x10",
	"0x1F",
	"0x",
	"0xg",
	"0b1",
	"0o7",
	"1_000",
	"1,5",
	"--1",
	"1-1",
	"NaN",
	"nan",
	"inf",
	"Infinity",
	"-inf",
};

struct words *words_create(void)
{
	struct words *words = xcalloc(1, sizeof(*words));

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		words_add(words, WORDS_NUMBERS, numbers[i], strlen(numbers[i]));
	return words;
}

void words_add(struct words *words, enum words_kind kind, const char *bytes, size_t size)
{
	struct list *list = &words->lists[kind];
	uint64_t hash;

	if (!size || size > (kind == WORDS_LINES ? MAX_LINE : MAX_SIZE) ||
	    list->items.count >= MAX_WORDS)
		return;
	hash = hash_bytes(bytes, size);
	if (slots_find(&list->known, hash) != SLOTS_NONE)
		return;
	slots_add(&list->known, hash, 0);
	vec_push(&list->items, ((struct word){ arena_copy(&words->memory, bytes, size), size }));
}

static void add_decimal(struct words *words, enum words_kind kind, int64_t number)
{
	char text[MAX_SIZE];

	snprintf(text, sizeof(text), "%" PRId64, number);
	words_add(words, kind, text, strlen(text));
}

void words_add_number(struct words *words, enum words_kind kind, int64_t number)
{
	/* A test of a range begins with the subtraction of its least byte. */
	int64_t byte = number < 0 && number >= -MAX_BYTE ? -number : number;
	char c = (char)byte;

	if (byte > 0 && byte <= MAX_BYTE)
		words_add(words, kind, &c, 1);
	if (number < -MAX_CONSTANT || number > MAX_CONSTANT)
		return;
	for (int64_t k = -1; k <= 1; k++)
		add_decimal(words, kind, number + k);
}

static void add_lines(struct words *words, const char *bytes, size_t size)
{
	for (size_t at = 0; at < size;) {
		const char *end = memchr(bytes + at, '\n', size - at);
		size_t next = end ? (size_t)(end - bytes) + 1 : size;

		if (end)
			words_add(words, WORDS_LINES, bytes + at, next - at);
		at = next;
	}
}

void words_add_text(struct words *words, const char *bytes, size_t size)
{
	_cleanup_tokens_ struct tokens tokens = { 0 };
	const char *copy;
	size_t end;

	words_add(words, WORDS_GIVEN, bytes, size);
	add_lines(words, bytes, size);
	tokens_find(bytes, size, &tokens);
	end = words->tokens.count + tokens.items.count;
	copy = end <= MAX_TOKENS ? arena_copy(&words->memory, bytes, size) : NULL;
	if (copy)
		line_shapes_add(&words->shapes, copy, size);
	for (size_t i = 0; i < tokens.items.count; i++) {
		const struct token *token = &tokens.items.items[i];

		words_add(words, WORDS_GIVEN, bytes + token->at, token->size);
		if (copy)
			vec_push(&words->tokens,
				 ((struct place){ copy + token->at, token->size, end }));
	}
}

static bool is_full(const struct words *words)
{
	return words->lists[WORDS_GIVEN].items.count >= MAX_WORDS &&
	       words->lists[WORDS_LINES].items.count >= MAX_WORDS &&
	       words->tokens.count >= MAX_TOKENS - PART;
}

/* Adds what comes next of TEXT. */
static void add_part(struct words *words, struct words_text *text)
{
	const char *bytes = text->bytes + text->at;
	size_t left = text->size - text->at, size = left;

	if (left > PART) {
		size_t more = left - PART < MAX_LINE ? left - PART : MAX_LINE;
		const char *end = memchr(bytes + PART, '\n', more);

		size = end ? (size_t)(end - bytes) + 1 : PART;
	}
	words_add_text(words, bytes, size);
	text->at += size;
}

/* Leaves out texts that are the same as others. */
static void skip_known(struct words_text *texts, size_t number)
{
	struct slots known = { 0 };

	for (size_t i = 0; i < number; i++) {
		uint64_t hash = hash_bytes(texts[i].bytes, texts[i].size);

		if (slots_find(&known, hash) != SLOTS_NONE)
			texts[i].at = texts[i].size;
		else
			slots_add(&known, hash, 0);
	}
	slots_deinit(&known);
}

void words_add_texts(struct words *words, struct words_text *texts, size_t number)
{
	bool any = true;

	skip_known(texts, number);
	while (any && !is_full(words)) {
		any = false;
		for (size_t i = 0; i < number; i++) {
			if (texts[i].at == texts[i].size)
				continue;
			add_part(words, &texts[i]);
			any = true;
		}
	}
}

/* Returns 1 to LIMIT tokens from INDEX on. */
static struct word piece_at(const struct words *words, size_t index, size_t limit, uint64_t *state)
{
	const struct place *items = words->tokens.items, *first = &items[index];
	size_t count = 1 + random_pick(state, limit);
	const struct place *last =
		&items[index + count < first->end ? index + count - 1 : first->end - 1];

	return (struct word){ first->bytes, (size_t)(last->bytes - first->bytes) + last->size };
}

struct word words_pick_piece(const struct words *words, size_t limit, uint64_t *state)
{
	size_t number = words->tokens.count;

	return number ? piece_at(words, random_pick(state, number), limit, state)
		      : (struct word){ "", 0 };
}

static bool is_equal(const struct place *place, struct word word)
{
	return place->size == word.size && memcmp(place->bytes, word.bytes, word.size) == 0;
}

/* Returns the index of what comes behind the token INDEX and blanks; SIZE_MAX: the text ends. */
static size_t next_of(const struct words *words, size_t index)
{
	const struct place *items = words->tokens.items;
	size_t end = items[index].end;

	do
		index++;
	while (index < end && token_is_blank(*items[index].bytes));
	return index < end ? index : SIZE_MAX;
}

struct word words_pick_behind(const struct words *words, struct word before, size_t limit,
			      uint64_t *state)
{
	size_t number = words->tokens.count, start = number ? random_pick(state, number) : 0;

	for (size_t i = 0; i < number; i++) {
		size_t index = (start + i) % number, next;

		if (!is_equal(&words->tokens.items[index], before))
			continue;
		next = next_of(words, index);
		if (next != SIZE_MAX)
			return piece_at(words, next, limit, state);
	}
	return (struct word){ "", 0 };
}

/* True if a line ends with the token INDEX. */
static bool is_end(const struct words *words, size_t index)
{
	return *words->tokens.items[index].bytes == '\n';
}

/* Returns the text of the tokens from FIRST to LAST. */
static struct word join(const struct words *words, size_t first, size_t last)
{
	const struct place *a = &words->tokens.items[first], *b = &words->tokens.items[last];

	return (struct word){ a->bytes, (size_t)(b->bytes - a->bytes) + b->size };
}

struct word words_pick_lines(const struct words *words, size_t limit, uint64_t *state)
{
	const char *bytes = "";
	size_t size = line_shapes_pick(&words->shapes, limit, state, &bytes);

	return (struct word){ bytes, size };
}

/* Returns 1 if the token opens a bracket, -1 if it closes one, else 0. */
static int nesting(const struct place *place)
{
	static const char opening[] = "([{", closing[] = ")]}";

	if (place->size != 1)
		return 0;
	return (strchr(opening, *place->bytes) != NULL) - (strchr(closing, *place->bytes) != NULL);
}

/* Returns the index of the token that closes the bracket that token FIRST opens; SIZE_MAX: none does. */
static size_t closing_of(const struct words *words, size_t first)
{
	const struct place *items = words->tokens.items;
	int depth = 0;

	for (size_t i = first; i < items[first].end && i - first < MAX_NESTED; i++) {
		depth += nesting(&items[i]);
		if (!depth)
			return i;
	}
	return SIZE_MAX;
}

struct word words_pick_nested(const struct words *words, uint64_t *state)
{
	const struct place *items = words->tokens.items;
	size_t number = words->tokens.count, start = number ? random_pick(state, number) : 0;

	for (size_t i = start; i < number && i - start < MAX_NESTED; i++) {
		size_t first = i, last = nesting(&items[i]) > 0 ? closing_of(words, i) : SIZE_MAX;

		if (last == SIZE_MAX)
			continue;
		/* f(x), or x = (y) */
		for (size_t left = random_pick(state, MAX_BEFORE); left && first; left--)
			first -= items[first - 1].end == items[i].end && !is_end(words, first - 1);
		return join(words, first, last);
	}
	return (struct word){ "", 0 };
}

struct word words_pick(const struct words *words, enum words_kind kind, uint64_t *state)
{
	const struct list *list = &words->lists[kind];

	return list->items.count ? list->items.items[random_pick(state, list->items.count)]
				 : (struct word){ "", 0 };
}

void words_destroy(struct words *words)
{
	if (!words)
		return;
	for (size_t i = 0; i < WORDS_NR_KINDS; i++) {
		vec_deinit(&words->lists[i].items);
		slots_deinit(&words->lists[i].known);
	}
	vec_deinit(&words->tokens);
	line_shapes_deinit(&words->shapes);
	arena_deinit(&words->memory);
	free(words);
}
