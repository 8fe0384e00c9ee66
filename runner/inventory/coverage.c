/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merges the files per site into dense arrays over all sites of all units, then gathers each place
 * through the instances of its first mutant.
 */
#include "runner/inventory/coverage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/xalloc.h"
#include "remt/coverage.h"
#include "remt/unit.h"

struct coverage_reader {
	const struct inventory *inventory;
	uint32_t *first, *count; /* per site */
	uint32_t *infected;
	uint8_t *before_main;
};

struct coverage_reader *coverage_reader_create(const struct inventory *inventory)
{
	struct coverage_reader *reader = xcalloc(1, sizeof(*reader));

	reader->inventory = inventory;
	reader->first = xcalloc(inventory->nr_sites + 1, sizeof(*reader->first));
	reader->count = xcalloc(inventory->nr_sites + 1, sizeof(*reader->count));
	reader->infected = xcalloc(inventory->nr_sites + 1, sizeof(*reader->infected));
	reader->before_main = xcalloc(inventory->nr_sites + 1, sizeof(*reader->before_main));
	return reader;
}

void coverage_reader_destroy(struct coverage_reader *reader)
{
	if (!reader)
		return;
	free(reader->first);
	free(reader->count);
	free(reader->infected);
	free(reader->before_main);
	free(reader);
}

static uint32_t add_saturating(uint32_t a, uint32_t b)
{
	return a + b < a ? UINT32_MAX : a + b;
}

static void unknown_add(struct coverage *coverage, uint64_t uid)
{
	for (size_t i = 0; i < coverage->unknown_units.count; i++)
		if (coverage->unknown_units.items[i] == uid)
			return;
	vec_push(&coverage->unknown_units, uid);
}

static void unit_merge(struct coverage_reader *reader, const struct inventory_unit *unit,
		       const struct remt_cover_site *sites, uint32_t main_order)
{
	for (uint32_t i = 0; i < unit->nr_sites; i++) {
		uint32_t at = unit->first_site + i;

		if (!sites[i].first)
			continue;
		if (!reader->first[at] || sites[i].first < reader->first[at])
			reader->first[at] = sites[i].first;
		reader->count[at] = add_saturating(reader->count[at], sites[i].count);
		reader->infected[at] |= sites[i].infected;
		if (!main_order || sites[i].first < main_order)
			reader->before_main[at] = 1;
	}
}

/* Merges the SIZE bytes at DATA; false if they are no coverage. */
static bool file_merge(struct coverage_reader *reader, const char *data, size_t size,
		       struct coverage *ret)
{
	const struct remt_cover_header *header = (const void *)data;

	if (size < sizeof(*header) ||
	    memcmp(header->magic, REMT_COVER_MAGIC, sizeof(header->magic)) != 0 ||
	    header->version != REMT_COVER_VERSION)
		return false;
	size_t end = header->size < size ? header->size : size;
	size_t at = sizeof(*header);
	struct coverage_image *image = vec_add(&ret->images);

	image->pid = (pid_t)header->pid;
	image->exe = xstrndup(header->exe, strnlen(header->exe, sizeof(header->exe)));
	image->has_reached_main = header->main_order != 0;
	while (end >= sizeof(struct remt_cover_unit) &&
	       at <= end - sizeof(struct remt_cover_unit)) {
		const struct remt_cover_unit *unit = (const void *)(data + at);
		const struct inventory_unit *known =
			inventory_find_unit(reader->inventory, unit->uid);

		/* The process ended while it added this unit. */
		if (!unit->uid)
			break;
		if (remt_cover_unit_size(unit->nr_sites) > end - at)
			return false;
		image->has_units |= unit->nr_sites > 0;
		vec_push(&image->units, unit->uid);
		if (!known)
			unknown_add(ret, unit->uid);
		else if (known->nr_sites != unit->nr_sites)
			return false;
		else
			unit_merge(reader, known, (const void *)(unit + 1), header->main_order);
		at += remt_cover_unit_size(unit->nr_sites);
	}
	if (image->units.count)
		qsort(image->units.items, image->units.count, sizeof(uint64_t), compare_u64);
	return true;
}

