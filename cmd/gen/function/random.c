/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/random.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/literal.h"
#include "common/random.h"

enum {
	LEAST_TEXT = 4,	     /* elements that have room for a text */
	MAX_WORDS = 4,	     /* of a text */
	NULLS = 8,	     /* one pointer of so many is NULL */
	SMALL = 10,	     /* small numbers are below */
	MEDIUM = 200,	     /* and others, where there are words */
	MAX_CHANGES = 3,     /* of a blob */
	MAX_CHARACTERS = 16, /* of a string of the code */
	REPEATED = 16,	     /* one text of so many is one word again and again */
	MAX_DIGITS = 4,	     /* by which numbers with a point are moved */
};

/* ---- numbers of the code */

static void add_number(struct gen_function_random *random, int64_t number)
{
	if (number > 0 && number < 127 && (isprint((int)number) || isspace((int)number)) &&
	    !(random->has_character[number / 64] >> number % 64 & 1)) {
		random->has_character[number / 64] |= UINT64_C(1) << number % 64;
		vec_push(&random->characters, (char)number);
	}
	for (size_t i = 0; i < random->numbers.count; i++) {
		if (random->numbers.items[i] == number)
			return;
	}
	vec_push(&random->numbers, number);
}

/* Those of a string may be looked for in other ones. */
static void add_characters(struct gen_function_random *random, uint32_t string)
{
	const struct ir_string *row = &random->unit->strings[string];

	for (uint64_t i = 0; i < row->length && i < MAX_CHARACTERS; i++)
		add_number(random, row->bytes[i]);
}

static void add_operand(struct gen_function_random *random, const struct ir_operand *operand)
{
	if (operand->kind == REMT_IR_NUMBER)
		add_number(random, (int64_t)operand->number.low);
	if (operand->kind == REMT_IR_ADDRESS && operand->place->base == REMT_IR_STRING)
		add_characters(random, operand->place->index);
}

static void add_statement(struct gen_function_random *random, const struct ir_statement *statement)
{
	for (uint32_t i = 0; i < statement->nr_operands; i++)
		add_operand(random, &statement->operands[i]);
	for (uint32_t i = 0; statement->call && i < statement->call->nr_arguments; i++) {
		if (!statement->call->arguments[i].place)
			add_operand(random, &statement->call->arguments[i].operand);
	}
}

static void add_block(struct gen_function_random *random, const struct ir_block *block)
{
	for (uint32_t i = 0; i < block->nr_statements; i++)
		add_statement(random, &block->statements[i]);
	for (uint32_t i = 0; i < block->end.nr_operands; i++)
		add_operand(random, &block->end.operands[i]);
	for (uint32_t i = 0; i < block->end.nr_cases; i++)
		add_operand(random, &block->end.cases[i].low);
}

void gen_function_random_init(struct gen_function_random *random, const struct entries *entries,
			      const struct program *program, const struct ir_function *function,
			      uint64_t seed)
{
	*random = (struct gen_function_random){ .entries = entries,
						.program = program,
						.state = seed };
	if (function)
		gen_function_random_learn(random, function);
}

void gen_function_random_learn(struct gen_function_random *random,
			       const struct ir_function *function)
{
	random->unit = function->unit;
	for (uint32_t i = 0; i < function->nr_blocks; i++)
		add_block(random, &function->blocks[i]);
	random->unit = NULL; /* it may be freed now */
}

void gen_function_random_deinit(struct gen_function_random *random)
{
	vec_deinit(&random->numbers);
	vec_deinit(&random->characters);
}

/* ---- values */

/* Returns a number of the code or one beside it. */
static int64_t pick_known(struct gen_function_random *random)
{
	int64_t number = random->numbers.items[random_pick(&random->state, random->numbers.count)];

	return (int64_t)((uint64_t)number + random_pick(&random->state, 3) - 1);
}

