/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/blob.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "caller/amount.h"
#include "caller/callback.h"
#include "caller/function.h"
#include "caller/names.h"
#include "caller/types.h"
#include "common/xalloc.h"

enum {
	MAX_BYTES = 1000000,
	MAX_NESTING = 1000, /* of values in values */
};

struct blob {
	struct writer *writer;
	bool is_full;
	unsigned nesting;
	/* what is filled next */
	size_t object;
	uint64_t offset;
	char *name; /* owned */
};

/* Names what is filled next. Takes NAME over; returns what was named before. */
static char *rename_to(struct blob *blob, char *name)
{
	char *ret = blob->name;

	blob->name = name;
	return ret;
}

/* Goes back to what was named BEFORE, at OFFSET. */
static void go_back(struct blob *blob, char *before, uint64_t offset)
{
	free(rename_to(blob, before));
	blob->offset = offset;
}

/* Tells that SIZE bytes of memory are filled from NR_BYTES, which are added next. */
static struct program_piece *add_piece(struct blob *blob, enum program_piece_kind kind,
				       const struct entry *type, uint64_t size, uint64_t nr_bytes)
{
	struct program *program = blob->writer->program;
	struct program_piece piece = {
		.kind = kind,
		.object = blob->object,
		.offset = blob->offset,
		.type = type,
		.size = size,
		.at = program->seed.length,
		.nr_bytes = (size_t)nr_bytes,
	};

	if (!blob->writer->options->tells_pieces || blob->is_full)
		return NULL;
	piece.name = xstrdup(blob->name ? blob->name : "");
	vec_push(&program->pieces, piece);
	return &program->pieces.items[program->pieces.count - 1];
}

/* Adds an object that is named as what is filled next. */
static size_t add_object(struct blob *blob, struct program_object object)
{
	object.name = xstrdup(blob->name ? blob->name : "");
	vec_push(&blob->writer->program->objects, object);
	return blob->writer->program->objects.count - 1;
}

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

static void add_member(struct blob *blob, const struct entry *part, unsigned depth)
{
	uint64_t offset = blob->offset;
	char *before = rename_to(blob, NULL);

	blob->name = xasprintf("%s.%s", before ? before : "", part->name);
	blob->offset = offset + part->offset;
	add_value(blob, part, depth, false);
	go_back(blob, before, offset);
}

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
			add_member(blob, part, depth);
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

/* The NUL at the end of a string. */
static void add_end(struct blob *blob)
{
	struct program_piece *piece = add_piece(blob, PIECE_MODULO, NULL, 1, 0);

	if (piece)
		piece->modulus = 1;
}

/* SIZE bytes of the peeled TYPE as they come, NULL: a byte. */
static void add_plain(struct blob *blob, const struct entry *type, uint64_t size)
{
	const struct entries *entries = blob->writer->entries;
	uint64_t part = type && type->tag == DEBUG_ARRAY ? type_size(entries, type->type) : size,
		 offset = blob->offset;
	char *before;

	if (!part || part == size || !blob->writer->options->tells_pieces) {
		add_piece(blob, type && type->tag == DEBUG_UNION ? PIECE_UNKNOWN : PIECE_NUMBER,
			  type, size, size);
		add(blob, 0, size);
		return;
	}
	before = rename_to(blob, NULL);
	for (uint64_t at = 0; at + part <= size && !blob->is_full; at += part) {
		free(blob->name);
		blob->name = names_element(entries, type, before, at / part);
		blob->offset = offset + at;
		add_plain(blob, type_peel(type->type), part);
	}
	go_back(blob, before, offset);
}

/* A pointer to a function. */
static void add_callback(struct blob *blob, const struct entry *pointer)
{
	struct writer *writer = blob->writer;
	const struct program_callback *callback =
		callback_ask(writer, pointer, blob->name ? blob->name : "");
	struct program_piece *piece =
		add_piece(blob, callback ? PIECE_CALLBACK : PIECE_NULL, pointer, 8,
			  callback ? writer->options->has_null : 0);

	if (piece && callback)
		piece->target = (size_t)(callback - writer->program->callbacks.items);
	add(blob, 1, callback && writer->options->has_null ? 1 : 0);
}

