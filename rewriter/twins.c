/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matches the functions of two binaries: by name; then, without names, by fingerprint, by calls at
 * the same place of matching functions, by fingerprint without the functions that are referred to,
 * and by order between matching functions. The blocks of two functions are matched in
 * rewriter/twins_blocks.c.
 *
 * A match without a name is a heuristic. A function that was both renamed and changed may get none.
 */
#include "rewriter/twins.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/twins_blocks.h"

/* What a function is looked for by. */
struct key {
	const char *name;
	uint64_t hash, address;
	uint32_t function;
};

static void pair(struct twins *twins, uint32_t old, uint32_t new)
{
	twins->old_to_new[old] = new;
	twins->new_to_old[new] = old;
}

static uint32_t count_of(const struct fingerprints *fingerprints)
{
	return (uint32_t)fingerprints->binary->functions.count;
}

static int compare_by_name(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int by_name = strcmp(x->name, y->name);

	if (by_name)
		return by_name;
	return (x->function > y->function) - (x->function < y->function);
}

static int compare_by_hash(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->function > y->function) - (x->function < y->function);
}

/* Returns keys of the functions without a match: of those with a name, or of all others. The caller
 * frees them. */
static struct key *make_keys(const struct fingerprints *fingerprints, const uint32_t *twins, bool has_name,
			     bool is_alone, uint32_t *ret_count)
{
	const struct binary_function *functions = fingerprints->binary->functions.items;
	struct key *keys = xcalloc(count_of(fingerprints) + 1u, sizeof(*keys));

	*ret_count = 0;
	for (uint32_t f = 0; f < count_of(fingerprints); f++) {
		const struct fingerprint *fingerprint = &fingerprints->items[f];

		if (twins[f] != TWINS_NONE || fingerprint->is_stub ||
		    (has_name && functions[f].is_unnamed))
			continue;
		keys[(*ret_count)++] = (struct key){
			.name = functions[f].name,
			.hash = is_alone ? fingerprint->alone : fingerprint->hash,
			.function = f,
		};
	}
	return keys;
}

/* Returns how many of the COUNT keys are like the first one. */
static uint32_t run_length(const struct key *keys, uint32_t count,
			   int (*compare)(const void *, const void *))
{
	uint32_t length = 1;

	while (length < count) {
		struct key other = keys[length];

		other.function = keys->function;
		if (compare(keys, &other) != 0)
			break;
		length++;
	}
	return length;
}

/* Matches functions of equal keys in their order, if both binaries have the same number of them. */
static void pair_keys(struct twins *twins, bool has_name, bool is_alone)
{
	int (*compare)(const void *, const void *) = has_name ? compare_by_name : compare_by_hash;
	uint32_t nr_old, nr_new, o = 0, n = 0;
	struct key *old = make_keys(twins->old, twins->old_to_new, has_name, is_alone, &nr_old);
	struct key *new = make_keys(twins->new, twins->new_to_old, has_name, is_alone, &nr_new);

	qsort(old, nr_old, sizeof(*old), compare);
	qsort(new, nr_new, sizeof(*new), compare);
	while (o < nr_old && n < nr_new) {
		struct key wanted = new[n];
		uint32_t old_length = run_length(old + o, nr_old - o, compare);
		uint32_t new_length = run_length(new + n, nr_new - n, compare);
		int order;

		wanted.function = old[o].function;
		order = compare(&old[o], &wanted);
		for (uint32_t i = 0; order == 0 && old_length == new_length && i < old_length; i++)
			pair(twins, old[o + i].function, new[n + i].function);
		o += order <= 0 ? old_length : 0;
		n += order >= 0 ? new_length : 0;
	}
	free(old);
	free(new);
}

/* Returns true if the functions may match though their names don't tell it. */
static bool is_unnamed(const struct twins *twins, uint32_t old, uint32_t new)
{
	return twins->old_to_new[old] == TWINS_NONE && twins->new_to_old[new] == TWINS_NONE &&
	       !twins->old->items[old].is_stub && !twins->new->items[new].is_stub &&
	       (twins->old->binary->functions.items[old].is_unnamed ||
		twins->new->binary->functions.items[new].is_unnamed);
}