/* Returns the greatest or least number of SIZE bytes. */
static int64_t pick_limit(struct gen_function_random *random, size_t size)
{
	uint64_t high = UINT64_C(1) << (size >= 8 ? 63 : size * 8 - 1);

	return (int64_t)(random_pick(&random->state, 2) ? high : high - 1);
}

static int64_t pick_number(struct gen_function_random *random, size_t size)
{
	uint64_t way = random_pick(&random->state, 16);

	if (way < 5 && random->numbers.count)
		return pick_known(random);
	if (way == 10 && random->words)
		return (int64_t)random_pick(&random->state, MEDIUM);
	if (way < 11)
		return (int64_t)random_pick(&random->state, SMALL);
	if (way < 13)
		return -(int64_t)random_pick(&random->state, SMALL);
	if (random->is_tame)
		return (int64_t)random_pick(&random->state, MEDIUM);
	if (way < 14)
		return pick_limit(random, size);
	return (int64_t)random_draw(&random->state);
}

static int64_t pick_character(struct gen_function_random *random)
{
	static const char some[] = "aaabzAZ019 \t\n.,-+_/\\\"'(){}[]<>=&|!%#:;";
	uint64_t way = random_pick(&random->state, 16);

	if (way < 5 && random->characters.count)
		return random->characters
			.items[random_pick(&random->state, random->characters.count)];
	if (way < 6 && random->numbers.count)
		return pick_known(random);
	if (way < 13)
		return some[random_pick(&random->state, sizeof(some) - 1)];
	return way < 15 ? 0 : (int64_t)random_draw(&random->state);
}

static void write_float(struct gen_function_random *random, const struct program_piece *piece,
			unsigned char *blob)
{
	double wide = (double)pick_number(random, 4);
	uint64_t way = random_pick(&random->state, 6);
	float narrow;

	if (way < 2)
		wide /= 2;
	/* Decimal digits behind the point, or zeros in front of it. */
	for (uint64_t i = way < 4 ? 0 : random_pick(&random->state, MAX_DIGITS) + 1; i > 0; i--)
		wide = way == 4 ? wide * 10 : wide / 10;
	narrow = (float)wide;
	if (piece->size == 4)
		memcpy(blob + piece->at, &narrow, 4);
	else
		memcpy(blob + piece->at, &wide, 8);
}

static void fill(struct gen_function_random *random, const struct program_piece *piece,
		 unsigned char *blob)
{
	int64_t number;

	if (literal_is_float(piece->type) && piece->nr_bytes == piece->size) {
		write_float(random, piece, blob);
		return;
	}
	if (program_is_pointer(piece))
		number = random_pick(&random->state, NULLS) != 0;
	else if (literal_is_text(piece->type) || (!piece->type && piece->nr_bytes == 1))
		number = pick_character(random);
	else
		number = pick_number(random, piece->nr_bytes);
	for (size_t i = 0; i < piece->nr_bytes; i++)
		blob[piece->at + i] = i < 8 ? (unsigned char)((uint64_t)number >> 8 * i) : 0;
}

/* ---- texts */

/* Returns some bytes that texts are made of. */
static struct word pick_word(struct gen_function_random *random, char *character)
{
	static const enum words_kind kinds[] = { WORDS_ASKED, WORDS_CHANGED, WORDS_NEAR,
						 WORDS_GIVEN, WORDS_LINES,   WORDS_PROGRAM };
	uint64_t way = random_pick(&random->state, 10);
	struct word ret = { 0 };

	if (way < 6)
		ret = words_pick(random->words, kinds[way], &random->state);
	else if (way < 8)
		ret = words_pick_piece(random->words, MAX_WORDS, &random->state);
	if (ret.size)
		return ret;
	*character = (char)pick_character(random);
	return (struct word){ character, 1 };
}

/* Repeats a word in SIZE bytes, as deep nesting and long numbers do. */
static void repeat_word(struct gen_function_random *random, unsigned char *bytes, size_t size)
{
	char character;
	struct word word = pick_word(random, &character);
	size_t end = (size_t)random_pick(&random->state, 3) ? size : size / 2;

	for (size_t at = 0; at + word.size <= end; at += word.size)
		memcpy(bytes + at, word.bytes, word.size);
}

