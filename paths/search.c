/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/search.h"

#include <stdlib.h>

#include "common/clock.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/patience.h"

/* Inputs of one turn: of an exploration that the caller's commands began, and of others. */
enum { TURN_GIVEN = 32, TURN_OTHERS = 8 };

#define LOOK_MS 20 /* between looks at what the caller wants */

/* Commands that are alike. */
struct side {
	VEC(struct command) commands;
	bool is_given;		   /* the caller did */
	struct explorer *explorer; /* NULL: it has not begun */
};

struct found {
	size_t side, index;
};

struct search {
	struct search_opts opts;
	struct recording recording;
	struct patience patience;
	VEC(struct side) sides;
	VEC(struct found) found;
	struct search_state state;
	char **concretised_by; /* of all explorations */
	uint64_t nr_inputs, start_ms, looked_ms;
	bool is_stopped; /* by the caller or by a limit */
};

/* Returns the side of COMMAND; NULL: there is none. */
static struct side *find_side(struct search *search, const struct command *command)
{
	for (size_t i = 0; i < search->sides.count; i++) {
		struct side *side = &search->sides.items[i];

		if (command_is_alike(&side->commands.items[0], command))
			return side;
	}
	return NULL;
}

/* Takes COMMAND over. */
static void add_command(struct search *search, const struct command *command, bool is_given)
{
	struct side *side = find_side(search, command);

	if (!side) {
		side = vec_add(&search->sides);
		side->is_given = is_given;
	}
	vec_push(&side->commands, *command);
}

/* Adds commands that differ by CHANGE bytes at one place from the first one of each side that was given. */
static void add_resized(struct search *search, size_t nr_given, int change)
{
	for (size_t i = 0; i < nr_given; i++) {
		size_t nr_places = command_nr_places(&search->sides.items[i].commands.items[0]);

		for (size_t place = 0; place < nr_places; place++) {
			struct command command;

			if (!command_resize(&search->sides.items[i].commands.items[0], place,
					    change, &command))
				continue;
			if (find_side(search, &command))
				command_deinit(&command);
			else
				add_command(search, &command, false);
		}
	}
}

struct search *search_create(const struct search_opts *opts, const struct command *commands,
			     size_t number)
{
	struct search *search = xcalloc(1, sizeof(*search));
	size_t nr_given;

	search->opts = *opts;
	search->patience.max_ms = opts->timeout_ms;
	for (size_t i = 0; i < number; i++) {
		struct command copy;

		command_copy(&commands[i], &copy);
		add_command(search, &copy, true);
	}
	nr_given = search->sides.count;
	for (int change = 1; change <= (int)opts->growth; change++) {
		add_resized(search, nr_given, change);
		add_resized(search, nr_given, -change);
	}
	return search;
}

void search_destroy(struct search *search)
{
	for (size_t i = 0; i < search->sides.count; i++) {
		struct side *side = &search->sides.items[i];

		if (side->explorer)
			explorer_destroy(side->explorer);
		for (size_t c = 0; c < side->commands.count; c++)
			command_deinit(&side->commands.items[c]);
		vec_deinit(&side->commands);
	}
	vec_deinit(&search->sides);
	vec_deinit(&search->found);
	strv_destroy(search->concretised_by);
	recording_deinit(&search->recording);
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
	sum->nr_open += state->nr_open;
	sum->nr_differences += state->nr_differences;
	sum->nr_paths[0] += state->nr_paths[0];
	sum->nr_paths[1] += state->nr_paths[1];
	sum->nr_equal += state->nr_equal;
	sum->nr_differing += state->nr_differing;
	sum->nr_undecided += state->nr_undecided;
	sum->nr_unknown += state->nr_unknown;
	sum->nr_unsteady += state->nr_unsteady;
	sum->is_concretised |= state->is_concretised;
	sum->is_cut |= state->is_cut;
	sum->is_untold |= state->is_untold;
	sum->is_late |= state->is_late;
	sum->is_over &= state->is_over;
	sum->is_certain &= state->is_certain;
}

