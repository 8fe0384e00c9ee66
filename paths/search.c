/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/search.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/deadline.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/lane.h"
#include "paths/search_state.h"
#include "paths/vary.h"
#include "paths/words.h"
#include "runner/sandbox/process.h"

enum {
	/* inputs of one turn: of an exploration that the caller's commands began, and of others */
	TURN_GIVEN = 32,
	TURN_OTHERS = 8,
	TURN_CONDITIONS = 1 << 14, /* a turn is over when its paths had so many */
	TURN_TASKS =
		1 << 10, /* or when so many of the agenda led to no inputs one after the other */
};

#define MAX_SHAPES 1024 /* from then on variants of other lengths are not run */
#define LOOK_MS	   20	/* between looks at what the caller wants */
#define GRACE_MS   2000 /* of runs that began before the end */
#define LATEST_MS  3000 /* from the end on, with all that follows */

/* Returns the one that COMMAND belongs to; NULL: there is none yet. */
static struct shape *find_shape(struct search *search, const struct command *command)
{
	for (size_t i = 0; i < search->shapes.count; i++) {
		struct shape *shape = &search->shapes.items[i];

		if (command_is_alike(&shape->commands.items[0], command))
			return shape;
	}
	return NULL;
}

/* Adds one with COMMAND, which it takes over. */
static struct shape *add_shape(struct search *search, const struct command *command)
{
	struct shape *shape = vec_add(&search->shapes);

	vec_push(&shape->commands, *command);
	return shape;
}

static void add_given(struct search *search, const struct command *command)
{
	struct shape *shape = find_shape(search, command);
	struct command copy;

	command_copy(command, &copy);
	if (shape)
		vec_push(&shape->commands, copy);
	else
		add_shape(search, &copy)->is_given = true;
}

/* Adds a command like that of the shape GIVEN, with CHANGE bytes more or fewer at PLACE, if it is new. */
static void add_resized(struct search *search, size_t given, size_t place, int change)
{
	struct command command;

	if (!command_resize(&search->shapes.items[given].commands.items[0], place, change,
			    &command))
		return;
	if (find_shape(search, &command))
		command_deinit(&command);
	else
		add_shape(search, &command);
}

/* Adds those with CHANGE bytes more or fewer at one place than the first NR_GIVEN shapes. */
static void add_all_resized(struct search *search, size_t nr_given, int change)
{
	for (size_t i = 0; i < nr_given; i++) {
		size_t nr_places = command_nr_places(&search->shapes.items[i].commands.items[0]);

		for (size_t place = 0; place < nr_places; place++)
			add_resized(search, i, place, change);
	}
}

struct search *search_create(const struct search_opts *opts, const struct command *commands,
			     size_t number)
{
	struct search *search = xcalloc(1, sizeof(*search));
	size_t nr_given;

	search->opts = *opts;
	search->fuzz.telling.file = -1;
	for (unsigned i = 0; i < 2 && opts->explorer.mode != MODE_PAIRS; i++)
		search->opts.explorer.slicers[i] = slicer_create(opts->explorer.change, i);
	search->patience.max_ms = opts->explorer.trial.max_ms;
	if (opts->varies)
		search->words = search_words(&opts->explorer, commands, number);
	search->questions.cancelled = opts->explorer.trial.deadline.cancelled;
	search->patience.deadline.cancelled = search->questions.cancelled;
	search->opts.explorer.solver.deadline = &search->questions;
	for (size_t i = 0; i < number; i++)
		add_given(search, &commands[i]);
	nr_given = search->shapes.count;
	for (int change = 1; change <= (int)opts->growth; change++) {
		add_all_resized(search, nr_given, change);
		add_all_resized(search, nr_given, -change);
	}
	return search;
}

