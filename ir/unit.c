/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads strings, types, symbols and the list of functions. The section is copied first, and every
 * string is copied once more with a NUL behind it, so that texts can be used as such.
 */
#include "ir/unit.h"

#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "ir/cursor.h"
#include "sites/section.h"

/* No object is larger; sums of sizes and offsets stay far from overflow. */
#define MAX_SIZE ((uint64_t)1 << 48)

_Static_assert(sizeof(struct remt_ir_header) == 40, "stored format");

struct reader {
	struct cursor cursor;
	struct arena *memory;
	struct ir_unit *unit;
};

const char *ir_symbol_name(const struct ir_symbol *symbol)
{
	return *symbol->source_name ? symbol->source_name : symbol->name;
}

const char *ir_refusal_text(enum remt_ir_refusal refusal)
{
	static const char *const texts[] = {
#define TEXT(name, text) text,
		REMT_IR_REFUSALS(TEXT)
#undef TEXT
	};

	return texts[refusal];
}

static void read_strings(struct reader *reader)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_string *strings = arena_alloc(reader->memory, nr, sizeof(*strings));

	for (uint32_t i = 0; i < nr; i++) {
		uint64_t length = cursor_number(&reader->cursor);
		const unsigned char *bytes = cursor_bytes(&reader->cursor, length);

		strings[i].length = bytes ? length : 0;
		strings[i].bytes = arena_copy(reader->memory, bytes, strings[i].length);
	}
	reader->unit->strings = strings;
	reader->unit->nr_strings = nr;
}

static const char *read_text(struct reader *reader)
{
	uint32_t i = cursor_below(&reader->cursor, reader->unit->nr_strings);

	return reader->cursor.is_bad ? "" : reader->unit->strings[i].bytes;
}

/* Reads the index of a type; `nr_types` is known before the types are. */
static uint32_t read_type_index(struct reader *reader)
{
	return cursor_below(&reader->cursor, reader->unit->nr_types);
}

static void read_fields(struct reader *reader, struct ir_type *type)
{
	type->name = read_text(reader);
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_field *fields = arena_alloc(reader->memory, nr, sizeof(*fields));

	for (uint32_t i = 0; i < nr; i++) {
		fields[i].name = read_text(reader);
		fields[i].bit_offset = cursor_number(&reader->cursor);
		fields[i].bit_size = cursor_number(&reader->cursor);
		fields[i].type = read_type_index(reader);
	}
	type->fields = fields;
	type->nr_fields = nr;
}

static void read_signature(struct reader *reader, struct ir_type *type)
{
	type->element = read_type_index(reader);
	type->flags = cursor_below(&reader->cursor, 1u << 2);
	uint32_t nr = cursor_count(&reader->cursor);
	uint32_t *parameters = arena_alloc(reader->memory, nr, sizeof(*parameters));

	for (uint32_t i = 0; i < nr; i++)
		parameters[i] = read_type_index(reader);
	type->parameters = parameters;
	type->nr_parameters = nr;
}

static void read_type(struct reader *reader, struct ir_type *type)
{
	struct cursor *cursor = &reader->cursor;

	type->kind = cursor_below(cursor, REMT_IR_NR_TYPE_KINDS);
	type->size = cursor_number(cursor);
	if (type->size > MAX_SIZE)
		cursor_fail(cursor);
	type->alignment = cursor_alignment(cursor);
	switch (type->kind) {
	case REMT_IR_INTEGER:
		type->precision = cursor_below(cursor, 129);
		type->flags = cursor_below(cursor, 1u << 3);
		if (!type->precision || type->size > 16 || type->precision > type->size * 8)
			cursor_fail(cursor);
		break;
	case REMT_IR_FLOAT:
		type->precision = cursor_below(cursor, 129);
		if (type->size > 16 || type->precision > type->size * 8)
			cursor_fail(cursor);
		break;
	case REMT_IR_ARRAY:
		type->element = read_type_index(reader);
		type->count = cursor_number(cursor);
		break;
	case REMT_IR_RECORD:
	case REMT_IR_UNION: read_fields(reader, type); break;
	case REMT_IR_FUNCTION: read_signature(reader, type); break;
	case REMT_IR_VOID:
	case REMT_IR_POINTER:
	case REMT_IR_OPAQUE: break;
	}
}

