/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that are made by chance, and run as compiled: a run costs a hundredth of an evaluated one. */
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/random.h"
#include "common/xalloc.h"
#include "paths/crossover.h"
#include "paths/outcome.h"
#include "paths/scout.h"
#include "paths/search_state.h"

enum {
	FIRST = 1 << 15, /* commands that are made before any is evaluated, at most */
	FIRST_EACH =
		256, /* of them for each of the caller's: programs that are soon explored have few */
	TIME_SHARE = 2,	 /* of the search, that these have: one in so many */
	CONDITIONS = 8,	 /* of paths that were evaluated, for one more */
	EACH = 256,	 /* for an input that was evaluated, at most */
	LEAST = 256,	 /* until they have a turn */
	MAX_GIVEN = 256, /* of the caller's commands, that others are made of */
	MAX_SOURCES = 4096,
	/* tries with a source one after the other: runs whose files have the same names need no new view */
	TURNS = 16,
	CUTS = 2,	      /* one turn in so many makes sources smaller, if some can be */
	RECENT = 32,	      /* sources that were added last, and have half of the tries */
	MAX_INPUTS = 1 << 16, /* bytes of a command's inputs */
	MAX_DRAWN = 4,	      /* sources that one is the best of */
	FEW_RUNS = 4,	      /* that came to a changed line: what comes there is a source, too */
	MAX_TAKEN = 16,	      /* differences */
	MAX_FALSE = 8,	      /* differences that scouts alone show, until there are none */
};

/* Makes COMMAND, which is copied, was run last and edited at SPOT, one that others are made of. */
static void add(struct search *search, const struct command *command,
		const struct crossover_spot *spot, const struct visit_scouted *scouted)
{
	struct fuzz *fuzz = &search->fuzz;
	struct fuzz_source *source, copy;

	if (fuzz->items.count >= MAX_SOURCES)
		return;
	source = vec_add(&fuzz->items);
	command_copy(command, &source->command);
	source->spot = *spot;
	source->level = fuzz->telling.level;
	source->rarest = fuzz->telling.rarest;
	source->set = fuzz->telling.set;
	source->status = scouted->status;
	copy = *source;
	search_distil_add(search, &copy);
}

void search_fuzz_deinit(struct fuzz *fuzz)
{
	for (size_t i = 0; i < fuzz->items.count; i++)
		command_deinit(&fuzz->items.items[i].command);
	vec_deinit(&fuzz->items);
	vec_deinit(&fuzz->small);
	vec_deinit(&fuzz->given);
	slots_deinit(&fuzz->small_sets);
	slots_deinit(&fuzz->kinds);
	telling_close(&fuzz->telling);
}

/* ---- runs */

/* After the run of the new version: true if it came to no changed line, while it is known where all of these are. */
static bool is_away(void *arg)
{
	struct search *search = arg;
	const struct trial_scout *scout = &search->opts.explorer.trial.scout;

	return telling_read(&search->fuzz.telling) < SCOUT_LINE && scout->nr_lines &&
	       !scout->nr_untold;
}

/* The new version alone is to tell. */
static bool is_enough(void *arg)
{
	(void)arg;
	return true;
}

/* Runs COMMAND by scouts that tell of all statements; the old version is not run if IS_SAME. */
static struct error *run(struct search *search, struct command *command, bool (*is_same)(void *arg),
			 struct visit_scouted *ret)
{
	struct visit_opts opts = search_visit_opts(search);
	struct trial_opts trial = *opts.trial;
	struct patience patience = { .max_ms = SEARCH_SCOUT_MS,
				     .deadline = search->patience.deadline };
	_cleanup_free_ unsigned char *inputs = xcalloc(command->nr_inputs + UINT32_C(1), 1);
	struct error *err = telling_reset(&search->fuzz.telling);

	if (err)
		return err;
	trial.scout.traps = trial.scout.places;
	opts.trial = &trial;
	opts.patience = &patience;
	command_inputs(command, inputs);
	err = visit_scout(&opts, command, inputs, is_same, search, ret);
	telling_read(&search->fuzz.telling);
	return err;
}

struct error *search_fuzz_tell(struct search *search, struct command *command,
			       struct visit_scouted *ret)
{
	return run(search, command, is_enough, ret);
}