void search_destroy(struct search *search)
{
	for (size_t i = 0; i < search->shapes.count; i++) {
		struct shape *shape = &search->shapes.items[i];

		if (shape->explorer)
			explorer_destroy(shape->explorer);
		for (size_t c = 0; c < shape->commands.count; c++)
			command_deinit(&shape->commands.items[c]);
		vec_deinit(&shape->commands);
	}
	vec_deinit(&search->shapes);
	for (size_t i = 0; i < search->resized.count; i++)
		command_deinit(&search->resized.items[i]);
	vec_deinit(&search->resized);
	vec_deinit(&search->found);
	words_destroy(search->words);
	slicer_destroy(search->opts.explorer.slicers[0]);
	slicer_destroy(search->opts.explorer.slicers[1]);
	strv_destroy(search->concretised_by);
	search_fuzz_deinit(&search->fuzz);
	recording_deinit(&search->recordings[0]);
	recording_deinit(&search->recordings[1]);
	free(search);
}

/* ---- what is known */

static void add_names(struct search *search, char *const *names)
{
	for (char *const *name = names; name && *name; name++)
		strv_append_once(&search->concretised_by, *name);
}

static void add_state(struct explorer_state *sum, const struct explorer_state *state)
{
	sum->nr_inputs += state->nr_inputs;
	sum->nr_variants += state->nr_variants;
	sum->nr_open += state->nr_open;
	sum->nr_irrelevant += state->nr_irrelevant;
	sum->nr_paths[0] += state->nr_paths[0];
	sum->nr_paths[1] += state->nr_paths[1];
	sum->nr_equal += state->nr_equal;
	sum->nr_differing += state->nr_differing;
	sum->nr_undecided += state->nr_undecided;
	sum->nr_unchecked += state->nr_unchecked;
	sum->nr_unknown += state->nr_unknown;
	sum->nr_unsteady += state->nr_unsteady;
	sum->is_concretised |= state->is_concretised;
	sum->is_cut |= state->is_cut;
	sum->is_untold |= state->is_untold;
	sum->is_late |= state->is_late;
	sum->is_over &= state->is_over;
	sum->is_certain &= state->is_certain;
}

/* Adds what counts of a variant of other lengths: nothing is promised of these. */
static void add_beside(struct search_state *sum, const struct explorer_state *state, bool is_shrunk)
{
	sum->nr_lengths--;
	if (is_shrunk)
		return;
	sum->sum.nr_inputs += state->nr_inputs;
}

/* Returns why no branches are left out, though the caller lets them be. */
static const char *doubt_of(const struct search *search)
{
	const struct explorer_opts *opts = &search->opts.explorer;

	return opts->change && !opts->keeps_irrelevant ? change_doubt(opts->change) : NULL;
}

const struct search_state *search_state(struct search *search)
{
	struct search_state *state = &search->state;

	*state = (struct search_state){ .sum = { .is_over = true, .is_certain = true },
					.mode = search->opts.explorer.mode,
					.nr_lengths = search->shapes.count,
					.nr_fuzzed = search->fuzz.nr_tried,
					.is_full = search->is_full,
					.doubt = doubt_of(search) };
	for (size_t i = 0; i < search->shapes.count; i++) {
		const struct shape *shape = &search->shapes.items[i];
		const struct explorer_state waits = { .nr_open = shape->commands.count };
		const struct explorer_state *one =
			shape->explorer ? explorer_state(shape->explorer) : &waits;

		if (shape->is_beside) {
			add_beside(state, one, shape->is_shrunk);
			continue;
		}
		add_state(&state->sum, one);
		add_names(search, one->concretised_by);
		state->nr_certain += one->is_certain;
	}
	state->sum.concretised_by = search->concretised_by;
	state->nr_unconfirmed = search->nr_unconfirmed;
	state->sum.nr_differences = search->found.count;
	state->sum.nr_unsteady += search->nr_dropped;
	state->sum.is_certain &= !search->nr_dropped && !search->nr_unconfirmed;
	state->scouts = search->scouts;
	state->use = search->use;
	return state;
}

size_t search_nr_differences(const struct search *search)
{
	return search->found.count;
}

struct search_difference search_difference(const struct search *search, size_t index)
{
	const struct found *found = &search->found.items[index];
	struct explorer *explorer = search->shapes.items[found->shape].explorer;
	size_t number;
	const struct difference *difference =
		&explorer_differences(explorer, &number)[found->index];

	return (struct search_difference){ explorer, difference, found->use,
					   difference->nr_inputs + found->nr_replaced };
}

