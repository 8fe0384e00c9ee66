/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/literal.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "caller/types.h"

bool literal_is_float(const struct entry *type)
{
	return type && type->tag == DEBUG_NUMBER && type->encoding == DEBUG_FLOAT &&
	       (type->size == 4 || type->size == 8);
}

bool literal_is_text(const struct entry *type)
{
	return type && type->tag == DEBUG_NUMBER && type->encoding == DEBUG_CHAR &&
	       strcmp(type->name, "char") == 0;
}

bool literal_is_signed(const struct entry *type)
{
	if (!type || type->tag != DEBUG_NUMBER)
		return type && type->tag == DEBUG_ENUM;
	return type->encoding == DEBUG_SIGNED ||
	       (type->encoding == DEBUG_CHAR && strncmp(type->name, "unsigned", 8) != 0);
}

static uint64_t read_bytes(const struct program_piece *piece, const unsigned char *blob)
{
	uint64_t number = 0;

	for (size_t i = 0; i < piece->nr_bytes && i < 8; i++)
		number |= (uint64_t)blob[piece->at + i] << 8 * i;
	return number;
}

/* Returns the value of the enumerator INDEX of TYPE by its name; NULL: there is none. */
static const char *enumerator(const struct entries *entries, const struct entry *type, size_t index)
{
	const struct entry *part = NULL;

	while ((part = entries_next_part(entries, type, part))) {
		if (part->tag == DEBUG_ENUMERATOR && index-- == 0)
			return part->name;
	}
	return NULL;
}

int64_t literal_number(const struct entries *entries, const struct program_piece *piece,
		       const unsigned char *blob)
{
	uint64_t number = read_bytes(piece, blob);
	size_t count;
	unsigned bits = piece->bits ? (unsigned)piece->bits : (unsigned)piece->nr_bytes * 8;

	if (piece->kind == PIECE_MODULO)
		return (int64_t)(number % piece->modulus);
	if (piece->kind == PIECE_ENUM) {
		count = type_nr_enumerators(entries, piece->type);
		return count ? (int64_t)(number % count) : 0;
	}
	if (bits && bits < 64) {
		number &= (UINT64_C(1) << bits) - 1;
		if (literal_is_signed(piece->type) && number >> (bits - 1))
			number |= ~UINT64_C(0) << bits;
	}
	return (int64_t)number;
}

static void add_escaped(struct strbuf *text, unsigned char c, char quote)
{
	static const char letters[] = "\a\b\t\n\v\f\r", names[] = "abtnvfr";
	const char *found = c ? strchr(letters, c) : NULL;

	if (found)
		strbuf_addf(text, "\\%c", names[found - letters]);
	else if (c == (unsigned char)quote || c == '\\')
		strbuf_addf(text, "\\%c", c);
	else if (c >= ' ' && c < 0x7f)
		strbuf_addc(text, (char)c);
	else
		strbuf_addf(text, quote == '"' ? "\\%03o" : "\\%o", c);
}

void literal_add_string(struct strbuf *text, const char *bytes, size_t size)
{
	strbuf_addc(text, '"');
	for (size_t i = 0; i < size; i++) {
		/* Two of them may begin a trigraph. */
		if (bytes[i] == '?' && i && bytes[i - 1] == '?')
			strbuf_addc(text, '\\');
		add_escaped(text, (unsigned char)bytes[i], '"');
	}
	strbuf_addc(text, '"');
}

enum { MAX_BELOW = 4096 }; /* how far below 0 unsigned numbers are written as negative ones: -1u */

/* Adds an unsigned NUMBER that is a little less than 0, modulo what its type can hold; false: it is not. */
static bool add_below(struct strbuf *text, const struct entry *type, uint64_t number)
{
	uint64_t below = type->size == 8 ? 0 - number : UINT64_C(1) << 32;

	if (type->size == 4)
		below -= number;
	if ((type->size != 8 && type->size != 4) || !below || below > MAX_BELOW)
		return false;
	strbuf_addf(text, "-%" PRIu64 "%s", below, type->size == 8 ? "ull" : "u");
	return true;
}

static void add_integer(struct strbuf *text, const struct entry *type, int64_t number)
{
	bool is_signed = literal_is_signed(type);

	if (!is_signed && type && add_below(text, type, (uint64_t)number))
		return;
	if (!is_signed && type && (uint64_t)number > INT32_MAX)
		strbuf_addf(text, "%" PRIu64 "%s", (uint64_t)number,
			    (uint64_t)number > UINT32_MAX ? "ull" : "u");
	else if (number == INT64_MIN)
		strbuf_adds(text, "(-9223372036854775807ll - 1)");
	else if (number == INT32_MIN)
		strbuf_adds(text, "(-2147483647 - 1)");
	else
		strbuf_addf(text, "%" PRId64 "%s", number,
			    number > INT32_MAX || number < INT32_MIN ? "ll" : "");
}

void literal_add_number(struct strbuf *text, const struct entry *type, int64_t number)
{
	if (literal_is_text(type) && number >= 0 && number < 0x7f &&
	    (isprint((int)number) || number == '\n' || number == '\t' || number == 0)) {
		strbuf_addc(text, '\'');
		if (number)
			add_escaped(text, (unsigned char)number, '\'');
		else
			strbuf_adds(text, "\\0");
		strbuf_addc(text, '\'');
		return;
	}
	add_integer(text, type, number);
}

bool literal_add_float(struct strbuf *text, double number, uint64_t size)
{
	char digits[40];
	int precision = 1;

	if (!isfinite(number))
		return false;
	do {
		snprintf(digits, sizeof(digits), "%.*g", precision, number);
	} while (precision++ < 17 && (size == 4 ? strtof(digits, NULL) != (float)number
						: strtod(digits, NULL) != number));
	strbuf_adds(text, digits);
	if (!strpbrk(digits, ".e"))
		strbuf_adds(text, ".0");
	strbuf_adds(text, size == 4 ? "f" : "");
	return true;
}

static bool add_float(struct strbuf *text, const struct program_piece *piece,
		      const unsigned char *blob)
{
	float narrow;
	double wide;

	if (piece->size == 4) {
		memcpy(&narrow, blob + piece->at, 4);
		wide = (double)narrow;
	} else {
		memcpy(&wide, blob + piece->at, 8);
	}
	return literal_add_float(text, wide, piece->size);
}

bool literal_add_piece(struct strbuf *text, const struct entries *entries,
		       const struct program_piece *piece, const unsigned char *blob)
{
	int64_t number = literal_number(entries, piece, blob);
	const char *name;

	switch ((int)piece->kind) {
	case PIECE_ENUM:
		name = enumerator(entries, piece->type, (size_t)number);
		strbuf_adds(text, name ? name : "0");
		return true;
	case PIECE_NUMBER:
		if (literal_is_float(piece->type))
			return add_float(text, piece, blob);
		if (piece->type && type_kind(piece->type) == TYPE_BYTES)
			return false;
		break;
	case PIECE_MODULO:
	case PIECE_BITS: break;
	default: return false;
	}
	if (piece->nr_bytes > 8)
		return false;
	literal_add_number(text, piece->type, number);
	return true;
}

bool literal_is_zero(const struct program_piece *piece, const unsigned char *blob)
{
	if (piece->kind == PIECE_MODULO || piece->kind == PIECE_BITS)
		return literal_number(NULL, piece, blob) == 0;
	for (size_t i = 0; i < piece->nr_bytes; i++) {
		if (blob[piece->at + i])
			return false;
	}
	return piece->kind != PIECE_ENUM;
}