static struct error *file_read(struct coverage_reader *reader, const char *path,
			       struct coverage *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat info;

	if (fd < 0 || fstat(fd, &info) < 0)
		return error_errno(ERROR_INTERNAL, errno, "reading coverage %s", path);
	/* A process that was killed before it wrote the header reached nothing. */
	if (info.st_size == 0)
		return NULL;
	char *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);

	if (data == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "reading coverage %s", path);
	bool is_empty = info.st_size >= 8 && memcmp(data, "\0\0\0\0\0\0\0", 8) == 0;
	bool is_good = is_empty || file_merge(reader, data, (size_t)info.st_size, ret);

	munmap(data, (size_t)info.st_size);
	return is_good ? NULL : error_create(ERROR_INTERNAL, "coverage file %s is damaged", path);
}

static bool is_coverage_name(const char *name)
{
	size_t length = strlen(name);

	return length > 4 && strcmp(name + length - 4, ".cov") == 0;
}

/* Returns the bit of each mutant of PLACE that is infected in one of its instances. */
static uint32_t gather_infected(const struct coverage_reader *reader,
				const struct inventory_place *place)
{
	const struct inventory *inventory = reader->inventory;
	uint32_t bits = 0;

	for (uint32_t m = 0; m < place->nr_mutants && m < COVERAGE_NR_INFECTED; m++) {
		const struct inventory_mutant *mutant =
			&inventory->mutants.items[place->first_mutant + m];

		for (uint32_t i = 0; i < mutant->nr_instances; i++) {
			const struct inventory_instance *instance =
				&inventory->instances.items[mutant->first_instance + i];
			uint32_t at =
				inventory->units.items[instance->unit].first_site + instance->site;

			if (reader->infected[at] & remt_alternative_bit(instance->alternative))
				bits |= UINT32_C(1) << m;
		}
	}
	return bits;
}

/* Gathers one place from the merged sites; true if it was reached. */
static bool place_gather(const struct coverage_reader *reader, uint32_t place,
			 struct coverage_entry *ret)
{
	const struct inventory *inventory = reader->inventory;
	const struct inventory_mutant *mutant =
		&inventory->mutants.items[inventory->places.items[place].first_mutant];

	*ret = (struct coverage_entry){ .place = place };
	for (uint32_t i = 0; i < mutant->nr_instances; i++) {
		const struct inventory_instance *instance =
			&inventory->instances.items[mutant->first_instance + i];
		uint32_t at = inventory->units.items[instance->unit].first_site + instance->site;

		if (!reader->first[at])
			continue;
		if (!ret->first || reader->first[at] < ret->first)
			ret->first = reader->first[at];
		ret->count = add_saturating(ret->count, reader->count[at]);
		ret->before_main |= reader->before_main[at];
	}
	if (!ret->first)
		return false;
	ret->infected = gather_infected(reader, &inventory->places.items[place]);
	return true;
}

static void places_gather(const struct coverage_reader *reader, struct coverage *ret)
{
	VEC(struct coverage_entry) entries = { 0 };

	for (uint32_t i = 0; i < reader->inventory->places.count; i++) {
		struct coverage_entry entry;

		if (place_gather(reader, i, &entry))
			vec_push(&entries, entry);
	}
	ret->nr_entries = entries.count;
	ret->entries = entries.count
			       ? xreallocarray(entries.items, entries.count, sizeof(*entries.items))
			       : NULL;
}

static void sites_gather(const struct coverage_reader *reader, struct coverage *ret)
{
	VEC(struct coverage_reached) reached = { 0 };

	for (uint32_t i = 0; i < reader->inventory->nr_sites; i++) {
		if (reader->first[i])
			vec_push(&reached, ((struct coverage_reached){ i, reader->first[i],
								       reader->before_main[i] }));
	}
	ret->reached = reached.items;
	ret->nr_reached = reached.count;
}

/*
 * Returns the shifts that the layout switches tell: their alternatives have other values where an
 * object can move.
 */
static uint32_t shifts_gather(const struct coverage_reader *reader)
{
	const struct inventory *inventory = reader->inventory;
	uint32_t nr_shifts = 0;

	for (size_t i = 0; i < inventory->layouts.count; i++) {
		const struct inventory_layout *layout = &inventory->layouts.items[i];
		uint32_t at = inventory->units.items[layout->unit].first_site + layout->site;

		uint32_t last = remt_alternative_bit(layout->nr_shifts);

		/* Bits of missing alternatives are always set. */
		if (reader->infected[at] & (last | (last - 1)) && layout->nr_shifts > nr_shifts)
			nr_shifts = layout->nr_shifts;
	}
	return nr_shifts;
}

struct error *coverage_read(struct coverage_reader *reader, const char *directory,
			    struct coverage *ret)
{
	_cleanup_closedir_ DIR *dir = opendir(directory);
	struct coverage coverage = { 0 };
	struct dirent *entry;