static void read_types(struct reader *reader)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_type *types = arena_alloc(reader->memory, nr, sizeof(*types));

	reader->unit->types = types;
	reader->unit->nr_types = nr;
	for (uint32_t i = 0; i < nr; i++)
		read_type(reader, &types[i]);
}

static void read_symbols(struct reader *reader)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_symbol *symbols = arena_alloc(reader->memory, nr, sizeof(*symbols));

	for (uint32_t i = 0; i < nr; i++) {
		symbols[i].name = read_text(reader);
		symbols[i].source_name = read_text(reader);
		symbols[i].flags = cursor_below(&reader->cursor, 1u << 9);
		symbols[i].type = read_type_index(reader);
	}
	reader->unit->symbols = symbols;
	reader->unit->nr_symbols = nr;
}

static void read_entry(struct reader *reader, struct ir_entry *entry)
{
	uint64_t length = cursor_number(&reader->cursor);
	const unsigned char *bytes = cursor_bytes(&reader->cursor, length);
	struct cursor rest = reader->cursor;

	if (!bytes)
		return;
	reader->cursor = (struct cursor){ bytes, bytes + length, false };
	entry->symbol = cursor_below(&reader->cursor, reader->unit->nr_symbols);
	entry->file = read_text(reader);
	entry->line = cursor_below(&reader->cursor, UINT32_MAX);
	entry->end_line = cursor_below(&reader->cursor, UINT32_MAX);
	entry->refusal = cursor_below(&reader->cursor, REMT_IR_NR_REFUSALS);
	if (entry->refusal != REMT_IR_REFUSED_NONE)
		entry->refused_line = cursor_below(&reader->cursor, UINT32_MAX);
	entry->body = reader->cursor.at;
	entry->body_size = cursor_left(&reader->cursor);
	rest.is_bad |= reader->cursor.is_bad;
	reader->cursor = rest;
}

static void read_entries(struct reader *reader)
{
	uint32_t nr = cursor_count(&reader->cursor);
	struct ir_entry *entries = arena_alloc(reader->memory, nr, sizeof(*entries));

	for (uint32_t i = 0; i < nr; i++)
		read_entry(reader, &entries[i]);
	reader->unit->entries = entries;
	reader->unit->nr_entries = nr;
}

static struct error *damaged(const char *name, size_t at, const char *what)
{
	return error_create(ERROR_UNUSABLE, "%s: damaged IR at offset %zu: %s", name, at, what);
}

/* Checks what must hold before the body is read. */
static struct error *check_header(const struct remt_ir_header *header, size_t available,
				  const char *name, size_t at)
{
	if (memcmp(header->magic, REMT_IR_MAGIC, sizeof(header->magic)) != 0)
		return damaged(name, at, "no IR where it must start");
	if (header->version != REMT_IR_VERSION)
		return error_create(
			ERROR_UNUSABLE,
			"%s: its IR was written by another remt, in format %u, and this one "
			"reads format %u: build it again",
			name, header->version, REMT_IR_VERSION);
	if (header->header_size != sizeof(*header) || header->size < sizeof(*header))
		return damaged(name, at, "impossible size of the header");
	if (header->size > available)
		return damaged(name, at, "it is cut short");
	if (hash_bytes(header + 1, header->size - sizeof(*header)) != header->hash)
		return damaged(name, at, "the content does not match its hash");
	return NULL;
}

