/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/amount.h"

#include "caller/types.h"

enum {
	LONG_ARRAY = 64, /* elements: of an array that has more, */
	BEGINNING = 16,	 /* so many are filled */
};

unsigned amount_of_elements(const struct program_options *options, const struct entry *pointer,
			    bool has_length)
{
	const struct entry *to = type_peel(pointer->type);
	bool is_whole = to && (to->tag == DEBUG_STRUCT || to->tag == DEBUG_UNION);

	return is_whole && !has_length && !options->has_elements ? 1 : options->elements;
}

uint64_t amount_of_array(const struct program_options *options, const struct entries *entries,
			 const struct entry *array, bool has_rows)
{
	uint64_t dimensions[TYPE_MAX_DIMENSIONS], number = 1, row;
	size_t count = type_dimensions(entries, array, dimensions);

	for (size_t i = count; i > 0; i--) {
		if (__builtin_mul_overflow(number, dimensions[i - 1], &number))
			number = UINT64_MAX;
	}
	if (!options->cuts_arrays || number <= LONG_ARRAY)
		return number;
	row = has_rows && dimensions[0] ? number / dimensions[0] : 1;
	return row > BEGINNING ? row : BEGINNING / row * row;
}

unsigned amount_at_most(const struct program_options *options, const struct entry *pointer)
{
	enum type_pointee pointee = type_pointee(pointer);

	return pointee <= POINTEE_BYTES ? options->bytes : options->elements;
}

unsigned amount_of_bytes(uint64_t most)
{
	unsigned size = 1;

	for (; size < 8 && most >> (8 * size); size++)
		;
	return size;
}
