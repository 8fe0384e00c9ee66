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

/* True if a unit begins at DATA that says of itself what WANTED does, and no flag or field of it is set. */
static bool is_unset(const char *data, size_t size, const struct remt_unit *wanted)
{
	if (remt_unit_desc_size(wanted->nr_functions, wanted->nr_sites) > size ||
	    size < unit_size(wanted->desc_size) || memcmp(data, wanted, sizeof(*wanted)) != 0)
		return false;
	for (size_t i = sizeof(*wanted); i < unit_size(wanted->desc_size); i++)
		if (data[i])
			return false;
	return true;
}

static struct remt_unit make_unit(uint64_t uid, uint32_t nr_functions, uint32_t nr_sites)
{
	struct remt_unit unit = {
		.name_size = sizeof(unit.name),
		.note_type = REMT_UNIT_NOTE_TYPE,
		.name = REMT_UNIT_NAME,
		.version = REMT_UNIT_VERSION,
		.uid = uid,
		.nr_functions = nr_functions,
		.nr_sites = nr_sites,
	};

	unit.desc_size = (uint32_t)remt_unit_desc_size(nr_functions, nr_sites);
	return unit;
}

/*
 * True if the unit of TABLE begins at DATA. A number of functions that is too high by less than the padding changes
 * nothing that is executed.
 */
static bool is_unit_of(const struct site_table *table, const struct remt_unit *unit,
		       const char *data, size_t size)
{
	const struct remt_unit wanted =
		make_unit(table->header->uid, unit->nr_functions, table->header->sites.count);

	return unit->nr_functions >= least_functions(table) &&
	       unit->nr_functions <= table->header->functions.count &&
	       is_unset(data, size, &wanted);
}

/*
 * True if a unit begins at DATA that fits itself. Linkers that leave out sections of which nothing is used (--gc-sections)
 * drop the site table of an object that has no code left, and keep its notes.
 */
static bool is_left_over(const struct remt_unit *unit, const char *data, size_t size)
{
	const struct remt_unit wanted = make_unit(unit->uid, unit->nr_functions, unit->nr_sites);

	return is_unset(data, size, &wanted);
}

struct error *unit_notes_check(const void *data, size_t size, const struct site_table *tables,
			       size_t nr_tables, size_t *count)
{
	const char *bytes = data;
	struct remt_unit unit;
	uint64_t first;

	for (size_t at = 0; at + sizeof(first) <= size;) {
		const struct site_table *table = NULL;
		bool is_whole = size - at >= sizeof(unit);

		memcpy(&first, bytes + at, sizeof(first));
		if (!first) {
			at += ALIGN;
			continue;
		}
		if (is_whole) {
			memcpy(&unit, bytes + at, sizeof(unit));
			table = find_table(tables, nr_tables, unit.uid);
		}
		if (!is_whole || !(table ? is_unit_of(table, &unit, bytes + at, size - at)
					 : is_left_over(&unit, bytes + at, size - at)))
			return error_create(
				ERROR_UNUSABLE,
				"the unit at offset 0x%zx of " REMT_UNIT_SECTION " is damaged", at);
		at += unit_size(unit.desc_size);
		*count += table != NULL;
	}
	return NULL;
}

/* Sets the flags in UNIT, which begins at BYTES. */
static bool set_flags(const struct remt_unit *unit, char *bytes, const struct remt_switch *on)
{
	size_t functions = sizeof(*unit),
	       sites = functions + ((unit->nr_functions + UINT64_C(7)) & ~UINT64_C(7));

	if (unit->uid != on->uid || on->site >= unit->nr_sites ||
	    on->function >= unit->nr_functions)
		return false;
	bytes[functions + on->function] = REMT_SWITCHED;
	bytes[sites + on->site] = (char)on->alternative;
	return true;
}

bool unit_notes_switch(void *data, size_t size, const struct remt_switch *on)
{
	char *bytes = data;
	struct remt_unit unit;
	bool ret = false;

	for (size_t at = 0; at + sizeof(unit) <= size;) {
		memcpy(&unit, bytes + at, sizeof(unit));
		if (!unit.name_size) {
			at += ALIGN;
			continue;
		}
		if (unit_size(unit.desc_size) > size - at ||
		    unit.desc_size != remt_unit_desc_size(unit.nr_functions, unit.nr_sites))
			break;
		ret |= set_flags(&unit, bytes + at, on);
		at += unit_size(unit.desc_size);
	}
	return ret;
}
