/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matches the functions of two binaries: by name; then, without names, by fingerprint, by calls at
 * the same place of matching functions, by fingerprint without the functions that are referred to,
 * and by order between matching functions. The blocks of two functions are matched in
 * rewriter/compare/function_match_blocks.c.
 *
 * A match without a name is a heuristic. A function that was both renamed and changed may get none.
 */
#include "rewriter/compare/function_match.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/compare/function_match_blocks.h"

/* What a function is looked for by. */
struct key {
	const char *name;
	uint64_t hash, address;
	uint32_t function;
};

static void pair(struct function_matches *matches, uint32_t old, uint32_t new)
{
	matches->old_to_new[old] = new;
	matches->new_to_old[new] = old;
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

/*
 * Returns keys of the functions without a match: of those with a name, or of all others. The caller
 * frees them.
 */
static struct key *make_keys(const struct fingerprints *fingerprints, const uint32_t *matches,
			     bool has_name, bool is_alone, uint32_t *ret_count)
{
	const struct binary_function *functions = fingerprints->binary->functions.items;
	struct key *keys = xcalloc(count_of(fingerprints) + 1u, sizeof(*keys));

	*ret_count = 0;
	for (uint32_t f = 0; f < count_of(fingerprints); f++) {
		const struct fingerprint *fingerprint = &fingerprints->items[f];

		if (matches[f] != FUNCTION_MATCH_NONE || fingerprint->is_stub ||
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
static void pair_keys(struct function_matches *matches, bool has_name, bool is_alone)
{
	int (*compare)(const void *, const void *) = has_name ? compare_by_name : compare_by_hash;
	uint32_t nr_old, nr_new, o = 0, n = 0;
	struct key *old = make_keys(matches->old, matches->old_to_new, has_name, is_alone, &nr_old);
	struct key *new = make_keys(matches->new, matches->new_to_old, has_name, is_alone, &nr_new);

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
			pair(matches, old[o + i].function, new[n + i].function);
		o += order <= 0 ? old_length : 0;
		n += order >= 0 ? new_length : 0;
	}
	free(old);
	free(new);
}

/* True if the functions may match though their names don't tell it. */
static bool is_unnamed(const struct function_matches *matches, uint32_t old, uint32_t new)
{
	return matches->old_to_new[old] == FUNCTION_MATCH_NONE &&
	       matches->new_to_old[new] == FUNCTION_MATCH_NONE &&
	       !matches->old->items[old].is_stub && !matches->new->items[new].is_stub &&
	       (matches->old->binary->functions.items[old].is_unnamed ||
		matches->new->binary->functions.items[new].is_unnamed);
}

/* Matches what block matches call at the same place. True if there are new matches. */
static bool pair_called(struct function_matches *matches)
{
	bool is_more = false;

	for (uint32_t f = 0; f < count_of(matches->old); f++) {
		struct function_match match = { .old = f, .new = matches->old_to_new[f] };

		if (match.new == FUNCTION_MATCH_NONE)
			continue;
		function_match_blocks(matches, true, &match);
		for (size_t i = 0; i < match.blocks.count; i++) {
			uint32_t old, new;

			for (uint32_t at = 0;
			     function_match_called(matches, &match, i, at, &old, &new); at++) {
				if (old == FUNCTION_MATCH_NONE || new == FUNCTION_MATCH_NONE ||
				    !is_unnamed(matches, old, new))
					continue;
				pair(matches, old, new);
				is_more = true;
			}
		}
		vec_deinit(&match.blocks);
	}
	return is_more;
}

/*
 * Matches functions in order between two matches, if both binaries have the same number of them
 * there.
 */
static void pair_between(struct function_matches *matches)
{
	uint32_t old = 0, new = 0;

	while (old < count_of(matches->old) && new < count_of(matches->new)) {
		uint32_t old_end = old, new_end = new;

		while (old_end < count_of(matches->old) &&
		       matches->old_to_new[old_end] == FUNCTION_MATCH_NONE)
			old_end++;
		while (new_end < count_of(matches->new) &&
		       matches->new_to_old[new_end] == FUNCTION_MATCH_NONE)
			new_end++;
		for (; old_end - old == new_end - new &&old < old_end; old++, new ++) {
			if (is_unnamed(matches, old, new))
				pair(matches, old, new);
		}
		if (old_end == count_of(matches->old))
			return;
		old = old_end + 1;
		new = matches->old_to_new[old_end] + 1;
	}
}

/* Marks matches that are not in the longest sequence with the same order in both binaries. */
static void find_moved(struct function_matches *matches)
{
	size_t count = matches->items.count, length = 0;
	/* by length: the sequence's best last element */
	uint32_t *last = xcalloc(count + 1, sizeof(*last));
	uint32_t *before = xcalloc(count + 1, sizeof(*before));

	for (uint32_t i = 0; i < count; i++) {
		size_t low = 0, high = length;

		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (matches->items.items[last[middle]].new < matches->items.items[i].new)
				low = middle + 1;
			else
				high = middle;
		}
		last[low] = i;
		before[i] = low ? last[low - 1] : FUNCTION_MATCH_NONE;
		length = low == length ? length + 1 : length;
		matches->items.items[i].is_moved = true;
	}
	for (uint32_t i = length ? last[length - 1] : FUNCTION_MATCH_NONE; i != FUNCTION_MATCH_NONE;
	     i = before[i])
		matches->items.items[i].is_moved = false;
	free(last);
	free(before);
}

static uint32_t *make_map(uint32_t count)
{
	uint32_t *map = xcalloc(count + 1u, sizeof(*map));

	for (uint32_t i = 0; i < count; i++)
		map[i] = FUNCTION_MATCH_NONE;
	return map;
}

void function_matches_find(const struct fingerprints *old, const struct fingerprints *new,
			   struct function_matches *ret)
{
	*ret = (struct function_matches){ .old = old, .new = new };
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
		struct function_match match = { .old = f, .new = ret->old_to_new[f] };

		if (match.new == FUNCTION_MATCH_NONE)
			continue;
		function_match_blocks(ret, false, &match);
		vec_push(&ret->items, match);
	}
	find_moved(ret);
}

void function_matches_deinit(struct function_matches *matches)
{
	for (size_t i = 0; i < matches->items.count; i++)
		vec_deinit(&matches->items.items[i].blocks);
	vec_deinit(&matches->items);
	free(matches->old_to_new);
	free(matches->new_to_old);
	*matches = (struct function_matches){ 0 };
}
