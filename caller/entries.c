/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/entries.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/elf/child_reader.h"
#include "rewriter/elf/debug.h"

/* A key, and the entry that has it. */
struct place {
	uint64_t key;
	size_t item;
};

struct reading {
	struct entries *entries;
	VEC(uint64_t) types; /* the key of each entry's type */
	VEC(struct place) places;
};

/* Takes the rest of the line as a string, and cuts it off there. */
static const char *take_string(char **text)
{
	const char *at = *text, *ret;
	size_t length = child_reader_take_rest(&at, &ret);
	char *string = *text;

	*text += at - ret;
	string[length] = '\0';
	return string;
}

static bool take_numbers(char **text, uint64_t *numbers, size_t count)
{
	const char *at = *text;

	for (size_t i = 0; i < count; i++) {
		if (!child_reader_take_number(&at, &numbers[i]))
			return false;
	}
	*text += at - *text;
	return true;
}

/* True if NAME can stand in a program: a name of C, or words of such for a type of the language. */
static bool is_name(const char *name, enum debug_tag tag)
{
	for (; *name; name++) {
		if (!isalnum((unsigned char)*name) && *name != '_' && *name != '$' &&
		    (unsigned char)*name < 0x80 && (tag != DEBUG_NUMBER || *name != ' '))
			return false;
	}
	return true;
}

static bool take_unit(struct reading *reading, char **text)
{
	struct entries_unit unit = { 0 };
	uint64_t flags;

	if (!take_numbers(text, &flags, 1))
		return false;
	unit.flags = (unsigned)flags;
	unit.name = take_string(text);
	vec_push(&reading->entries->units, unit);
	return true;
}

static bool take_entry(struct reading *reading, char **text)
{
	struct entries *entries = reading->entries;
	struct entry entry = { 0 };
	uint64_t numbers[10];

	if (!take_numbers(text, numbers, 10) || numbers[0] > 1 || numbers[1] >= NR_DEBUG_TAGS ||
	    numbers[6] > DEBUG_OTHER_ENCODING || !entries->units.count ||
	    (numbers[0] == 1 && !entries->items.count))
		return false;
	entry.depth = (unsigned)numbers[0];
	entry.tag = (enum debug_tag)numbers[1];
	entry.key = numbers[2];
	entry.size = numbers[4];
	entry.bits = numbers[5];
	entry.encoding = (enum debug_encoding)numbers[6];
	entry.flags = (unsigned)numbers[7];
	entry.line = numbers[8];
	entry.offset = numbers[9];
	entry.unit = entries->units.count - 1;
	entry.name = take_string(text);
	if (!is_name(entry.name, entry.tag))
		entry.name = "";
	vec_push(&reading->types, numbers[3]);
	vec_push(&reading->places, ((struct place){ entry.key, entries->items.count }));
	vec_push(&entries->items, entry);
	return true;
}

static bool take_line(struct reading *reading, char kind, char **text)
{
	struct entries *entries = reading->entries;
	size_t nr_units = entries->units.count, nr_items = entries->items.count;

	switch ((int)kind) {
	case 'u': return take_unit(reading, text);
	case 'e': return take_entry(reading, text);
	case 'd':
		if (nr_units)
			entries->units.items[nr_units - 1].directory = take_string(text);
		return nr_units > 0;
	case 'p':
		if (nr_units)
			entries->units.items[nr_units - 1].producer = take_string(text);
		return nr_units > 0;
	case 'f':
		if (nr_items)
			entries->items.items[nr_items - 1].file = take_string(text);
		return nr_items > 0;
	default: return false;
	}
}

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

static void resolve(struct reading *reading)
{
	struct entries *entries = reading->entries;

	if (reading->places.count)
		qsort(reading->places.items, reading->places.count, sizeof(struct place),
		      compare_places);
	for (size_t i = 0; i < entries->items.count; i++) {
		struct place wanted = { reading->types.items[i], 0 }, *found;

		if (!(entries->items.items[i].flags & DEBUG_HAS_TYPE))
			continue;
		found = bsearch(&wanted, reading->places.items, reading->places.count,
				sizeof(struct place), compare_places);
		if (found)
			entries->items.items[i].type = &entries->items.items[found->item];
	}
}

/* Which types only stand for another one, so that a chain of them must have an end. */
static bool is_link(const struct entry *entry)
{
	return entry->tag == DEBUG_TYPEDEF || entry->tag == DEBUG_CONST ||
	       entry->tag == DEBUG_QUALIFIER || entry->tag == DEBUG_ARRAY ||
	       entry->tag == DEBUG_POINTER;
}

/* False: types are made of themselves, other than by the members of structures. */
static bool have_ends(const struct entries *entries)
{
	for (size_t i = 0; i < entries->items.count; i++) {
		const struct entry *slow = &entries->items.items[i], *fast = slow;

		while (fast && is_link(fast) && fast->type && is_link(fast->type)) {
			fast = fast->type->type;
			slow = slow->type;
			if (fast == slow)
				return false;
		}
	}
	return true;
}

struct error *entries_read(const char *path, struct entries **ret)
{
	struct entries *entries = xcalloc(1, sizeof(*entries));
	struct reading reading = { .entries = entries };
	struct error *err =
		child_reader_read(debug_read_entries, path, "debug information", &entries->text);
	bool is_sound = true;

	for (char *text = entries->text; !err && is_sound && *text;) {
		char kind = *text++;

		is_sound = *text == ' ' && (text++, take_line(&reading, kind, &text));
	}
	if (!err && is_sound) {
		resolve(&reading);
		is_sound = have_ends(entries);
	}
	if (!err && !is_sound)
		err = error_create(ERROR_UNUSABLE, "%s: damaged debug information", path);
	vec_deinit(&reading.types);
	vec_deinit(&reading.places);
	if (err) {
		entries_destroy(entries);
		return err;
	}
	*ret = entries;
	return NULL;
}

void entries_destroy(struct entries *entries)
{
	if (!entries)
		return;
	vec_deinit(&entries->units);
	vec_deinit(&entries->items);
	free(entries->text);
	free(entries);
}

const struct entry *entries_next_part(const struct entries *entries, const struct entry *whole,
				      const struct entry *part)
{
	const struct entry *next = (part ? part : whole) + 1;

	return next < entries->items.items + entries->items.count && next->depth > whole->depth
		       ? next
		       : NULL;
}
