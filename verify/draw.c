/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the sample. The mutants are shuffled once by the seed and then taken in that order: first
 * per operator group, then survivors, then any. Random numbers come from SplitMix64.
 */
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "verify/sample.h"

/* Returns the next number of a reproducible sequence (SplitMix64).  *STATE is the seed at first. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static void shuffle(struct verify_mutant *mutants, size_t count, uint64_t *state)
{
	for (size_t i = count; i > 1; i--) {
		size_t k = next_random(state) % i;
		struct verify_mutant swapped = mutants[k];

		mutants[k] = mutants[i - 1];
		mutants[i - 1] = swapped;
	}
}

/*
 * Takes mutants of GROUP (NULL: of any group), only survivors if SURVIVORS, until WANTED such
 * mutants are taken. Mutants that are taken already count. Returns how many were added.
 */
static size_t take(const struct verify_sample *sample, bool *taken, const char *group,
		   bool survivors, size_t wanted)
{
	size_t have = 0, added = 0;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < sample->mutants.count; i++) {
			const struct verify_mutant *mutant = &sample->mutants.items[i];

			if (!mutant->cells.count || taken[i] != (pass == 0) ||
			    (survivors && !mutant->is_survivor) ||
			    (group && strcmp(group, verify_mutant_group(mutant)) != 0))
				continue;
			if (have >= wanted)
				return added;
			have++;
			added += !taken[i];
			taken[i] = true;
		}
	}
	return added;
}

static size_t take_groups(const struct verify_sample *sample, bool *taken, size_t wanted)
{
	size_t added = 0;

	for (unsigned kind = 0; kind < REMT_NR_OPERATORS; kind++)
		added += take(sample, taken, remt_operators[kind].group, false, wanted);
	return added;
}

static void take_named(const struct verify_sample *sample, bool *taken, const char *beginning)
{
	for (size_t i = 0; i < sample->mutants.count; i++) {
		const struct verify_mutant *mutant = &sample->mutants.items[i];

		taken[i] = mutant->cells.count &&
			   strncmp(mutant->id, beginning, strlen(beginning)) == 0;
	}
}

static void take_strata(const struct verify_sample *sample, bool *taken,
			const struct verify_draw *draw)
{
	size_t have = take_groups(sample, taken, draw->per_kind);

	have += take(sample, taken, NULL, true, draw->survivors);
	take(sample, taken, NULL, false, draw->count > have ? draw->count : have);
}

/* Adds cells for up to COUNT tests that do not reach the mutant. */
static void add_not_reached(const struct verify_sample *sample, struct verify_mutant *mutant,
			    size_t count, uint64_t *state)
{
	size_t nr_tests = sample->tests.count, start = nr_tests ? next_random(state) % nr_tests : 0;

	for (size_t i = 0; i < nr_tests && count; i++) {
		uint32_t test = (uint32_t)((start + i) % nr_tests);
		bool reached = false;

		for (size_t k = 0; k < mutant->reached.count; k++)
			reached |= mutant->reached.items[k] == test;
		if (reached)
			continue;
		vec_push(&mutant->cells,
			 ((struct verify_cell){ .test = test, .stored = VERDICT_NOT_REACHED }));
		count--;
	}
}

static void keep_taken(struct verify_sample *sample, const bool *taken)
{
	size_t kept = 0;

	for (size_t i = 0; i < sample->mutants.count; i++) {
		if (taken[i])
			sample->mutants.items[kept++] = sample->mutants.items[i];
		else
			verify_mutant_deinit(&sample->mutants.items[i]);
	}
	sample->mutants.count = kept;
}

void verify_sample_draw(struct verify_sample *sample, const struct verify_draw *draw)
{
	uint64_t state = draw->seed;
	bool *taken = xcalloc(sample->mutants.count + 1, sizeof(*taken));

	shuffle(sample->mutants.items, sample->mutants.count, &state);
	if (draw->mutant)
		take_named(sample, taken, draw->mutant);
	else
		take_strata(sample, taken, draw);
	keep_taken(sample, taken);
	free(taken);
	/*
	 * The mutants stay shuffled: if the check is interrupted, the checked ones are a random
	 * part.
	 */
	for (size_t i = 0; i < sample->mutants.count; i++) {
		struct verify_mutant *mutant = &sample->mutants.items[i];

		add_not_reached(sample, mutant, draw->not_reached, &state);
		for (size_t k = 0; k < mutant->cells.count; k++)
			sample->tests.items[mutant->cells.items[k].test].is_used = true;
	}
}
