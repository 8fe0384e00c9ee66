/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of inputs that were visited: both versions are run on them as compiled, which costs less than a visit. */
#include <stdlib.h>

#include "common/hash.h"
#include "common/random.h"
#include "common/xalloc.h"
#include "paths/explorer_state.h"
#include "paths/variation.h"
#include "paths/vary.h"

enum {
	LEAST = 4,	     /* variants of inputs */
	MOST = 32,	     /* the same */
	CONDITIONS = 8,	     /* of a path for one more: what it costs to explore grows with them */
	UNCHANGED_SHARE = 4, /* so many times fewer of inputs that came to no changed code */
	ROUND = 64,	     /* more of the caller's inputs that came to changed code, each time */
	LEAST_ROUNDS = 4,    /* if it is not certain that all is known */
	KINDS = 4,	     /* of variants, which take turns */
	MAX_LATE = 3,	     /* after so many that did not end there are no more */
	MAX_DIFFERENT = 2,   /* after so many that differ the next inputs have their turn */
};

#define MAX_HELD (UINT64_C(1) << 26) /* bytes of variants that have begun */

unsigned explorer_worth(const struct explorer *explorer, const struct visit *visit)
{
	const struct path *path = &visit->paths[1];
	size_t number = path->flags & REMT_PATH_CONCRETISED
				? MOST
				: LEAST + path->conditions.count / CONDITIONS;
	bool is_unchanged = explorer_prunes(explorer) && visit_is_unchanged(visit);

	if (!explorer->opts.words || explorer->opts.patience->nr_late_variants >= MAX_LATE ||
	    !explorer->command.nr_inputs || visit->differs || visit->is_unsteady ||
	    visit_is_late(visit))
		return 0;
	number = number < MOST ? number : MOST;
	return (unsigned)(is_unchanged ? number / UNCHANGED_SHARE : number);
}

/* ---- what variants are */

/* Makes one that has the lengths of the inputs. */
static void make_same(struct explorer *explorer, struct variants *variants, struct variant *ret)
{
	uint32_t size = explorer->command.nr_inputs;
	size_t other = random_pick(&variants->state, explorer->visited.count);
	const struct variation variation = { size, explorer->command.nr_arguments, variants->inputs,
					     explorer->visited.items[other] };

	ret->inputs = xcalloc(size, 1);
	variation_make(&variation, &variants->state, ret->inputs);
}

/* Makes one of other lengths. */
static void make_resized(struct explorer *explorer, struct variants *variants, struct variant *ret)
{
	_cleanup_free_ unsigned char *from = NULL;
	struct variation variation;
	struct command *command = &ret->command;

	command_set(&explorer->command, variants->opts->name, variants->inputs);
	ret->is_resized = vary_length(&explorer->command, &variants->state, command);
	if (!ret->is_resized)
		return;
	from = xcalloc(command->nr_inputs + UINT32_C(1), 1);
	ret->inputs = xcalloc(command->nr_inputs + UINT32_C(1), 1);
	command_inputs(command, from);
	variation = (struct variation){ command->nr_inputs, command->nr_arguments, from, from };
	if (command->nr_inputs)
		variation_make(&variation, &variants->state, ret->inputs);
}

/* Makes one whose text at one place is edited. */
static void make_edited(struct explorer *explorer, struct variants *variants, struct variant *ret)
{
	command_set(&explorer->command, variants->opts->name, variants->inputs);
	ret->is_resized = vary_text(explorer->opts.words, &explorer->command, &variants->state,
				    &ret->command);
	if (!ret->is_resized)
		return;
	ret->inputs = xcalloc(ret->command.nr_inputs + UINT32_C(1), 1);
	command_inputs(&ret->command, ret->inputs);
}

/* Makes the one that comes next. */
static struct variant *make_next(struct explorer *explorer, struct variants *variants)
{
	struct variant variant = { .inputs = NULL };

	switch ((variants->number - variants->items.count) % KINDS) {
	case 0: make_resized(explorer, variants, &variant); break;
	case 1: make_same(explorer, variants, &variant); break;
	default: make_edited(explorer, variants, &variant); break;
	}
	vec_push(&variants->items, variant);
	return &variants->items.items[variants->items.count - 1];
}

static struct command *command_of(struct explorer *explorer, struct variant *variant)
{
	return variant->is_resized ? &variant->command : &explorer->command;
}

static void free_variant(struct variant *variant)
{
	free(variant->inputs);
	if (variant->is_resized)
		command_deinit(&variant->command);
}

/* ---- their runs */

static void set_number(struct explorer *explorer, struct variants *variants)
{
	if (variants->visit)
		variants->number = explorer_worth(explorer, variants->visit);
	else if (explorer->opts.patience->nr_late_variants >= MAX_LATE)
		variants->number = 0;
	variants->state = explorer->opts.solver.seed ^
			  hash_bytes(variants->inputs, explorer->command.nr_inputs) ^
			  variants->round;
}

