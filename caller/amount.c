/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/amount.h"

#include "caller/types.h"

unsigned amount_of_elements(const struct program_options *options, const struct entry *pointer,
			    bool has_length)
{
	const struct entry *to = type_peel(pointer->type);
	bool is_whole = to && (to->tag == DEBUG_STRUCT || to->tag == DEBUG_UNION);

	return is_whole && !has_length && !options->has_elements ? 1 : options->elements;
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