size_t search_nr_explorers(const struct search *search)
{
	return search->shapes.count;
}

const struct explorer *search_explorer(const struct search *search, size_t index)
{
	return search->shapes.items[index].explorer;
}

/* ---- the search */

/* Returns the resident size of this process; 0: that is not known. */
static uint64_t resident_kb(void)
{
	struct process self;

	return process_read(getpid(), &self) ? self.resident_kb : 0;
}

/* Returns how long the search may take. What it found is to be shown in time. */
static uint64_t own_ms(const struct search *search)
{
	return search->opts.max_ms - (search->found.count ? search->opts.show_ms : 0);
}

static void set_deadline(struct search *search)
{
	uint64_t end_ms = deadline_after(search->start_ms, own_ms(search));

	search->questions.at_ms = end_ms;
	search->patience.deadline.at_ms = end_ms ? deadline_after(end_ms, GRACE_MS) : 0;
}

static void set_start(struct search *search, uint64_t now)
{
	search->start_ms = now;
	set_deadline(search);
}

uint64_t search_left_ms(const struct search *search)
{
	uint64_t end_ms = deadline_after(search->start_ms, search->opts.max_ms);
	const struct deadline latest = { .at_ms = end_ms ? deadline_after(end_ms, LATEST_MS) : 0 };

	return deadline_bound_ms(&latest, UINT64_MAX);
}

bool search_is_at_end(struct search *search)
{
	const struct search_opts *opts = &search->opts;
	uint64_t now = clock_ms();

	if (search->is_stopped || now - search->looked_ms < LOOK_MS)
		return search->is_stopped;
	search->looked_ms = now;
	if (opts->is_repeated && opts->is_repeated(opts->arg, search->nr_inputs))
		set_start(search, now);
	search->is_full = resident_kb() > opts->max_memory_kb;
	search->is_stopped = search->is_full || now - search->start_ms >= own_ms(search) ||
			     (opts->progress && opts->progress(opts->arg, search_state(search)));
	return search->is_stopped;
}

static bool is_at_end(void *arg)
{
	return search_is_at_end(arg);
}

/* Returns what the search took up to now. Servers have waited for their runs, but nobody has for them. */
static struct search_use measure(const struct search *search)
{
	const struct explorer_opts *opts = &search->opts.explorer;

	return (struct search_use){ .ms = clock_ms() - search->start_ms,
				    .cpu_us = clock_own_us() - search->start_cpu_us +
					      servers_cpu_us(opts->trial.servers) +
					      lanes_cpu_us(opts->lanes) };
}

/* Notes differences of the exploration that are new, NR_BEFORE of them are not. */
static void note_found(struct search *search, size_t shape, size_t nr_before)
{
	size_t number;

	explorer_differences(search->shapes.items[shape].explorer, &number);
	if (nr_before < number)
		search->use = measure(search);
	for (size_t i = nr_before; i < number; i++)
		if (!search_is_found_elsewhere(search, shape, i))
			vec_push(&search->found, ((struct found){ shape, i, search->use }));
	search->is_stopped |= search->found.count >= search->opts.max_differences;
}

static struct error *step(struct search *search, size_t shape)
{
	struct explorer *explorer = search->shapes.items[shape].explorer;
	struct error *err;
	size_t number;

	explorer_differences(explorer, &number);
	err = explorer_step(explorer);
	search->nr_inputs++;
	note_found(search, shape, number);
	return err;
}

static void take_resized(void *arg, struct command *command)
{
	struct search *search = arg;

	if (search->shapes.count < MAX_SHAPES)
		vec_push(&search->resized, *command);
	else
		command_deinit(command);
}

static void begin(struct search *search, struct shape *shape)
{
	struct explorer_opts opts = search->opts.explorer;

	opts.patience = &search->patience;
	opts.stop = is_at_end;
	opts.words = search->words;
	opts.take_resized = take_resized;
	opts.arg = search;
	shape->explorer = explorer_create(&opts, &shape->commands.items[0], search->recordings);
	for (size_t i = 0; i < shape->commands.count; i++)
		explorer_add(shape->explorer, &shape->commands.items[i]);
}

