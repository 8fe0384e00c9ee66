/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/explore/change.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/path.h"

/* A file with a mutant on is not what its tables say, so that the original is read for both sides. */
static struct error *find(const struct gen_change_opts *opts, struct change **ret)
{
	const struct gen_mutant *mutant = opts->mutant;

	if (mutant)
		return change_find_mutant(opts->programs[0], mutant->on, mutant->nr_on, ret);
	return change_find(opts->programs, ret);
}

struct error *gen_change_find(const struct gen_change_opts *opts, struct gen_change *ret)
{
	/* Of one length, so that both versions have all at the same places. */
	static const char *const names[] = { "watched-old", "watched-new" };
	struct error *err;

	*ret = (struct gen_change){ .programs = { opts->programs[0], opts->programs[1] } };
	err = find(opts, &ret->change);
	if (!err && opts->sees_all)
		change_see(ret->change);
	for (unsigned i = 0; i < 2 && !err; i++) {
		ret->lists[i] = path_join(opts->scratch, names[i]);
		err = change_write(ret->change, i, ret->lists[i]);
	}
	if (err)
		gen_change_deinit(ret);
	return err;
}

struct error *gen_change_approach(struct gen_change *change, const char *const *functions,
				  size_t number)
{
	struct error *err = change_approach(change->change, functions, number);

	if (err)
		gen_change_deinit(change);
	return err;
}

void gen_change_scout(struct gen_change *change, const char *scratch)
{
	_cleanup_free_ char *traps = path_join(scratch, "traps");
	_cleanup_free_ char *places = path_join(scratch, "places");
	const char *const paths[] = { traps, places };
	struct error *unknown =
		gen_traps_write(change->change, change->programs[1], paths, &change->told);

	if (unknown) {
		error_destroy(unknown);
		return;
	}
	change->traps = TAKE(traps);
	change->places = TAKE(places);
	change->level = path_join(scratch, "level");
}

void gen_change_watch(const struct gen_change *change, struct trial_opts *opts)
{
	for (unsigned i = 0; i < 2 && change->change; i++) {
		size_t number, nr_seen;

		change_blocks(change->change, i, &number);
		change_seen(change->change, i, &nr_seen);
		opts->watches[i] = (struct trial_watch){ change->programs[i], change->lists[i],
							 (uint32_t)number, (uint32_t)nr_seen };
	}
	opts->scout = (struct trial_scout){ change->traps,	    change->places,
					    change->level,	    change->told.nr_lines,
					    change->told.nr_untold, change->told.nr_places };
}

void gen_change_deinit(struct gen_change *change)
{
	change_destroy(change->change);
	free(change->lists[0]);
	free(change->lists[1]);
	free(change->traps);
	free(change->places);
	free(change->level);
	*change = (struct gen_change){ 0 };
}