/* Matches what block matches call at the same place. Returns true if there are new matches. */
static bool pair_called(struct twins *twins)
{
	bool is_more = false;

	for (uint32_t f = 0; f < count_of(twins->old); f++) {
		struct twin twin = { .old = f, .new = twins->old_to_new[f] };

		if (twin.new == TWINS_NONE)
			continue;
		twins_match(twins, true, &twin);
		for (size_t i = 0; i < twin.partners.count; i++) {
			uint32_t old, new;

			for (uint32_t at = 0; twins_called(twins, &twin, i, at, &old, &new); at++) {
				if (old == TWINS_NONE || new == TWINS_NONE ||
				    !is_unnamed(twins, old, new))
					continue;
				pair(twins, old, new);
				is_more = true;
			}
		}
		vec_deinit(&twin.partners);
	}
	return is_more;
}

/* Matches functions in order between two matches, if both binaries have the same number of them
 * there. */
static void pair_between(struct twins *twins)
{
	uint32_t old = 0, new = 0;

	while (old < count_of(twins->old) && new < count_of(twins->new)) {
		uint32_t old_end = old, new_end = new;

		while (old_end < count_of(twins->old) && twins->old_to_new[old_end] == TWINS_NONE)
			old_end++;
		while (new_end < count_of(twins->new) && twins->new_to_old[new_end] == TWINS_NONE)
			new_end++;
		for (; old_end - old == new_end - new &&old < old_end; old++, new ++) {
			if (is_unnamed(twins, old, new))
				pair(twins, old, new);
		}
		if (old_end == count_of(twins->old))
			return;
		old = old_end + 1;
		new = twins->old_to_new[old_end] + 1;
	}
}

/* Marks matches that are not in the longest sequence with the same order in both binaries. */
static void find_moved(struct twins *twins)
{
	size_t count = twins->items.count, length = 0;
	/* by length: the sequence's best last element */
	uint32_t *last = xcalloc(count + 1, sizeof(*last));
	uint32_t *before = xcalloc(count + 1, sizeof(*before));

	for (uint32_t i = 0; i < count; i++) {
		size_t low = 0, high = length;

		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (twins->items.items[last[middle]].new < twins->items.items[i].new)
				low = middle + 1;
			else
				high = middle;
		}
		last[low] = i;
		before[i] = low ? last[low - 1] : TWINS_NONE;
		length = low == length ? length + 1 : length;
		twins->items.items[i].is_moved = true;
	}
	for (uint32_t i = length ? last[length - 1] : TWINS_NONE; i != TWINS_NONE; i = before[i])
		twins->items.items[i].is_moved = false;
	free(last);
	free(before);
}

static uint32_t *make_map(uint32_t count)
{
	uint32_t *map = xcalloc(count + 1u, sizeof(*map));

	for (uint32_t i = 0; i < count; i++)
		map[i] = TWINS_NONE;
	return map;
}

void twins_find(const struct fingerprints *old, const struct fingerprints *new, struct twins *ret)
{
	*ret = (struct twins){ .old = old, .new = new };
	ret->old_to_new = make_map(count_of(old));
	ret->new_to_old = make_map(count_of(new));
	pair_keys(ret, true, false);
	pair_keys(ret, false, false);
	while (pair_called(ret))
		;
	pair_keys(ret, false, true);
	pair_between(ret);
	while (pair_called(ret))
		;
	for (uint32_t f = 0; f < count_of(old); f++) {
		struct twin twin = { .old = f, .new = ret->old_to_new[f] };

		if (twin.new == TWINS_NONE)
			continue;
		twins_match(ret, false, &twin);
		vec_push(&ret->items, twin);
	}
	find_moved(ret);
}

void twins_deinit(struct twins *twins)
{
	for (size_t i = 0; i < twins->items.count; i++)
		vec_deinit(&twins->items.items[i].partners);
	vec_deinit(&twins->items);
	free(twins->old_to_new);
	free(twins->new_to_old);
	*twins = (struct twins){ 0 };
}
