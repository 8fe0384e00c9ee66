/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "caller/literal.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

enum { MAX_RAISED = 3 }; /* what a number is raised to at most */

struct shrinking {
	const struct entries *entries;
	const struct program *program;
	const struct atg_judge *judge;
	unsigned nr_left; /* tries */
	bool keeps_pointers;
	unsigned char *blob, *other;
	size_t size;
};

/* Takes the other blob if it kills. */
static bool try_other(struct shrinking *shrinking)
{
	if (memcmp(shrinking->blob, shrinking->other, shrinking->size) == 0)
		return false;
	if (shrinking->nr_left) {
		shrinking->nr_left--;
		if (shrinking->judge->kills(shrinking->judge->arg, shrinking->other,
					    shrinking->size)) {
			memcpy(shrinking->blob, shrinking->other, shrinking->size);
			return true;
		}
	}
	memcpy(shrinking->other, shrinking->blob, shrinking->size);
	return false;
}

static void set(unsigned char *blob, const struct program_piece *piece, int64_t number)
{
	for (size_t i = 0; i < piece->nr_bytes && i < 8; i++)
		blob[piece->at + i] = (unsigned char)((uint64_t)number >> 8 * i);
	for (size_t i = 8; i < piece->nr_bytes; i++)
		blob[piece->at + i] = 0;
}

static bool try_number(struct shrinking *shrinking, const struct program_piece *piece,
		       int64_t number)
{
	set(shrinking->other, piece, number);
	return try_other(shrinking);
}

/* Halves NUMBER as long as that kills, and lowers it by less and less then. */
static void lower(struct shrinking *shrinking, const struct program_piece *piece, int64_t number,
		  bool is_signed)
{
	uint64_t high = (uint64_t)number;

	if (is_signed) {
		while (number / 2 != number && try_number(shrinking, piece, number / 2))
			number /= 2;
		for (int64_t step = number / 4; step; step /= 2) {
			if (try_number(shrinking, piece, number - step))
				number -= step;
		}
		return;
	}
	while (high && try_number(shrinking, piece, (int64_t)(high / 2)))
		high /= 2;
	for (uint64_t step = high / 4; step; step /= 2) {
		if (try_number(shrinking, piece, (int64_t)(high - step)))
			high -= step;
	}
}

static void shrink_number(struct shrinking *shrinking, const struct program_piece *piece)
{
	/* -1 is a small number; what it is as an unsigned one is not. Flags are powers of 2. */
	static const int64_t of_signed[] = { 0, 1, 2, -1 },
			     of_unsigned[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128 };
	bool is_signed = literal_is_signed(piece->type);
	const int64_t *small = is_signed ? of_signed : of_unsigned;
	size_t count = is_signed ? ARRAY_SIZE(of_signed) : ARRAY_SIZE(of_unsigned);
	int64_t number = literal_number(shrinking->entries, piece, shrinking->blob);

	for (size_t i = 0; i < count; i++) {
		if (!is_signed && (uint64_t)small[i] > (uint64_t)number)
			break;
		if (number == small[i] || try_number(shrinking, piece, small[i]))
			return;
	}
	lower(shrinking, piece, number, is_signed);
}

/* What can't be read becomes something that can. */
static void shrink_character(struct shrinking *shrinking, const struct program_piece *piece)
{
	static const char readable[] = { 0, 'a', 'b', 'A', '1', ' ' };
	unsigned char now = shrinking->blob[piece->at];

	for (size_t i = 0; i < sizeof(readable) && readable[i] != (char)now; i++) {
		if (try_number(shrinking, piece, readable[i]))
			return;
	}
}

/* Tries the whole object as zeros. */
static void clear_object(struct shrinking *shrinking, size_t object)
{
	for (size_t i = 0; i < shrinking->program->pieces.count; i++) {
		const struct program_piece *piece = &shrinking->program->pieces.items[i];

		if (piece->object == object && !program_is_pointer(piece))
			set(shrinking->other, piece, 0);
	}
	try_other(shrinking);
}

/* Forgets in the other blob what variables are filled with that stay as the program begins with them. */
static void forget_kept(struct shrinking *shrinking)
{
	const struct program *program = shrinking->program;

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (program_is_kept(&program->objects.items[piece->object], shrinking->other))
			set(shrinking->other, piece, 0);
	}
}

/* Leaves global variables as the program begins with them: all, or else those that may be. */
static void keep_globals(struct shrinking *shrinking)
{
	const struct program *program = shrinking->program;

	program_keep(program, true, shrinking->other);
	forget_kept(shrinking);
	if (try_other(shrinking))
		return;
	for (size_t i = 0; i < program->objects.count; i++) {
		if (!program->objects.items[i].kept_at)
			continue;
		shrinking->other[program->objects.items[i].kept_at] = 1;
		forget_kept(shrinking);
		try_other(shrinking);
	}
}

