/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/kill/pool.h"

#include <stdlib.h>

#include "cmd/gen/kill/cover.h"
#include "cmd/gen/kill/try.h"
#include "common/random.h"
#include "common/xalloc.h"
#include "paths/change.h"
#include "paths/vary.h"

enum {
	MOST_VARIANTS = 4000,
	MOST_VAIN =
		500, /* after so many, one behind the other, of which none was kept there are no more */
	ENOUGH = 16,	/* inputs that infect a mutant */
	MAX_LATE = 3,	/* after so many that did not end there are no more */
	LATE_MS = 1000, /* of processors, after which the original has not ended */
	LARGER = 2, /* times the bytes of the caller's largest command that an input has at most, */
	LARGE = 512, /* or so many: people read what kills */
};

/* A pool in work. */
struct filling {
	const struct gen_exploration *exploration;
	struct trial_opts trial;
	struct gen_kill_cover cover;
	struct gen_kill_pool *pool;
	uint64_t state;
	uint32_t *numbers; /* by mutant: inputs that infect it */
	bool *infects;	   /* by mutant, of the input at hand */
	unsigned nr_late;
};

static void deinit_input(struct gen_kill_input *input)
{
	command_deinit(&input->test.command);
	trial_result_deinit(&input->test.expected);
	free(input->infects);
}

void gen_kill_pool_deinit(struct gen_kill_pool *pool)
{
	for (size_t i = 0; i < pool->items.count; i++)
		deinit_input(&pool->items.items[i]);
	vec_deinit(&pool->items);
	words_destroy(pool->words);
}

/* Returns all that variants may be made of: the constants of all code with mutants, too. */
static struct words *collect_words(const struct gen_exploration *exploration)
{
	const struct gen_seeds *seeds = &exploration->seeds;
	VEC(struct remt_switch) all = { 0 };
	struct change *change = NULL;
	struct words *words;

	for (size_t i = 0; i < exploration->mutants.items.count; i++) {
		const struct gen_mutant *mutant = &exploration->mutants.items.items[i];

		for (uint32_t k = 0; k < mutant->nr_on; k++)
			vec_push(&all, mutant->on[k]);
	}
	/* Without a graph the words are those of the inputs. */
	error_destroy(change_find_mutant(exploration->programs[0], all.items, all.count, &change));
	words = vary_words(change, seeds->commands.items, seeds->commands.count);
	change_destroy(change);
	vec_deinit(&all);
	return words;
}

/* True if the input at hand infects a mutant that few others do; it counts for these then. */
static bool is_wanted(const struct filling *filling)
{
	bool ret = false;

	for (size_t i = 0; i < filling->exploration->mutants.items.count; i++)
		ret |= filling->infects[i] && filling->numbers[i] < ENOUGH;
	for (size_t i = 0; ret && i < filling->exploration->mutants.items.count; i++)
		filling->numbers[i] += filling->infects[i];
	return ret;
}

/*
 * Runs the original on TEST's command, and where mutants will lie, with other bytes in new blocks of the heap; *RET: it does
 * what COVERED did each time.
 */
static struct error *run_plainly(struct filling *filling, const struct trial_result *covered,
				 struct gen_kill_test *test, bool *ret)
{
	const struct gen_exploration *exploration = filling->exploration;
	struct error *err = trial_run(&filling->trial, exploration->programs[0], &test->command,
				      NULL, &test->expected);

	*ret = !err && trial_is_same(&test->expected, covered);
	if (*ret)
		err = gen_kill_run_original(exploration, &filling->trial, test, ret);
	return err;
}

/* Runs the original on COMMAND, which it takes over; *RET: it is kept. */
static struct error *try_input(struct filling *filling, struct command *command, bool *ret)
{
	size_t number = filling->exploration->mutants.items.count;
	struct gen_kill_input input = { .test = { .command = *command } };
	struct trial_result covered = { 0 };
	struct error *err = gen_kill_cover_run(&filling->cover, &filling->trial, command, &covered,
					       filling->infects);

	*ret = false;
	filling->nr_late += covered.is_late;
	if (!err && !covered.is_late && is_wanted(filling))
		err = run_plainly(filling, &covered, &input.test, ret);
	trial_result_deinit(&covered);
	if (!*ret) {
		deinit_input(&input);
		return err;
	}
	input.number = filling->pool->items.count;
	input.infects = xcalloc(number, sizeof(*input.infects));
	for (size_t i = 0; i < number; i++)
		input.infects[i] = filling->infects[i];
	vec_push(&filling->pool->items, input);
	return NULL;
}