/* Runs the commands of SHAPE once more, by scouts that tell of all statements, and adds them. */
static struct error *add_shape(struct search *search, const struct shape *shape)
{
	const struct crossover_spot nowhere = { SIZE_MAX, 0 };
	struct error *err = NULL;

	for (size_t i = 0; i < shape->commands.count && !err; i++) {
		struct visit_scouted scouted;
		struct command copy;

		if (search->fuzz.items.count >= MAX_GIVEN || search_is_at_end(search))
			break;
		command_copy(&shape->commands.items[i], &copy);
		err = run(search, &copy, is_enough, &scouted);
		if (!err && scouted.did != VISIT_LATE)
			add(search, &copy, &nowhere, &scouted);
		command_deinit(&copy);
	}
	return err;
}

/* Has all commands of the caller be what parts are taken from. */
static struct error *begin(struct search *search)
{
	const struct trial_opts *trial = &search->opts.explorer.trial;
	struct fuzz *fuzz = &search->fuzz;
	struct error *err = telling_open(&trial->scout, trial->scout.nr_places, &fuzz->telling);

	fuzz->state = search->opts.explorer.solver.seed;
	/* Servers of scouts have other traps. */
	trial_end(trial);
	for (size_t i = 0; i < search->shapes.count; i++) {
		const struct shape *shape = &search->shapes.items[i];

		for (size_t c = 0; c < shape->commands.count && shape->is_given; c++)
			vec_push(&fuzz->given, &shape->commands.items[c]);
	}
	return err;
}

/* Returns how many runs came to the changed line of SOURCE that the fewest came to. */
static uint32_t nr_runs(const struct search *search, const struct fuzz_source *source)
{
	return source->rarest == SIZE_MAX ? UINT32_MAX
					  : search->fuzz.telling.nr_runs[source->rarest];
}

static bool is_better(const struct search *search, const struct fuzz_source *a,
		      const struct fuzz_source *b)
{
	/* Twice as many make a difference. */
	int a_bits = __builtin_clz(nr_runs(search, a) | 1);
	int b_bits = __builtin_clz(nr_runs(search, b) | 1);

	if (a->level != b->level)
		return a->level > b->level;
	return a_bits != b_bits ? a_bits > b_bits : a->command.nr_inputs < b->command.nr_inputs;
}

/* Returns a source by chance: of some, the one that comes nearest to a change, and there to what few came to. */
static size_t pick_source(struct search *search)
{
	struct fuzz *fuzz = &search->fuzz;
	size_t number = fuzz->items.count;
	size_t recent = number < RECENT ? number : RECENT;
	const struct fuzz_source *items = fuzz->items.items;
	size_t ret = SIZE_MAX;

	for (unsigned left = 1 + (unsigned)random_pick(&fuzz->state, MAX_DRAWN); left; left--) {
		size_t index;

		switch (random_pick(&fuzz->state, fuzz->small.count ? 3 : 2)) {
		case 0: index = random_pick(&fuzz->state, number); break;
		case 1: index = number - 1 - random_pick(&fuzz->state, recent); break;
		default:
			index = fuzz->small.items[random_pick(&fuzz->state, fuzz->small.count)];
			break;
		}
		if (ret == SIZE_MAX || is_better(search, &items[index], &items[ret]))
			ret = index;
	}
	return ret;
}

/* Runs both versions on COMMAND without traps; *RET: they differ in a way that is new. */
static struct error *confirm(struct search *search, struct command *command, bool *ret)
{
	struct fuzz *fuzz = &search->fuzz;
	struct visit_opts opts = search_visit_opts(search);
	struct trial_result results[2];
	struct error *err;

	opts.lanes = NULL;
	command->argv[0] = (char *)opts.name;
	err = visit_compiled(&opts, command, results);
	*ret = false;
	if (!err && !results[0].is_late && !results[1].is_late) {
		uint64_t kind = outcome_hash(results);

		if (trial_is_same(&results[0], &results[1])) {
			fuzz->nr_false++;
		} else if (slots_find(&fuzz->kinds, kind) == SLOTS_NONE) {
			slots_add(&fuzz->kinds, kind, 0);
			*ret = true;
		}
	}
	trial_result_deinit(&results[0]);
	trial_result_deinit(&results[1]);
	return err;
}

