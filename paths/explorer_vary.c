/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of inputs that were visited: both versions are run on them as compiled, which costs less than a visit. */
#include <stdlib.h>

#include "common/hash.h"
#include "common/random.h"
#include "common/xalloc.h"
#include "paths/explorer_state.h"
#include "paths/variation.h"

enum {
	LEAST = 4,	     /* variants of inputs */
	MOST = 32,	     /* the same */
	CONDITIONS = 8,	     /* of a path for one more: what it costs to explore grows with them */
	UNCHANGED_SHARE = 4, /* so many times fewer of inputs that came to no changed code */
	RESIZED_SHARE = 2,   /* one of so many has other lengths */
	MAX_PICKS = 8,	     /* of a place and its change, until one can be */
	MAX_RESIZE = 8,	     /* bytes */
	MAX_LATE = 3,	     /* after so many that did not end there are no more */
	MAX_DIFFERENT = 2,   /* after so many that differ the next inputs have their turn */
};

/* Returns how many variants the inputs of VISIT are worth. */
static unsigned nr_wanted(const struct explorer *explorer, const struct visit *visit)
{
	const struct path *path = &visit->paths[1];
	size_t number = path->flags & REMT_PATH_CONCRETISED
				? MOST
				: LEAST + path->conditions.count / CONDITIONS;
	bool is_unchanged = explorer_prunes(explorer) && visit_is_unchanged(visit);

	if (!explorer->opts.varies || explorer->opts.patience->nr_late_variants >= MAX_LATE ||
	    !explorer->command.nr_inputs || visit->differs || visit->is_unsteady ||
	    visit_is_late(visit))
		return 0;
	number = number < MOST ? number : MOST;
	return (unsigned)(is_unchanged ? number / UNCHANGED_SHARE : number);
}

/* Opens INPUTS, which are copied. */
static void open_inputs(struct explorer *explorer, const unsigned char *inputs)
{
	struct agenda_reason reason = { .kind = FOR_DIFFERENCE };
	uint32_t size = explorer->command.nr_inputs;
	struct agenda_task task = { .inputs = xmemdup(inputs, size) };

	agenda_add(&explorer->agenda, &reason, &task);
}

/* A variant that is made and tried. */
struct attempt {
	struct explorer *explorer;
	const struct visit_opts *opts;
	const unsigned char *inputs; /* that were visited */
	uint64_t *state;
	enum visit_try result;
};

/* Tries a variant that has the lengths of the inputs. */
static struct error *try_variant(struct attempt *attempt)
{
	struct explorer *explorer = attempt->explorer;
	uint32_t size = explorer->command.nr_inputs;
	_cleanup_free_ unsigned char *variant = xcalloc(size, 1);
	size_t other = random_pick(attempt->state, explorer->visited.count);
	const struct variation variation = { size, explorer->command.nr_arguments, attempt->inputs,
					     explorer->visited.items[other] };
	struct error *err;

	variation_make(&variation, attempt->state, variant);
	err = visit_try(attempt->opts, &explorer->command, variant, &attempt->result);
	if (!err && attempt->result == VISIT_DIFFERENT)
		open_inputs(explorer, variant);
	return err;
}

/* Makes *RET like the inputs, but for one place that is longer or shorter; false: none was found. */
static bool resize(const struct attempt *attempt, struct command *ret)
{
	struct explorer *explorer = attempt->explorer;
	size_t nr_places = command_nr_places(&explorer->command);
	bool done = false;

	command_set(&explorer->command, attempt->opts->name, attempt->inputs);
	/* Not every place can be: empty standard input, say. */
	for (unsigned left = nr_places ? MAX_PICKS : 0; left && !done; left--) {
		size_t place = random_pick(attempt->state, nr_places);
		int change = 1 + (int)random_pick(attempt->state, MAX_RESIZE);

		if (random_pick(attempt->state, 2))
			change = -change;
		done = command_resize(&explorer->command, place, change, ret);
	}
	return done;
}

/* Tries a variant of other lengths. */
static struct error *try_resized(struct attempt *attempt)
{
	const struct explorer_opts *opts = &attempt->explorer->opts;
	_cleanup_free_ unsigned char *from = NULL, *variant = NULL;
	struct variation variation;
	struct command command;
	struct error *err;

	attempt->result = VISIT_SAME;
	if (!resize(attempt, &command))
		return NULL;
	from = xcalloc(command.nr_inputs + UINT32_C(1), 1);
	variant = xcalloc(command.nr_inputs + UINT32_C(1), 1);
	command_inputs(&command, from);
	variation = (struct variation){ command.nr_inputs, command.nr_arguments, from, from };
	if (command.nr_inputs)
		variation_make(&variation, attempt->state, variant);
	err = visit_try(attempt->opts, &command, variant, &attempt->result);
	if (!err && attempt->result == VISIT_DIFFERENT)
		opts->take_resized(opts->arg, &command);
	else
		command_deinit(&command);
	return err;
}

struct error *explorer_vary(struct explorer *explorer, const struct visit_opts *opts,
			    const struct visit *visit, const unsigned char *inputs)
{
	uint64_t state =
		explorer->opts.solver.seed ^ hash_bytes(inputs, explorer->command.nr_inputs);
	struct attempt attempt = { explorer, opts, inputs, &state, VISIT_SAME };
	unsigned nr_different = 0;
	struct error *err = NULL;

	for (unsigned left = nr_wanted(explorer, visit); left && !err; left--) {
		bool is_resized = left % RESIZED_SHARE == 0;

		err = is_resized ? try_resized(&attempt) : try_variant(&attempt);
		explorer->state.nr_variants += !err;
		nr_different += attempt.result == VISIT_DIFFERENT;
		explorer->opts.patience->nr_late_variants += attempt.result == VISIT_LATE;
		if (attempt.result == VISIT_LATE || nr_different >= MAX_DIFFERENT ||
		    explorer_is_at_end(explorer))
			break;
	}
	return err;
}