static struct error *try_seeds(struct filling *filling)
{
	const struct gen_seeds *seeds = &filling->exploration->seeds;
	struct error *err = NULL;

	filling->pool->max_inputs = LARGE;
	for (size_t i = 0; i < seeds->commands.count && !err; i++) {
		uint32_t most = LARGER * seeds->commands.items[i].nr_inputs;
		struct command command;
		bool is_kept;

		if (filling->pool->max_inputs < most)
			filling->pool->max_inputs = most;
		command_copy(&seeds->commands.items[i], &command);
		command.argv[0] = (char *)filling->exploration->args->programs[0];
		err = try_input(filling, &command, &is_kept);
	}
	return err;
}

bool gen_kill_pool_vary(const struct gen_kill_pool *pool, size_t index, uint64_t *state,
			struct command *ret)
{
	size_t number = pool->items.count, nr_passed = 0;
	const struct gen_kill_input *from, *other;

	if (!number)
		return false;
	other = &pool->items.items[random_pick(state, number)];
	from = &pool->items.items[random_pick(state, number)];
	/* The next one that infects it, round the end. */
	while (!from->infects[index] && nr_passed++ < number)
		from = from + 1 < pool->items.items + number ? from + 1 : pool->items.items;
	if (!vary_any(pool->words, &from->test.command, &other->test.command, state, ret))
		return false;
	if (ret->nr_inputs <= pool->max_inputs)
		return true;
	command_deinit(ret);
	return false;
}

/* Returns one of those that variants are made of. */
static const struct command *pick(struct filling *filling)
{
	const struct gen_kill_pool *pool = filling->pool;

	return &pool->items.items[random_pick(&filling->state, pool->items.count)].test.command;
}

static struct error *try_variants(struct filling *filling)
{
	struct error *err = NULL;
	unsigned nr_vain = 0;

	for (unsigned i = 0; i < MOST_VARIANTS && nr_vain < MOST_VAIN && filling->pool->items.count;
	     i++) {
		const struct command *from = pick(filling), *other = pick(filling);
		struct command command;
		bool is_kept = false;

		if (*filling->exploration->signal || filling->nr_late >= MAX_LATE || err)
			break;
		if (vary_any(filling->pool->words, from, other, &filling->state, &command)) {
			if (command.nr_inputs <= filling->pool->max_inputs)
				err = try_input(filling, &command, &is_kept);
			else
				command_deinit(&command);
		}
		nr_vain = is_kept ? 0 : nr_vain + 1;
	}
	return err;
}

/* The shortest first, then the one that was found first. */
static int compare(const void *a, const void *b)
{
	const struct gen_kill_input *x = a, *y = b;

	if (x->test.command.nr_inputs != y->test.command.nr_inputs)
		return x->test.command.nr_inputs < y->test.command.nr_inputs ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

struct error *gen_kill_pool_fill(struct gen_exploration *exploration, const struct gen_place *place,
				 struct gen_kill_pool *ret)
{
	struct filling filling = { .exploration = exploration,
				   .trial = gen_describe_trials(exploration, place),
				   .pool = ret,
				   .state = exploration->args->seed };
	size_t number = exploration->mutants.items.count;
	struct error *err = gen_kill_cover_open(exploration, &filling.cover);

	*ret = (struct gen_kill_pool){ 0 };
	if (filling.trial.max_ms > LATE_MS)
		filling.trial.max_ms = LATE_MS;
	ret->words = collect_words(exploration);
	filling.numbers = xcalloc(number, sizeof(*filling.numbers));
	filling.infects = xcalloc(number, sizeof(*filling.infects));
	if (!err)
		err = gen_mutant_write(exploration->program, NULL, exploration->programs[1]);
	if (!err)
		err = try_seeds(&filling);
	if (!err)
		err = try_variants(&filling);
	if (ret->items.count)
		qsort(ret->items.items, ret->items.count, sizeof(*ret->items.items), compare);
	free(filling.numbers);
	free(filling.infects);
	gen_kill_cover_close(&filling.cover);
	return err;
}