/* Tells that what follows of an array of WHOLE bytes, behind SIZE of them, is not filled. */
static void add_rest(struct blob *blob, const struct entry *type, uint64_t size, uint64_t whole)
{
	blob->offset += size;
	if (size < whole)
		add_piece(blob, PIECE_UNKNOWN, type, whole - size, 0);
	blob->offset -= size;
}

static void add_pointer(struct blob *blob, const struct entry *pointer, unsigned depth,
			bool has_length)
{
	const struct program_options *options = blob->writer->options;
	unsigned count = amount_of_elements(options, pointer, has_length);
	enum type_pointee pointee = type_pointee(pointer);
	uint64_t size = type_size(blob->writer->entries, pointer->type), before;
	size_t object = blob->object;
	struct program_piece *piece;

	if (type_kind_of(pointer) == TYPE_FUNCTION) {
		add_callback(blob, pointer);
		return;
	}
	if (depth == 0 || pointee == POINTEE_NOTHING) {
		add_piece(blob, PIECE_NULL, pointer, 8, 0);
		return;
	}
	piece = add_piece(blob, PIECE_POINTER, pointer, 8, options->has_null);
	if (piece)
		piece->target = blob->writer->program->objects.count;
	add(blob, 1, options->has_null ? 1 : 0);
	blob->writer->nr_objects++;
	if (pointee == POINTEE_TEXT || pointee == POINTEE_STRING || pointee == POINTEE_BYTES)
		size = 1, count = options->bytes;
	before = blob->offset;
	blob->offset = 0;
	blob->object = add_object(blob, (struct program_object){ .size = count * size,
								 .pointer = pointer,
								 .count = count });
	for (unsigned i = 0; i < count && !blob->is_full; i++) {
		char *name = rename_to(blob, NULL);

		blob->name = xasprintf("%s[%u]", name ? name : "", i);
		blob->offset = i * size;
		if (pointee != POINTEE_OBJECTS && i + 1 == count &&
		    (pointee == POINTEE_TEXT || pointee == POINTEE_STRING))
			add_end(blob);
		else if (pointee != POINTEE_OBJECTS)
			add_plain(blob, size > 1 ? type_peel(pointer->type) : NULL, size);
		else
			add_value(blob, pointer, depth - 1, false);
		go_back(blob, name, 0);
	}
	blob->object = object;
	blob->offset = before;
}

static void add_array(struct blob *blob, const struct entry *array, unsigned depth)
{
	const struct entries *entries = blob->writer->entries;
	uint64_t number = amount_of_array(blob->writer->options, entries, array, true),
		 offset = blob->offset;

	for (uint64_t i = 0; i < number && !blob->is_full; i++) {
		char *name = rename_to(blob, NULL);

		if (i > MAX_BYTES)
			blob->is_full = true;
		blob->name = names_element(entries, array, name, i);
		blob->offset = offset + i * type_size(entries, array->type);
		add_value(blob, array, depth, false);
		go_back(blob, name, offset);
	}
	if (!blob->is_full)
		add_rest(blob, array, number * type_size(entries, array->type),
			 type_size(entries, array));
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
	size_t count = type_nr_enumerators(entries, type), bytes;
	struct program_piece *piece;

	switch ((int)type_kind(type)) {
	case TYPE_BOOL:
		piece = add_piece(blob, PIECE_MODULO, type, 1, 1);
		if (piece)
			piece->modulus = 2;
		add(blob, 0, 1);
		return;
	case TYPE_ENUM:
		bytes = count ? amount_of_bytes(count - 1) : 0;
		add_piece(blob, PIECE_ENUM, type, type_size(entries, type), bytes);
		add(blob, 0, bytes);
		return;
	case TYPE_STRUCT: add_members(blob, type, depth, 0); return;
	case TYPE_ARRAY: add_array(blob, type, depth); return;
	case TYPE_POINTER: add_pointer(blob, type, depth, has_length); return;
	default: return;
	}
}

