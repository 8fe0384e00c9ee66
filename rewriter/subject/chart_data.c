/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hashes the content of variables and constants for a chart, without addresses: in place of a
 * pointer the hash has a name, a text, or an offset in a section. Whether a code path uses a
 * variable is not looked at: all variables are one value.
 */
#include "rewriter/subject/chart_state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/attr.h"
#include "common/hash.h"

/*
 * True for sections of data. Sections that the linker makes for the loader or debuggers change with
 * everything, and so do the tables of exceptions.
 */
static bool is_data(const struct binary_code *section, bool is_constant)
{
	static const char *const others[] = {
		".dyn", ".eh_frame", ".gcc_except_table", ".gnu",
		".got", ".hash",     ".interp",		  ".note",
		".plt", ".rel",
	};

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (strncmp(section->name, others[i], strlen(others[i])) == 0)
			return false;
	}
	return section->is_constant == is_constant;
}

/* The state while data are hashed. */
struct reading {
	const struct chart *chart;
	struct hash *hash;
	/* a pointer leads to a constant that is not certain to be a text */
	bool leads_to_constants;
};

/* True if a text, which may be empty, is at SPOT of the constant SECTION. */
static bool find_text(const struct binary *binary, const struct binary_code *section,
		      struct spot spot, size_t *ret_length)
{
	const unsigned char *text = binary->data + binary_offset(section, spot.address);
	size_t left = section->size - (spot.address - section->address), length = 0;

	while (length < left && (text[length] >= ' ' || isspace(text[length])))
		length++;
	*ret_length = length;
	return length < left && !text[length];
}

/*
 * Hashes what is at SPOT, which is no function. If other variables have names, a text without one
 * was put there by the compiler; otherwise it may be the first element of a table.
 */
static void add_target(struct reading *reading, struct spot spot)
{
	const struct binary *binary = reading->chart->model.binary;
	bool has_names = reading->chart->likeness->has_names;
	const struct binary_code *section = binary_find_section(binary, spot, 1);
	const struct binary_object *object = has_names ? binary_find_object(binary, spot) : NULL;
	/* Functions without a size are not known as functions. */
	bool is_constant = section && section->is_constant &&
			   !binary_is_code(binary, binary_offset(section, spot.address));
	size_t length = 0;
	bool is_text = is_constant && !object && find_text(binary, section, spot, &length);

	hash_add_string(reading->hash, section ? section->name : "");
	if (object) {
		hash_add_string(reading->hash, object->name);
		hash_add_u64(reading->hash, spot.address - object->spot.address);
	} else if (is_text) {
		hash_add(reading->hash, binary->data + binary_offset(section, spot.address),
			 length);
	} else {
		hash_add_u64(reading->hash,
			     spot.address - (section ? section->address : binary->end));
	}
	reading->leads_to_constants |= is_constant && !(is_text && has_names);
}

/* Hashes what a pointer leads to, but not the address. */
static void add_pointer(struct reading *reading, const struct binary_fixup *fixup)
{
	uint32_t function;

	hash_add_string(reading->hash, fixup->symbol ? fixup->symbol : "");
	hash_add_u64(reading->hash, fixup->symbol ? (uint64_t)fixup->addend : 0);
	if (fixup->symbol || fixup->kind > FIXUP_DISTANCE)
		return;
	function = binary_find_function_at(reading->chart->model.binary, fixup->spot);
	if (function == UINT32_MAX)
		add_target(reading, fixup->spot);
	else
		hash_add_string(reading->hash, reading->chart->names[function]);
}

/* The place of a jump table. */
struct extent {
	uint64_t address, size;
};

struct extents {
	VEC(struct extent) items; /* sorted by address */
};

static int compare_extents(const void *a, const void *b)
{
	const struct extent *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

static struct extents find_tables(const struct chart *chart)
{
	struct extents extents = { 0 };

	for (uint32_t f = 0; f < chart->model.flows.count; f++) {
		const struct flow *flow = &chart->model.flows.items[f];

		for (size_t i = 0; i < flow->tables.count; i++) {
			const struct jump_table *table = &flow->tables.items[i];
			struct extent extent = { table->spot.address,
						 (uint64_t)table->nr_entries * table->width };

			vec_push(&extents.items, extent);
		}
	}
	if (extents.items.count)
		qsort(extents.items.items, extents.items.count, sizeof(struct extent),
		      compare_extents);
	return extents;
}

/* Returns the size in bytes of the jump table that begins at ADDRESS; 0: there is none. */
static uint64_t table_size(const struct extents *tables, uint64_t address)
{
	struct extent key = { .address = address };
	const struct extent *found =
		tables->items.count ? bsearch(&key, tables->items.items, tables->items.count,
					      sizeof(key), compare_extents)
				    : NULL;

	return found ? found->size : 0;
}

/* Notes whether a word that the linker has filled in for good is the address of a constant. */
static void note_word(struct reading *reading, uint64_t offset)
{
	const struct binary *binary = reading->chart->model.binary;
	const struct binary_code *section;
	struct spot spot = { 0 };

	if (binary->type != ET_EXEC || offset % sizeof(uint64_t) ||
	    offset + sizeof(uint64_t) > binary->size)
		return;
	memcpy(&spot.address, binary->data + offset, sizeof(uint64_t));
	section = binary_find_section(binary, spot, 1);
	reading->leads_to_constants |=
		section && section->is_constant &&
		!binary_is_code(binary, binary_offset(section, spot.address));
}

static void add_section(struct reading *reading, const struct binary_code *section,
			const struct extents *tables)
{
	const struct binary *binary = reading->chart->model.binary;
	uint64_t at = 0, size;

	while (at < section->size) {
		const struct binary_fixup *fixup = binary_find_fixup(binary, section->offset + at);

		size = table_size(tables, section->address + at);
		if (fixup) {
			add_pointer(reading, fixup);
			size = fixup->size;
		} else if (!size) {
			hash_add(reading->hash, binary->data + section->offset + at, 1);
			note_word(reading, section->offset + at);
		}
		at += size ? size : 1;
	}
}

uint64_t chart_hash_data(const struct chart *chart, bool is_constant)
{
	const struct binary *binary = chart->model.binary;
	struct extents tables = find_tables(chart);
	struct reading reading = { .chart = chart, .hash = hash_create() };

	for (size_t i = 0; i < binary->data_sections.count; i++) {
		const struct binary_code *section = &binary->data_sections.items[i];

		if (!is_data(section, is_constant))
			continue;
		hash_add_string(reading.hash, section->name);
		add_section(&reading, section, &tables);
	}
	vec_deinit(&tables.items);
	if (!is_constant && reading.leads_to_constants)
		hash_add_u64(reading.hash, chart_hash_data(chart, true));
	return hash_take(reading.hash);
}