/* Takes COMMAND over, which was run. */
static struct error *note(struct search *search, struct command *command,
			  const struct crossover_spot *spot, const struct visit_scouted *scouted)
{
	const struct telling *telling = &search->fuzz.telling;
	struct fuzz *fuzz = &search->fuzz;
	struct error *err = NULL;
	bool is_new = false;

	if (scouted->did == VISIT_DIFFERENT)
		err = confirm(search, command, &is_new);
	if (fuzz->nr_false > MAX_FALSE)
		search->opts.explorer.trial.servers->is_scout_off = true;
	if (!err && scouted->did != VISIT_LATE &&
	    (telling->nr_new || telling->is_new_set ||
	     (telling->rarest != SIZE_MAX && telling->nr_runs[telling->rarest] <= FEW_RUNS)))
		add(search, command, spot, scouted);
	if (!err && is_new && fuzz->nr_taken < MAX_TAKEN) {
		fuzz->nr_taken++;
		vec_push(&search->resized, *command);
	} else {
		command_deinit(command);
	}
	return err;
}

static struct error *try_one(struct search *search)
{
	struct fuzz *fuzz = &search->fuzz;
	const struct crossover crossover = { search->words, fuzz->given.items, fuzz->given.count,
					     MAX_INPUTS };
	const struct fuzz_source *source;
	struct crossover_spot spot;
	struct visit_scouted scouted;
	struct command command;
	bool is_done = false;
	struct error *err = NULL;

	if (!fuzz->nr_turns && random_pick(&fuzz->state, CUTS) == 0) {
		/* One after the other, too. */
		for (unsigned left = TURNS; left && !err && (left == TURNS || is_done); left--)
			err = search_distil_step(search, &is_done);
	}
	if (err || is_done)
		return err;
	if (!fuzz->nr_turns--) {
		fuzz->turn = pick_source(search);
		fuzz->nr_turns = TURNS - 1;
	}
	source = &fuzz->items.items[fuzz->turn];
	spot = source->spot;
	if (!crossover_make(&crossover, &source->command, &spot, &fuzz->state, &command))
		return NULL;
	err = run(search, &command, is_away, &scouted);
	if (err) {
		command_deinit(&command);
		return err;
	}
	fuzz->nr_tried++;
	return note(search, &command, &spot, &scouted);
}

/* Tries NUMBER commands at most, up to END_MS. */
static struct error *try_some(struct search *search, uint64_t number, uint64_t end_ms)
{
	struct fuzz *fuzz = &search->fuzz;
	struct error *err = NULL;

	if (!fuzz->items.count)
		return NULL;
	for (; number && !err && fuzz->nr_taken < MAX_TAKEN; number--) {
		if (clock_ms() >= end_ms || search->nr_inputs >= search->opts.max_inputs ||
		    search_is_at_end(search))
			break;
		err = try_one(search);
		if (!err)
			err = search_run_resized(search);
	}
	return err;
}

struct error *search_fuzz_first(struct search *search, const size_t *shapes, size_t number)
{
	uint64_t share_ms = search->opts.max_ms / TIME_SHARE, start_ms = clock_ms(), most;
	struct error *err = NULL;

	/* One command has variants, as the caller wants. */
	if (!search->opts.fuzzes || search->scouts.nr_commands < 2)
		return NULL;
	err = begin(search);
	for (size_t i = 0; i < number && !err && clock_ms() - start_ms < share_ms / 2; i++)
		err = add_shape(search, &search->shapes.items[shapes[i]]);
	most = FIRST_EACH * search->scouts.nr_commands;
	return err ? err : try_some(search, most < FIRST ? most : FIRST, start_ms + share_ms);
}

struct error *search_fuzz_beside(struct search *search, uint64_t nr_inputs, uint64_t nr_conditions)
{
	uint64_t worth = nr_conditions / CONDITIONS, most = EACH * nr_inputs;
	struct error *err;

	search->fuzz.nr_due += worth < most ? worth : most;
	if (search->fuzz.nr_due < LEAST)
		return NULL;
	err = try_some(search, search->fuzz.nr_due, UINT64_MAX);
	search->fuzz.nr_due = 0;
	return err;
}