void explorer_begin_variants(struct explorer *explorer, struct variants *variants)
{
	uint64_t held = 0;

	set_number(explorer, variants);
	while (variants->opts->lanes && variants->items.count < variants->number &&
	       held < MAX_HELD) {
		struct variant *variant = make_next(explorer, variants);

		/* The inputs, and the command that has them, here and in its lane. */
		held += UINT64_C(3) * command_of(explorer, variant)->nr_inputs;
		if (variant->inputs)
			visit_begin(variants->opts, command_of(explorer, variant), variant->inputs,
				    &variant->begun);
	}
}

/* What was tried is not needed any more. */
static void release(const struct variants *variants, struct variant *variant)
{
	visit_drop(variants->opts, &variant->begun);
	free_variant(variant);
	*variant = (struct variant){ .inputs = NULL };
}

static struct error *try_one(struct explorer *explorer, const struct visit_opts *opts,
			     struct variant *variant, enum visit_try *ret)
{
	const struct explorer_opts *own = &explorer->opts;
	struct error *err;

	*ret = VISIT_SAME;
	if (!variant->inputs)
		return NULL;
	err = visit_try(opts, command_of(explorer, variant), variant->inputs, &variant->begun, ret);
	if (err || *ret != VISIT_DIFFERENT)
		return err;
	if (!variant->is_resized) {
		explorer_open(explorer, variant->inputs);
		return NULL;
	}
	variant->is_resized = false;
	own->take_resized(own->arg, &variant->command);
	return NULL;
}

struct error *explorer_vary(struct explorer *explorer, struct variants *variants)
{
	struct error *err = NULL;

	/* What the visit told may have changed how many are worth it. */
	if (variants->visit && variants->number != explorer_worth(explorer, variants->visit)) {
		explorer_end_variants(variants);
		set_number(explorer, variants);
	}
	for (unsigned i = 0; i < variants->number && !err; i++) {
		struct variant *variant = i < variants->items.count ? &variants->items.items[i]
								    : make_next(explorer, variants);
		enum visit_try result;

		err = try_one(explorer, variants->opts, variant, &result);
		explorer->state.nr_variants += !err && variant->inputs;
		variants->nr_different += result == VISIT_DIFFERENT;
		explorer->opts.patience->nr_late_variants += result == VISIT_LATE;
		release(variants, variant);
		if (result == VISIT_LATE || variants->nr_different >= MAX_DIFFERENT ||
		    explorer_is_at_end(explorer))
			break;
	}
	return err;
}

void explorer_end_variants(struct variants *variants)
{
	for (size_t i = 0; i < variants->items.count; i++)
		release(variants, &variants->items.items[i]);
	vec_deinit(&variants->items);
}

struct given explorer_give(const struct explorer *explorer, const struct visit *visit)
{
	/* The modes that leave out paths are to have few inputs. */
	bool is_near = !mode_is_partial(explorer->opts.mode) &&
		       (visit_first_change(visit, 0) != SIZE_MAX ||
			visit_first_change(visit, 1) != SIZE_MAX);

	return (struct given){ explorer_worth(explorer, visit), is_near, 0 };
}

/* Returns how many variants the caller's inputs have in this round. */
static unsigned next_number(const struct given *given)
{
	if (!given->nr_rounds)
		return given->worth;
	return given->worth && given->is_near ? ROUND : 0;
}

bool explorer_waits(const struct explorer *explorer)
{
	unsigned nr_rounds = explorer->state.is_certain ? 1 : LEAST_ROUNDS;
	bool ret = false;

	for (size_t i = 0; i < explorer->given.count; i++) {
		const struct given *given = &explorer->given.items[i];

		ret |= given->nr_rounds < nr_rounds && next_number(given);
	}
	return ret;
}

struct error *explorer_vary_given(struct explorer *explorer)
{
	const struct visit_opts opts = explorer_visit_opts(explorer);
	struct error *err = NULL;

	for (size_t i = 0; i < explorer->given.count && !err; i++) {
		struct given *given = &explorer->given.items[i];
		struct variants variants = { .opts = &opts,
					     .inputs = explorer->visited.items[i],
					     .number = next_number(given),
					     .round = given->nr_rounds };

		if (explorer_is_at_end(explorer))
			break;
		given->nr_rounds++;
		explorer_begin_variants(explorer, &variants);
		err = explorer_vary(explorer, &variants);
		/* Others have their turn. */
		given->is_near &= variants.nr_different < MAX_DIFFERENT;
		explorer_end_variants(&variants);
	}
	explorer_update(explorer);
	return err;
}
