/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/chart_state.h"

#include <stdlib.h>
#include <string.h>

#include "common/attr.h"
#include "common/hash.h"

/* What the linker makes for the loader changes with everything. */
static bool is_data(const struct binary_code *section, bool is_constant)
{
	static const char *const names[] = { ".data", ".rodata", ".tdata", ".init_array",
					     ".fini_array" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (section->is_constant == is_constant &&
		    strncmp(section->name, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

static void add_text(const struct chart *chart, struct spot spot, struct hash *hash)
{
	const struct binary *binary = chart->exhibit.binary;
	const struct binary_code *section = binary_find_section(binary, spot, 1);
	const struct binary_object *object =
		chart->likeness->has_names ? binary_find_object(binary, spot) : NULL;
	size_t left;

	if (object) {
		hash_add_string(hash, object->name);
		hash_add_u64(hash, spot.address - object->spot.address);
	} else if (section && section->is_constant) {
		left = section->size - (spot.address - section->address);
		hash_add(hash, binary->data + binary_offset(section, spot.address),
			 strnlen((const char *)binary->data + binary_offset(section, spot.address),
				 left));
	}
	hash_add_string(hash, section ? section->name : "");
}

/* What a pointer leads to, without where that is. */
static void add_pointer(const struct chart *chart, const struct binary_fixup *fixup,
			struct hash *hash)
{
	uint32_t function;

	hash_add_string(hash, fixup->symbol ? fixup->symbol : "");
	if (fixup->symbol || fixup->kind > FIXUP_DISTANCE)
		return;
	function = binary_find_function_at(chart->exhibit.binary, fixup->spot);
	if (function == UINT32_MAX)
		add_text(chart, fixup->spot, hash);
	else
		hash_add_string(hash, chart->names[function]);
}

/* A jump table. */
struct extent {
	uint64_t address, size;
};

struct extents {
	VEC(struct extent) items; /* by address */
};

static int compare_extents(const void *a, const void *b)
{
	const struct extent *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

static struct extents find_tables(const struct chart *chart)
{
	struct extents extents = { 0 };

	for (uint32_t f = 0; f < chart->exhibit.flows.count; f++) {
		const struct flow *flow = &chart->exhibit.flows.items[f];

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

/* Bytes of the jump table that begins at ADDRESS; 0: none does. */
static uint64_t table_size(const struct extents *tables, uint64_t address)
{
	struct extent key = { .address = address };
	const struct extent *found =
		tables->items.count ? bsearch(&key, tables->items.items, tables->items.count,
					      sizeof(key), compare_extents)
				    : NULL;

	return found ? found->size : 0;
}

static void add_section(const struct chart *chart, const struct binary_code *section,
			const struct extents *tables, struct hash *hash)
{
	const struct binary *binary = chart->exhibit.binary;
	uint64_t at = 0, size;

	while (at < section->size) {
		const struct binary_fixup *fixup = binary_find_fixup(binary, section->offset + at);

		size = table_size(tables, section->address + at);
		if (fixup) {
			add_pointer(chart, fixup, hash);
			size = fixup->size;
		} else if (!size) {
			hash_add(hash, binary->data + section->offset + at, 1);
		}
		at += size ? size : 1;
	}
}

uint64_t chart_hash_data(const struct chart *chart, bool is_constant)
{
	const struct binary *binary = chart->exhibit.binary;
	struct extents tables = find_tables(chart);
	struct hash *hash = hash_create();

	for (size_t i = 0; i < binary->data_sections.count; i++) {
		const struct binary_code *section = &binary->data_sections.items[i];

		if (!is_data(section, is_constant))
			continue;
		hash_add_string(hash, section->name);
		add_section(chart, section, &tables, hash);
	}
	vec_deinit(&tables.items);
	return hash_take(hash);
}