/* A bit-field of NR_BYTES of the input, or what is const. */
static void add_bits(struct blob *blob, const struct entry *entry, uint64_t nr_bytes)
{
	const struct entry *type = type_peel(entry->type);
	struct program_piece *piece = add_piece(blob, nr_bytes ? PIECE_BITS : PIECE_UNKNOWN, type,
						type_size(blob->writer->entries, type), nr_bytes);

	if (piece)
		piece->bits = entry->bits;
	add(blob, 0, nr_bytes);
}

static void add_value(struct blob *blob, const struct entry *entry, unsigned depth, bool has_length)
{
	const struct entry *type = type_peel(entry->type);
	const struct entries *entries = blob->writer->entries;
	uint64_t size, whole;

	if (!type || blob->is_full)
		return;
	if (find_plain_size(entries, entry, &size)) {
		whole = size;
		if (type->tag == DEBUG_ARRAY && size)
			size = amount_of_array(blob->writer->options, entries, type, false) *
			       type_size(entries, type->type);
		if (!entry->bits && size) {
			add_plain(blob, type, size);
			add_rest(blob, type, size, whole);
		} else {
			add_bits(blob, entry, size);
		}
		return;
	}
	if (++blob->nesting > MAX_NESTING)
		blob->is_full = true;
	else
		add_parts(blob, type, depth, has_length);
	blob->nesting--;
}

static void add_arguments(struct blob *blob)
{
	struct writer *writer = blob->writer;
	const struct program_options *options = writer->options;
	const struct entry *part = NULL;
	uint64_t index = 0;

	while ((part = entries_next_part(writer->entries, writer->function, part))) {
		bool has_length = false, is_length = false;

		if (part->tag != DEBUG_PARAMETER)
			continue;
		for (size_t i = 0; i < options->lengths.count; i++) {
			has_length |= options->lengths.items[i].buffer == part;
			is_length |= options->lengths.items[i].length == part;
		}
		blob->offset = index++;
		if (!is_length || type_kind_of(part) == TYPE_POINTER) {
			char *before = rename_to(
				blob, function_argument(writer->entries, writer->function, part));

			add_value(blob, part, options->depth, has_length);
			go_back(blob, before, 0);
		}
	}
}

static void add_lengths(struct blob *blob)
{
	const struct writer *writer = blob->writer;
	const struct program_options *options = writer->options;

	for (size_t i = 0; i < options->lengths.count; i++) {
		const struct program_length *length = &options->lengths.items[i];
		unsigned most = amount_at_most(options, type_peel(length->buffer->type));
		const struct entry *part = NULL;
		struct program_piece *piece;
		char *before = rename_to(blob, xstrdup(length->length->name));

		blob->offset = 0;
		while ((part = entries_next_part(writer->entries, writer->function, part)) &&
		       part != length->length)
			blob->offset += part->tag == DEBUG_PARAMETER;
		/* With NULL the length would be 0, and behind a pointer it is written over. */
		piece = add_piece(blob,
				  options->has_null || type_kind_of(length->length) == TYPE_POINTER
					  ? PIECE_UNKNOWN
					  : PIECE_MODULO,
				  type_peel(length->length->type),
				  type_size(writer->entries, length->length->type),
				  amount_of_bytes(most));
		if (piece)
			piece->modulus = most + UINT64_C(1);
		add(blob, 0, amount_of_bytes(most));
		go_back(blob, before, 0);
	}
}