static bool is_character(const struct program_piece *piece)
{
	return piece->kind == PIECE_NUMBER && piece->nr_bytes == 1 &&
	       (!piece->type || literal_is_text(piece->type));
}

/* Tries a letter in place of the byte NUMBER in all texts: it may have to be the same in two of them. */
static bool rename_all(struct shrinking *shrinking, unsigned char number, char letter)
{
	for (size_t i = 0; i < shrinking->program->pieces.count; i++) {
		const struct program_piece *piece = &shrinking->program->pieces.items[i];

		if (is_character(piece) && shrinking->blob[piece->at] == number)
			shrinking->other[piece->at] = (unsigned char)letter;
	}
	return try_other(shrinking);
}

/* Puts letters in place of bytes that can't be read, the same for the same ones. */
static void rename_unreadable(struct shrinking *shrinking)
{
	char letter = 'a';

	for (size_t i = 0; i < shrinking->program->pieces.count && letter <= 'z'; i++) {
		const struct program_piece *piece = &shrinking->program->pieces.items[i];
		unsigned char number = is_character(piece) ? shrinking->blob[piece->at] : 0;

		if (number && (number < ' ' || number >= 127))
			letter += rename_all(shrinking, number, letter);
	}
}

/* Tries 0 in place of what lies behind the first 0 of an object of bytes. */
static void end_text(struct shrinking *shrinking, size_t object)
{
	bool has_end = false;

	for (size_t i = 0; i < shrinking->program->pieces.count; i++) {
		const struct program_piece *piece = &shrinking->program->pieces.items[i];

		if (piece->object != object || piece->nr_bytes != 1 || piece->kind != PIECE_NUMBER)
			continue;
		if (has_end)
			shrinking->other[piece->at] = 0;
		has_end |= !shrinking->other[piece->at];
	}
	try_other(shrinking);
}

static void shrink_piece(struct shrinking *shrinking, const struct program_piece *piece)
{
	bool is_zero = true;

	for (size_t i = 0; i < piece->nr_bytes; i++)
		is_zero &= !shrinking->blob[piece->at + i];
	if (is_zero)
		return;
	if (program_is_pointer(piece) && shrinking->keeps_pointers)
		return;
	if (program_is_pointer(piece) || piece->nr_bytes > 8 || literal_is_float(piece->type))
		try_number(shrinking, piece, 0);
	else if (literal_is_text(piece->type) ||
		 (!piece->type && piece->kind == PIECE_NUMBER && piece->nr_bytes == 1))
		shrink_character(shrinking, piece);
	else
		shrink_number(shrinking, piece);
}

/* OTHER is a copy of BLOB. */
static struct shrinking begin(const struct entries *entries, const struct program *program,
			      const struct atg_judge *judge, unsigned max_tries,
			      unsigned char *blob, unsigned char *other)
{
	return (struct shrinking){ .entries = entries,
				   .program = program,
				   .judge = judge,
				   .nr_left = max_tries,
				   .blob = blob,
				   .other = other,
				   .size = program->seed.length };
}

void gen_function_shrink(const struct entries *entries, const struct program *program,
			 const struct atg_judge *judge, unsigned max_tries, bool keeps_pointers,
			 unsigned char *blob)
{
	_cleanup_free_ unsigned char *other = xmemdup(blob, program->seed.length);
	struct shrinking shrinking = begin(entries, program, judge, max_tries, blob, other);

	shrinking.keeps_pointers = keeps_pointers;
	keep_globals(&shrinking);
	for (size_t i = program->objects.count; i-- > 0;)
		clear_object(&shrinking, i);
	for (size_t i = 1; i < program->objects.count; i++)
		end_text(&shrinking, i);
	rename_unreadable(&shrinking);
	for (size_t i = 0; i < program->pieces.count && shrinking.nr_left; i++)
		shrink_piece(&shrinking, &program->pieces.items[i]);
}

void gen_function_raise(const struct entries *entries, const struct program *program,
			const struct atg_judge *judge, unsigned max_tries, unsigned char *blob)
{
	_cleanup_free_ unsigned char *other = xmemdup(blob, program->seed.length);
	struct shrinking shrinking = begin(entries, program, judge, max_tries, blob, other);

	for (size_t i = 0; i < program->pieces.count && shrinking.nr_left; i++) {
		const struct program_piece *piece = &program->pieces.items[i];

		if (piece->kind != PIECE_NUMBER || piece->nr_bytes < 2 || piece->nr_bytes > 8 ||
		    literal_is_float(piece->type) || !literal_is_zero(piece, blob) ||
		    program_is_kept(&program->objects.items[piece->object], blob))
			continue;
		for (int64_t number = 1; number <= MAX_RAISED; number++) {
			if (try_number(&shrinking, piece, number))
				return;
		}
	}
}