/* Reads the IR at DATA, which is aligned; *USED gets its size. */
static struct error *read_unit(struct ir_units *units, struct ir_unit *unit, const char *data,
			       size_t available, const char *name, size_t at, size_t *used)
{
	const struct remt_ir_header *header = (const void *)data;

	if (available < sizeof(*header))
		return damaged(name, at, "the header is cut short");
	struct error *err = check_header(header, available, name, at);
	if (err)
		return err;

	struct reader reader = {
		.cursor = { (const unsigned char *)(header + 1),
			    (const unsigned char *)data + header->size, false },
		.memory = &units->memory,
		.unit = unit,
	};
	unit->uid = header->uid;
	read_strings(&reader);
	read_types(&reader);
	read_symbols(&reader);
	read_entries(&reader);
	if (reader.cursor.is_bad || cursor_left(&reader.cursor))
		return damaged(name, at, "strings, types, symbols and functions do not fit it");
	*used = header->size;
	return NULL;
}

static struct error *add_unit(struct ir_units *units, const char *data, size_t size,
			      const char *name, size_t at, size_t *used)
{
	struct ir_unit unit = { 0 };
	struct error *err = read_unit(units, &unit, data, size, name, at, used);

	if (!err) {
		units->units =
			xreallocarray(units->units, units->nr_units + 1, sizeof(*units->units));
		units->units[units->nr_units++] = unit;
	}
	return err;
}

/* The sections of one file. An archive has several of each, and no addresses yet: those of its last
 * member stay unused. */
struct sections {
	struct ir_units *units;
	const uint64_t *addresses[2]; /* of either section that has them */
	size_t nr_addresses[2];
};

static struct error *add_units(struct ir_units *units, const char *data, size_t size,
			       const char *name)
{
	for (size_t at = 0; at < size;) {
		size_t used = 0;

		if (data[at] == 0) {
			at++;
			continue;
		}
		if (at % 8 != 0)
			return damaged(name, at, "it is not aligned to 8 bytes");
		struct error *err = add_unit(units, data + at, size - at, name, at, &used);
		if (err)
			return err;
		at += used;
	}
	return NULL;
}

/* Gives the addresses at WORDS, rows of uid, number and addresses, to the units that they are of. */
static void find_addresses(struct ir_units *units, const uint64_t *words, size_t nr_words)
{
	size_t next = 0;

	for (size_t at = 0; at + 2 <= nr_words && words[at + 1] <= nr_words - at - 2;) {
		/* both sections have the units in the order of the link */
		while (next < units->nr_units && (units->units[next].uid != words[at] ||
						  units->units[next].nr_symbols != words[at + 1]))
			next++;
		if (next < units->nr_units)
			units->units[next++].addresses = &words[at + 2];
		at += 2 + words[at + 1];
	}
}

static struct error *add_section(void *arg, enum section_kind kind, const char *name,
				 const void *data, size_t size)
{
	struct sections *sections = arg;
	unsigned which = kind == SECTION_DEBUG_ADDRESSES;

	if (kind != SECTION_IR && kind != SECTION_ADDRESSES && kind != SECTION_DEBUG_ADDRESSES)
		return NULL;
	/* DATA is valid during the call only, and may not be aligned. */
	char *copy = arena_copy(&sections->units->memory, data, size);
	if (kind == SECTION_IR)
		return add_units(sections->units, copy, size, name);
	sections->addresses[which] = (const uint64_t *)(const void *)copy;
	sections->nr_addresses[which] = size / sizeof(uint64_t);
	return NULL;
}

struct error *ir_units_parse(const void *data, size_t size, const char *name, struct ir_units *ret)
{
	*ret = (struct ir_units){ 0 };
	struct error *err = add_units(ret, arena_copy(&ret->memory, data, size), size, name);

	if (err)
		ir_units_deinit(ret);
	return err;
}

struct error *ir_units_read(const char *path, struct ir_units *ret)
{
	*ret = (struct ir_units){ 0 };
	struct sections sections = { .units = ret };
	struct error *err = section_each(path, add_section, &sections);

	if (err)
		ir_units_deinit(ret);
	for (unsigned i = 0; i < 2 && !err; i++)
		find_addresses(ret, sections.addresses[i], sections.nr_addresses[i]);
	return err;
}

void ir_units_deinit(struct ir_units *units)
{
	free(units->units);
	arena_deinit(&units->memory);
	*units = (struct ir_units){ 0 };
}
