/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/blob.h"

#include <string.h>

#include "caller/amount.h"
#include "caller/function.h"
#include "caller/types.h"

enum {
	MAX_BYTES = 1000000,
	MAX_NESTING = 1000, /* of values in values */
};

struct blob {
	struct writer *writer;
	bool is_full;
	unsigned nesting;
};

static void add(struct blob *blob, char byte, uint64_t size)
{
	struct strbuf *seed = &blob->writer->program->seed;

	if (size > MAX_BYTES || seed->length + size > MAX_BYTES) {
		blob->is_full = true;
		return;
	}
	for (uint64_t i = 0; i < size; i++)
		strbuf_addc(seed, byte);
}

static void add_value(struct blob *blob, const struct entry *entry, unsigned depth,
		      bool has_length);

static void add_members(struct blob *blob, const struct entry *type, unsigned depth,
			unsigned nesting)
{
	const struct entries *entries = blob->writer->entries;
	const struct entry *part = NULL, *largest;

	while (!blob->is_full && (part = entries_next_part(entries, type, part))) {
		const struct entry *inner = type_peel(part->type);

		if (part->tag != DEBUG_MEMBER)
			continue;
		if (part->name[0]) {
			add_value(blob, part, depth, false);
			continue;
		}
		if (!inner || nesting > TYPE_MAX_NESTING)
			continue;
		if (inner->tag == DEBUG_STRUCT)
			add_members(blob, inner, depth, nesting + 1);
		if (inner->tag != DEBUG_UNION || type_has_pointer(entries, inner))
			continue;
		largest = type_largest_member(entries, inner);
		add(blob, 0, largest ? type_size(entries, largest->type) : 0);
	}
}

static void add_pointer(struct blob *blob, const struct entry *pointer, unsigned depth,
			bool has_length)
{
	const struct program_options *options = blob->writer->options;
	unsigned count = amount_of_elements(options, pointer, has_length);
	enum type_pointee pointee = type_pointee(pointer);

	if (depth == 0 || pointee == POINTEE_NOTHING)
		return;
	add(blob, 1, options->has_null ? 1 : 0);
	blob->writer->nr_objects++;
	if (pointee == POINTEE_TEXT || pointee == POINTEE_STRING)
		add(blob, 0, options->bytes - 1);
	if (pointee == POINTEE_BYTES)
		add(blob, 0, options->bytes);
	if (pointee == POINTEE_NUMBERS)
		add(blob, 0, count * type_size(blob->writer->entries, pointer->type));
	for (unsigned i = 0; pointee == POINTEE_OBJECTS && i < count && !blob->is_full; i++)
		add_value(blob, pointer, depth - 1, false);
}

static void add_array(struct blob *blob, const struct entry *array, unsigned depth)
{
	const struct entries *entries = blob->writer->entries;
	uint64_t dimensions[TYPE_MAX_DIMENSIONS], number = 1;

	for (size_t count = type_dimensions(entries, array, dimensions); count > 0; count--) {
		if (__builtin_mul_overflow(number, dimensions[count - 1], &number))
			number = UINT64_MAX;
	}
	for (uint64_t i = 0; i < number && !blob->is_full; i++) {
		if (i > MAX_BYTES)
			blob->is_full = true;
		add_value(blob, array, depth, false);
	}
}

/* How many bytes ENTRY takes, if its type is not taken apart. */
static bool find_plain_size(const struct entries *entries, const struct entry *entry, uint64_t *ret)
{
	const struct entry *type = type_peel(entry->type);
	bool is_const = entry->tag == DEBUG_MEMBER && type_is_const(entry->type),
	     is_plain = type_is_plain(entries, type);

	*ret = 0;
	if (entry->bits && !is_const)
		*ret = (entry->bits + 7) / 8;
	else if (is_plain && !entry->bits)
		*ret = type_size(entries, type);
	return entry->bits || is_plain || is_const;
}

static void add_parts(struct blob *blob, const struct entry *type, unsigned depth, bool has_length)
{
	const struct entries *entries = blob->writer->entries;
	size_t count = type_nr_enumerators(entries, type);

	switch ((int)type_kind(type)) {
	case TYPE_BOOL: add(blob, 0, 1); return;
	case TYPE_ENUM: add(blob, 0, count ? amount_of_bytes(count - 1) : 0); return;
	case TYPE_STRUCT: add_members(blob, type, depth, 0); return;
	case TYPE_ARRAY: add_array(blob, type, depth); return;
	case TYPE_POINTER: add_pointer(blob, type, depth, has_length); return;
	default: return;
	}
}

static void add_value(struct blob *blob, const struct entry *entry, unsigned depth, bool has_length)
{
	const struct entry *type = type_peel(entry->type);
	uint64_t size;

	if (!type || blob->is_full)
		return;
	if (find_plain_size(blob->writer->entries, entry, &size)) {
		add(blob, 0, size);
		return;
	}
	if (++blob->nesting > MAX_NESTING)
		blob->is_full = true;
	else
		add_parts(blob, type, depth, has_length);
	blob->nesting--;
}

struct error *blob_write(struct writer *writer)
{
	const struct program_options *options = writer->options;
	struct blob blob = { .writer = writer };
	const struct entry *part = NULL;

	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		bool has_length = false, is_length = false;

		for (size_t i = 0; i < options->lengths.count; i++) {
			has_length |= options->lengths.items[i].buffer == part;
			is_length |= options->lengths.items[i].length == part;
		}
		if (part->tag == DEBUG_PARAMETER &&
		    (!is_length || type_kind_of(part) == TYPE_POINTER))
			add_value(&blob, part, options->depth, has_length);
	}
	for (size_t i = 0; i < options->lengths.count; i++)
		add(&blob, 0,
		    amount_of_bytes(amount_at_most(
			    options, type_peel(options->lengths.items[i].buffer->type))));
	if (blob.is_full)
		return function_error(writer->function,
				      "the input would have more than %d bytes: take a smaller "
				      "--depth, --elements or --bytes",
				      MAX_BYTES);
	return NULL;
}