	if (!dir)
		return error_errno(ERROR_INTERNAL, errno, "reading coverage in %s", directory);
	memset(reader->first, 0, reader->inventory->nr_sites * sizeof(*reader->first));
	memset(reader->count, 0, reader->inventory->nr_sites * sizeof(*reader->count));
	memset(reader->infected, 0, reader->inventory->nr_sites * sizeof(*reader->infected));
	memset(reader->before_main, 0, reader->inventory->nr_sites);
	while ((entry = readdir(dir))) {
		if (!is_coverage_name(entry->d_name))
			continue;
		_cleanup_free_ char *path = xasprintf("%s/%s", directory, entry->d_name);
		struct error *err = file_read(reader, path, &coverage);

		if (err) {
			coverage_deinit(&coverage);
			return err;
		}
	}
	places_gather(reader, &coverage);
	sites_gather(reader, &coverage);
	coverage.nr_shifts = shifts_gather(reader);
	*ret = coverage;
	return NULL;
}

static struct coverage_entry entry_join(const struct coverage_entry *a,
					const struct coverage_entry *b)
{
	struct coverage_entry entry = *a;

	entry.before_main |= b->before_main;
	entry.is_changing |= b->is_changing;
	entry.infected |= b->infected;
	if (b->first < entry.first)
		entry.first = b->first;
	if (b->count > entry.count)
		entry.count = b->count;
	return entry;
}

/*
 * Compares all sites: options and the tests' own code leave sites without a place, which tell as
 * much.
 */
static bool is_reach_equal(const struct coverage *a, const struct coverage *b)
{
	if (a->nr_reached != b->nr_reached)
		return false;
	for (size_t i = 0; i < a->nr_reached; i++) {
		if (a->reached[i].site != b->reached[i].site)
			return false;
	}
	return true;
}

static bool is_order_equal(const struct coverage *a, const struct coverage *b)
{
	for (size_t i = 0; i < a->nr_reached; i++) {
		if (a->reached[i].first != b->reached[i].first)
			return false;
	}
	return true;
}

struct coverage_change coverage_merge(struct coverage *into, const struct coverage *other)
{
	struct coverage_entry *merged =
		xcalloc(into->nr_entries + other->nr_entries + 1, sizeof(*merged));
	size_t i = 0, j = 0, used = 0;
	struct coverage_change change = { .reach = !is_reach_equal(into, other) };

	if (other->nr_shifts > into->nr_shifts)
		into->nr_shifts = other->nr_shifts;
	into->has_changing_order |= change.reach || !is_order_equal(into, other);
	while (i < into->nr_entries || j < other->nr_entries) {
		const struct coverage_entry *a = i < into->nr_entries ? &into->entries[i] : NULL;
		const struct coverage_entry *b = j < other->nr_entries ? &other->entries[j] : NULL;

		if (a && b && a->place == b->place) {
			change.infection |= a->infected != b->infected;
			merged[used++] = entry_join(a, b);
			i++;
			j++;
			continue;
		}
		change.reach = true;
		if (!b || (a && a->place < b->place)) {
			merged[used] = *a;
			i++;
		} else {
			merged[used] = *b;
			j++;
		}
		merged[used++].is_changing = true;
	}
	free(into->entries);
	into->entries = xreallocarray(merged, used + 1, sizeof(*merged));
	into->nr_entries = used;
	return change;
}

bool coverage_infects(const struct coverage_entry *entry, const struct inventory *inventory,
		      uint32_t mutant)
{
	uint32_t index = mutant - inventory->places.items[entry->place].first_mutant;

	return index >= COVERAGE_NR_INFECTED || entry->infected >> index & 1;
}

const struct coverage_entry *coverage_find(const struct coverage *coverage, uint32_t place)
{
	size_t low = 0, high = coverage->nr_entries;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (coverage->entries[middle].place < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low < coverage->nr_entries && coverage->entries[low].place == place
		       ? &coverage->entries[low]
		       : NULL;
}

void coverage_forget_units(struct coverage *coverage)
{
	for (size_t i = 0; i < coverage->images.count; i++)
		vec_deinit(&coverage->images.items[i].units);
}

void coverage_deinit(struct coverage *coverage)
{
	coverage_forget_units(coverage);
	free(coverage->entries);
	free(coverage->reached);
	for (size_t i = 0; i < coverage->images.count; i++)
		free(coverage->images.items[i].exe);
	vec_deinit(&coverage->images);
	vec_deinit(&coverage->unknown_units);
	*coverage = (struct coverage){ 0 };
}