static void add_globals(struct blob *blob)
{
	const struct entries *entries = blob->writer->entries;

	for (size_t i = 0; blob->writer->options->sets_globals && i < entries->items.count; i++) {
		const struct entry *entry = &entries->items.items[i];
		char *before;

		if (!writer_has_global(blob->writer, entry))
			continue;
		before = rename_to(blob, xstrdup(entry->name));
		blob->object = add_object(
			blob, (struct program_object){ .size = type_size(entries, entry->type),
						       .global = entry });
		blob->offset = 0;
		add_value(blob, entry, blob->writer->options->depth, false);
		go_back(blob, before, 0);
	}
}

/* Adds an object that is a variable or function of the harness itself: its NAME, which is taken over. */
static size_t add_own(struct blob *blob, char *name, uint64_t size)
{
	char *before = rename_to(blob, name);

	blob->object =
		add_object(blob, (struct program_object){ .size = size, .is_harness = true });
	go_back(blob, before, 0);
	return blob->object;
}

/* One value of a callback that returns numbers, or the way that another one takes, and its text. */
static void add_return(struct blob *blob, const struct program_callback *callback, unsigned index,
		       bool has_buffer)
{
	unsigned bytes = blob->writer->options->bytes;
	uint64_t size = has_buffer ? 1 : type_size(blob->writer->entries, callback->type->type);
	char *before = rename_to(blob, xasprintf("%s()[%u]", callback->name, index + 1));
	struct program_piece *piece;

	blob->object = callback->object + 2;
	blob->offset = index * size;
	if (has_buffer) {
		piece = add_piece(blob, PIECE_MODULO, NULL, 1, 1);
		if (piece)
			piece->modulus = 3;
		add(blob, 0, 1);
		blob->object++;
		for (unsigned i = 0; i + 1 < bytes; i++) {
			char *name = rename_to(
				blob, xasprintf("%s()[%u][%u]", callback->name, index + 1, i));

			blob->offset = index * bytes + i;
			add_plain(blob, NULL, 1);
			go_back(blob, name, 0);
		}
		blob->offset = index * bytes + bytes - 1;
		add_piece(blob, PIECE_ZERO, NULL, 1, 0);
	} else {
		add_value(blob, callback->type, 0, false);
	}
	go_back(blob, before, 0);
}

/* What callbacks return, and how often they were called. */
static void add_callbacks(struct blob *blob)
{
	struct program *program = blob->writer->program;

	for (size_t i = 0; i < program->callbacks.count; i++) {
		struct program_callback *callback = &program->callbacks.items[i];
		bool has_buffer = callable_buffer(blob->writer->entries, callback->type),
		     has_values = has_buffer || callable_returns_number(callback->type);
		uint64_t size =
			has_buffer ? 1 : type_size(blob->writer->entries, callback->type->type);

		callback->object =
			add_own(blob, xasprintf("harness_callback_%s", callback->name), 0);
		add_own(blob, xasprintf("harness_calls_%s", callback->name), 4);
		add_piece(blob, PIECE_ZERO, NULL, 4, 0);
		if (has_values)
			add_own(blob,
				xasprintf("harness_%s_%s", has_buffer ? "ways" : "returns",
					  callback->name),
				CALLBACK_RETURNS * size);
		if (has_buffer)
			add_own(blob, xasprintf("harness_texts_%s", callback->name),
				CALLBACK_RETURNS * blob->writer->options->bytes);
		for (unsigned k = 0; k < CALLBACK_RETURNS && has_values; k++)
			add_return(blob, callback, k, has_buffer);
	}
}

struct error *blob_write(struct writer *writer)
{
	struct blob blob = { .writer = writer };

	blob.object = add_object(&blob, (struct program_object){ 0 });
	add_arguments(&blob);
	add_lengths(&blob);
	add_globals(&blob);
	add_callbacks(&blob);
	if (blob.is_full)
		return function_error(writer->function,
				      "the input would have more than %d bytes: take a smaller "
				      "--depth, --elements or --bytes",
				      MAX_BYTES);
	return NULL;
}