/* Fills SIZE bytes with a text; what is left is 0. */
static void write_text(struct gen_function_random *random, unsigned char *bytes, size_t size)
{
	size_t number = 1 + (size_t)random_pick(&random->state, MAX_WORDS), at = 0;

	memset(bytes, 0, size);
	if (random_pick(&random->state, REPEATED) == 0) {
		repeat_word(random, bytes, size);
		return;
	}
	/* A whole one that somebody has written is likely to mean something. */
	if (random_pick(&random->state, 4) == 0) {
		struct word line = words_pick(random->words, WORDS_LINES, &random->state);

		memcpy(bytes, line.bytes ? line.bytes : "", line.size < size ? line.size : size);
		return;
	}
	for (size_t i = 0; i < number && at < size; i++) {
		char character;
		struct word word = pick_word(random, &character);

		if (word.size > size - at)
			word.size = size - at;
		memcpy(bytes + at, word.bytes, word.size);
		at += word.size;
	}
}

/* Returns how many pieces from INDEX on are bytes of one object; 0: they are no text. */
static size_t count_bytes(const struct program *program, size_t index)
{
	size_t object = program->pieces.items[index].object, ret = 0;

	for (size_t i = index; object && i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (piece->object != object || piece->nr_bytes != 1 ||
		    piece->kind != PIECE_NUMBER || (piece->type && !literal_is_text(piece->type)))
			break;
		ret++;
	}
	return ret < LEAST_TEXT ? 0 : ret;
}

/* Makes texts of bytes that lie behind each other, where that is the choice of chance. */
static void make_texts(struct gen_function_random *random, unsigned char *blob)
{
	const struct program *program = random->program;
	size_t number;

	for (size_t i = 0; i < program->pieces.count; i += number ? number : 1) {
		number = count_bytes(program, i);
		if (number && random_pick(&random->state, 4))
			write_text(random, blob + program->pieces.items[i].at, number);
	}
}

/* Changes a text of BLOB, if it has one at the piece INDEX: some of its bytes are a word. */
static bool change_text(struct gen_function_random *random, unsigned char *blob, size_t index)
{
	size_t number = count_bytes(random->program, index), at;
	unsigned char *bytes = blob + random->program->pieces.items[index].at;
	char character;
	struct word word;

	if (!number || !random->words)
		return false;
	word = pick_word(random, &character);
	if (word.size > number)
		word.size = number;
	/* Over what is there, or in front of the rest. */
	at = (size_t)random_pick(&random->state, number - word.size + 1);
	if (random_pick(&random->state, 2))
		memmove(bytes + at + word.size, bytes + at, number - at - word.size);
	memcpy(bytes + at, word.bytes, word.size);
	return true;
}

/* ---- blobs */

void gen_function_random_make(struct gen_function_random *random, unsigned char *blob)
{
	memset(blob, 0, random->program->seed.length);
	for (size_t i = 0; i < random->program->pieces.count; i++) {
		const struct program_piece *piece = &random->program->pieces.items[i];

		/* Zeros are what most data structures begin with. */
		if (piece->nr_bytes && (!piece->object || random_pick(&random->state, 4)))
			fill(random, piece, blob);
	}
	if (random->words)
		make_texts(random, blob);
}

void gen_function_random_change(struct gen_function_random *random, unsigned char *blob)
{
	size_t number = random->program->pieces.count;
	uint64_t changes = 1 + random_pick(&random->state, MAX_CHANGES);

	for (uint64_t i = 0; i < changes && number; i++) {
		size_t index = (size_t)random_pick(&random->state, number);
		const struct program_piece *piece = &random->program->pieces.items[index];

		if (!change_text(random, blob, index) && piece->nr_bytes)
			fill(random, piece, blob);
	}
}