struct error *search_visit_beside(struct search *search, struct command *command, size_t *ret)
{
	size_t index = search->shapes.count;
	struct shape *shape = add_shape(search, command);
	struct error *err = NULL;

	*ret = index;
	shape->is_beside = true;
	begin(search, shape);
	if (explorer_find(shape->explorer, TURN_TASKS))
		err = step(search, index);
	explorer_rest(shape->explorer);
	return err;
}

struct error *search_run_resized(struct search *search)
{
	struct error *err = NULL;
	size_t index;

	while (search->resized.count && !err) {
		struct command command = search->resized.items[--search->resized.count];

		err = search_visit_beside(search, &command, &index);
	}
	return err;
}

/* Lets the shape have its turn, of NR_LEFT inputs at most. */
static struct error *take_turn(struct search *search, size_t index, size_t nr_left)
{
	struct shape *shape = &search->shapes.items[index];
	struct explorer *explorer;
	struct error *err = NULL;
	uint64_t end;

	if (!shape->explorer)
		begin(search, shape);
	shape->nr_turns++;
	explorer = shape->explorer;
	if (search->has_begun) {
		err = explorer_vary_given(explorer);
		if (!err)
			err = search_run_resized(search);
	}
	end = explorer_state(explorer)->nr_conditions + TURN_CONDITIONS;
	for (; nr_left && !err && !search_is_at_end(search) && explorer_find(explorer, TURN_TASKS);
	     nr_left--) {
		if (explorer_state(explorer)->nr_conditions >= end)
			break;
		/* Others would come: the limit is one. */
		if (search->nr_inputs >= search->opts.max_inputs) {
			search->is_stopped = true;
			break;
		}
		set_deadline(search);
		err = step(search, index);
		if (!err)
			err = search_run_resized(search);
	}
	explorer_rest(explorer);
	return err;
}

static uint64_t nr_conditions(const struct shape *shape)
{
	return shape->explorer ? explorer_state(shape->explorer)->nr_conditions : 0;
}

/* Lets the shape have its turn, and then chance as many tries as that is worth. */
static struct error *take_turns(struct search *search, size_t index, size_t nr_left)
{
	const struct shape *shape = &search->shapes.items[index];
	uint64_t nr_inputs = search->nr_inputs, nr_before = nr_conditions(shape);
	struct error *err = take_turn(search, index, nr_left);

	if (err)
		return err;
	shape = &search->shapes.items[index];
	return search_fuzz_beside(search, search->nr_inputs - nr_inputs,
				  nr_conditions(shape) - nr_before);
}

/*
 * Runs the caller's commands, which tell how near to a change each shape is; in half of the time that is left at most, but
 * one in any case.
 */
static struct error *run_given(struct search *search)
{
	uint64_t left_ms, start_ms;
	size_t number;
	_cleanup_free_ size_t *shapes;
	struct error *err = search_scout(search, &shapes, &number);

	if (!err)
		err = search_fuzz_first(search, shapes, number);
	start_ms = clock_ms();
	left_ms = deadline_bound_ms(&search->questions, search->opts.max_ms);
	for (size_t i = 0; i < number && !err && !search->is_stopped; i++) {
		if (search->nr_given && clock_ms() - start_ms >= left_ms / 2)
			break;
		err = take_turns(search, shapes[i], search->shapes.items[shapes[i]].commands.count);
		search->nr_given++;
	}
	return err;
}

struct error *search_run(struct search *search)
{
	struct error *err = NULL;
	size_t next = 0;

	for (unsigned i = 0; i < 2 && !err; i++)
		err = recording_create(search->opts.explorer.trial.recordings[i],
				       &search->recordings[i]);
	set_start(search, clock_ms());
	search->start_cpu_us = clock_own_us();
	if (!err)
		err = run_given(search);
	search->has_begun = true;
	while (!err && !search->is_stopped && search_choose(search, &next))
		err = take_turns(search, next,
				 search->shapes.items[next].is_given ? TURN_GIVEN : TURN_OTHERS);
	search->use = measure(search);
	search->patience.deadline.at_ms = 0;
	return err;
}