const struct search_state *search_state(struct search *search)
{
	struct search_state *state = &search->state;

	*state = (struct search_state){ .sum = { .is_over = true, .is_certain = true },
					.nr_lengths = search->sides.count };
	for (size_t i = 0; i < search->sides.count; i++) {
		const struct side *side = &search->sides.items[i];
		const struct explorer_state waits = { .nr_open = side->commands.count };
		const struct explorer_state *one =
			side->explorer ? explorer_state(side->explorer) : &waits;

		add_state(&state->sum, one);
		add_names(search, one->concretised_by);
		state->nr_certain += one->is_certain;
	}
	state->sum.concretised_by = search->concretised_by;
	return state;
}

size_t search_nr_differences(const struct search *search)
{
	return search->found.count;
}

struct search_difference search_difference(const struct search *search, size_t index)
{
	const struct found *found = &search->found.items[index];
	struct explorer *explorer = search->sides.items[found->side].explorer;
	size_t number;

	return (struct search_difference){ explorer,
					   &explorer_differences(explorer, &number)[found->index] };
}

/* ---- the search */

/* True if a limit of time was reached, or the caller wants the end. */
static bool is_at_end(void *arg)
{
	struct search *search = arg;
	const struct search_opts *opts = &search->opts;
	uint64_t now = clock_ms();

	if (search->is_stopped || now - search->looked_ms < LOOK_MS)
		return search->is_stopped;
	search->looked_ms = now;
	search->is_stopped = now - search->start_ms >= opts->max_ms ||
			     (opts->progress && opts->progress(opts->arg, search_state(search)));
	return search->is_stopped;
}

/* Notes differences of the exploration that are new, NR_BEFORE of them are not. */
static void note_found(struct search *search, size_t side, size_t nr_before)
{
	size_t number;

	explorer_differences(search->sides.items[side].explorer, &number);
	for (size_t i = nr_before; i < number; i++)
		vec_push(&search->found, ((struct found){ side, i }));
}

static struct error *step(struct search *search, size_t side)
{
	struct explorer *explorer = search->sides.items[side].explorer;
	struct error *err;
	size_t number;

	explorer_differences(explorer, &number);
	err = explorer_step(explorer);
	search->nr_inputs++;
	note_found(search, side, number);
	if (search->nr_inputs >= search->opts.max_inputs)
		search->is_stopped = true;
	return err;
}

static void begin(struct search *search, struct side *side)
{
	struct explorer_opts opts = search->opts.explorer;

	opts.patience = &search->patience;
	opts.stop = is_at_end;
	opts.arg = search;
	side->explorer = explorer_create(&opts, &side->commands.items[0], &search->recording);
	for (size_t i = 0; i < side->commands.count; i++)
		explorer_add(side->explorer, &side->commands.items[i]);
}

static struct error *take_turn(struct search *search, size_t index)
{
	struct side *side = &search->sides.items[index];
	unsigned nr_left = side->is_given ? TURN_GIVEN : TURN_OTHERS;
	struct error *err = NULL;

	if (!side->explorer)
		begin(search, side);
	for (; nr_left && !err && explorer_is_open(side->explorer) && !is_at_end(search); nr_left--)
		err = step(search, index);
	return err;
}

static bool is_open(const struct search *search)
{
	for (size_t i = 0; i < search->sides.count; i++) {
		const struct explorer *explorer = search->sides.items[i].explorer;

		if (!explorer || explorer_is_open(explorer))
			return true;
	}
	return false;
}

struct error *search_run(struct search *search)
{
	struct error *err = recording_create(search->opts.recording, &search->recording);

	search->start_ms = clock_ms();
	while (!err && is_open(search) && !search->is_stopped) {
		for (size_t i = 0; i < search->sides.count && !err && !search->is_stopped; i++)
			err = take_turn(search, i);
	}
	return err;
}
