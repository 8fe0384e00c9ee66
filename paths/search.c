/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/search.h"

#include <stdlib.h>

#include "common/clock.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/patience.h"

/* Inputs of one turn: of the first exploration, and of others. */
enum { TURN_FIRST = 32, TURN_OTHERS = 8 };

#define LOOK_MS 20 /* between looks at what the caller wants */

struct side {
	struct command command;
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

static void add_side(struct search *search, const struct command *command)
{
	vec_push(&search->sides, (struct side){ .command = *command });
}

/* Adds commands that differ from the first one by CHANGE bytes at one place. */
static void add_resized(struct search *search, int change)
{
	const struct command *first = &search->sides.items[0].command;
	size_t nr_places = command_nr_places(first);

	for (size_t place = 0; place < nr_places; place++) {
		struct command command;

		if (command_resize(&search->sides.items[0].command, place, change, &command))
			add_side(search, &command);
	}
}

struct search *search_create(const struct search_opts *opts, const struct command *command)
{
	struct search *search = xcalloc(1, sizeof(*search));
	struct command copy;

	search->opts = *opts;
	search->patience.max_ms = opts->timeout_ms;
	command_copy(command, &copy);
	add_side(search, &copy);
	for (int change = 1; change <= (int)opts->growth; change++) {
		add_resized(search, change);
		add_resized(search, -change);
	}
	return search;
}

void search_destroy(struct search *search)
{
	for (size_t i = 0; i < search->sides.count; i++) {
		struct side *side = &search->sides.items[i];

		if (side->explorer)
			explorer_destroy(side->explorer);
		command_deinit(&side->command);
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
	for (char *const *name = names; name && *name; name++) {
		if (!search->concretised_by || !strv_contains(search->concretised_by, *name))
			strv_append(&search->concretised_by, *name);
	}
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
	/* One that has not begun has the inputs of its command open. */
	const struct explorer_state nothing = { .nr_open = 1 };
	struct search_state *state = &search->state;

	*state = (struct search_state){ .sum = { .is_over = true, .is_certain = true },
					.nr_lengths = search->sides.count };
	for (size_t i = 0; i < search->sides.count; i++) {
		const struct explorer *explorer = search->sides.items[i].explorer;
		const struct explorer_state *one = explorer ? explorer_state(explorer) : &nothing;

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
	side->explorer = explorer_create(&opts, &side->command, &search->recording);
}

static struct error *take_turn(struct search *search, size_t index)
{
	struct side *side = &search->sides.items[index];
	unsigned nr_left = index ? TURN_OTHERS : TURN_FIRST;
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
	struct error *err = recording_create(search->opts.recording, 0, &search->recording);

	search->start_ms = clock_ms();
	while (!err && is_open(search) && !search->is_stopped) {
		for (size_t i = 0; i < search->sides.count && !err && !search->is_stopped; i++)
			err = take_turn(search, i);
	}
	return err;
}
