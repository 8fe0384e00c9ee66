/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/unit_note.h"

#include <stddef.h>
#include <string.h>

#include "remt/unit.h"

enum { ALIGN = 8 /* of units */ };

static size_t unit_size(uint32_t desc_size)
{
	return offsetof(struct remt_unit, version) + desc_size;
}

static const struct site_table *find_table(const struct site_table *tables, size_t nr_tables,
					   uint64_t uid)
{
	for (size_t i = 0; i < nr_tables; i++)
		if (tables[i].header->uid == uid)
			return &tables[i];
	return NULL;
}

/*
 * Returns how many functions must have a flag at least. A function may have a flag though all sites
 * in it belong to others.
 */
static uint32_t least_functions(const struct site_table *table)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < table->header->sites.count; i++) {
		uint32_t number = table->functions[table->sites[i].function].number;

		if (number >= count)
			count = number + 1;
	}
	return count;
}

/*
 * True if the unit of TABLE begins at DATA, and no flag or field of it is set. A number of
 * functions that is too high by less than the padding changes nothing that is executed.
 */
static bool is_unit_of(const struct site_table *table, const char *data, size_t size)
{
	struct remt_unit unit, wanted = {
		.name_size = sizeof(unit.name),
		.note_type = REMT_UNIT_NOTE_TYPE,
		.name = REMT_UNIT_NAME,
		.version = REMT_UNIT_VERSION,
		.uid = table->header->uid,
		.nr_sites = table->header->sites.count,
	};

	memcpy(&unit, data, sizeof(unit));
	wanted.nr_functions = unit.nr_functions;
	wanted.desc_size = (uint32_t)remt_unit_desc_size(unit.nr_functions, wanted.nr_sites);
	if (unit.nr_functions < least_functions(table) ||
	    unit.nr_functions > table->header->functions.count ||
	    size < unit_size(wanted.desc_size) || memcmp(&unit, &wanted, sizeof(unit)) != 0)
		return false;
	for (size_t i = sizeof(unit); i < unit_size(wanted.desc_size); i++)
		if (data[i])
			return false;
	return true;
}

struct error *unit_notes_check(const void *data, size_t size, const struct site_table *tables,
			       size_t nr_tables, size_t *count)
{
	const char *bytes = data;
	struct remt_unit unit;
	uint64_t first, uid;

	for (size_t at = 0; at + sizeof(first) <= size;) {
		memcpy(&first, bytes + at, sizeof(first));
		if (!first) {
			at += ALIGN;
			continue;
		}
		const struct site_table *table = NULL;
		if (size - at >= sizeof(struct remt_unit)) {
			memcpy(&uid, bytes + at + offsetof(struct remt_unit, uid), sizeof(uid));
			table = find_table(tables, nr_tables, uid);
		}
		if (!table || !is_unit_of(table, bytes + at, size - at))
			return error_create(
				ERROR_UNUSABLE,
				"the unit at offset 0x%zx of " REMT_UNIT_SECTION " is damaged", at);
		memcpy(&unit, bytes + at, sizeof(unit));
		at += unit_size(unit.desc_size);
		++*count;
	}
	return NULL;
}
