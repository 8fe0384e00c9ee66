/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of the caller's commands come near to a change: a suite has more of them than there is time to evaluate. Scouts
 * run as compiled, and cost a hundredth.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/deadline.h"
#include "common/xalloc.h"
#include "paths/scout.h"
#include "paths/search_state.h"

#define TIME_SHARE 4 /* of the search: one in so many */
/*
 * That a scout took: to evaluate it will take seconds. So will what executes other programs, which are evaluated,
 * too.
 */
#define SLOW_US 50000

struct scouting {
	struct search *search;
	struct patience patience; /* of scouts alone */
	struct telling telling;
};

static bool is_over(const struct scouting *scouting)
{
	return search_is_at_end(scouting->search) || deadline_is_over(&scouting->patience.deadline);
}

static struct error *begin(struct search *search, struct scouting *ret)
{
	uint64_t end_ms = deadline_after(search->start_ms, search->opts.max_ms / TIME_SHARE);

	*ret = (struct scouting){ .search = search,
				  .patience = { .max_ms = SEARCH_SCOUT_MS,
						.deadline = search->patience.deadline } };
	if (end_ms)
		ret->patience.deadline.at_ms = end_ms;
	return telling_open(&search->opts.explorer.trial.scout, 0, &ret->telling);
}

/* Returns the rank of what tells LEVEL: those that are slow come behind others, but before those that stay away. */
static unsigned rank_of(unsigned level, bool is_slow)
{
	if (level == SCOUT_AWAY)
		return !is_slow;
	return 1 + level + (is_slow ? 0 : SCOUT_DIFFERENT);
}

/* Counts what a scout told, which came to LEVEL. */
static void count(struct scouting *scouting, const struct visit_scouted *scouted, unsigned level)
{
	struct search_scouts *scouts = &scouting->search->scouts;
	bool is_reached = scouted->has_told && level == SCOUT_LINE;

	if (!scouting->search->opts.explorer.trial.scout.nr_lines)
		return;
	scouts->nr_reached += is_reached;
	scouts->nr_runs += is_reached || scouted->is_whole;
}

/* Sends a scout with COMMAND; *RET is its rank. */
static struct error *send_scout(struct scouting *scouting, struct command *command, unsigned *ret)
{
	struct visit_opts opts = search_visit_opts(scouting->search);
	_cleanup_free_ unsigned char *inputs = xcalloc(command->nr_inputs + UINT32_C(1), 1);
	struct visit_scouted scouted;
	struct telling *telling = &scouting->telling;
	unsigned level;
	struct error *err = telling_reset(telling);

	if (err)
		return err;
	opts.patience = &scouting->patience;
	command_inputs(command, inputs);
	err = visit_scout(&opts, command, inputs, NULL, NULL, &scouted);
	level = telling_read(telling);
	if (!err)
		count(scouting, &scouted, level);
	if (scouted.did == VISIT_DIFFERENT)
		level = SCOUT_DIFFERENT;
	*ret = rank_of(level, scouted.did == VISIT_LATE || scouted.has_others ||
				      scouted.used_us > SLOW_US);
	return err;
}

/* Brings the command number INDEX of SHAPE before the others. */
static void bring_first(struct shape *shape, size_t index)
{
	struct command first = shape->commands.items[index];

	memmove(&shape->commands.items[1], &shape->commands.items[0], index * sizeof(first));
	shape->commands.items[0] = first;
}

/* Has the commands of SHAPE come first that come nearest, and the shape with them. */
static struct error *scout_shape(struct scouting *scouting, struct shape *shape)
{
	struct error *err = NULL;

	for (size_t i = 0; i < shape->commands.count && !err && !is_over(scouting); i++) {
		unsigned rank;

		err = send_scout(scouting, &shape->commands.items[i], &rank);
		if (err || rank <= shape->rank)
			continue;
		shape->rank = rank;
		bring_first(shape, i);
	}
	return err;
}

/* ---- the order */

/* Returns I with its lowest NR_BITS bits in reverse: what is near to each other comes far apart. */
static size_t reverse(size_t i, unsigned nr_bits)
{
	size_t ret = 0;

	for (; nr_bits; nr_bits--, i >>= 1)
		ret = ret << 1 | (i & 1);
	return ret;
}

static unsigned nr_bits(size_t number)
{
	unsigned ret = 0;

	while (number >> ret)
		ret++;
	return ret;
}

/*
 * Returns the caller's shapes, as search_scout() does. Neighbours in a suite are often alike, so that those that there is time for are
 * taken from all over it.
 */
static size_t *spread(const struct search *search, size_t *number)
{
	size_t nr_shapes = search->shapes.count;
	size_t *ret = xcalloc(nr_shapes + 1, sizeof(*ret));

	*number = 0;
	for (size_t i = 0; i >> nr_bits(nr_shapes) == 0; i++) {
		size_t index = reverse(i, nr_bits(nr_shapes));

		if (index < nr_shapes && search->shapes.items[index].is_given)
			ret[(*number)++] = index;
	}
	return ret;
}

/* A shape that is to be put in order. */
struct entry {
	size_t index;	  /* of the shape */
	size_t place;	  /* in the order that there was */
	unsigned rank;	  /* the higher, the earlier */
	unsigned nr_bits; /* of the number of inputs: each of them makes its runs longer */
};

static int compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	if (x->nr_bits != y->nr_bits)
		return x->nr_bits < y->nr_bits ? -1 : 1;
	return x->place < y->place ? -1 : 1;
}

static void sort(const struct search *search, size_t *shapes, size_t number)
{
	_cleanup_free_ struct entry *entries = xcalloc(number + 1, sizeof(*entries));

	for (size_t i = 0; i < number; i++) {
		const struct shape *shape = &search->shapes.items[shapes[i]];

		entries[i] = (struct entry){ shapes[i], i, shape->rank,
					     nr_bits(shape->commands.items[0].nr_inputs) };
	}
	qsort(entries, number, sizeof(*entries), compare);
	for (size_t i = 0; i < number; i++)
		shapes[i] = entries[i].index;
}

struct error *search_scout(struct search *search, size_t **ret, size_t *number)
{
	size_t *shapes = spread(search, number);
	struct scouting scouting;
	struct error *err;

	*ret = shapes;
	search->scouts.is_partial = search->opts.explorer.trial.scout.nr_untold;
	for (size_t i = 0; i < *number; i++)
		search->scouts.nr_commands += search->shapes.items[shapes[i]].commands.count;
	if (!*number || (*number == 1 && search->shapes.items[*shapes].commands.count < 2))
		return NULL;
	err = begin(search, &scouting);
	for (size_t i = 0; i < *number && !err && !is_over(&scouting); i++)
		err = scout_shape(&scouting, &search->shapes.items[shapes[i]]);
	telling_close(&scouting.telling);
	sort(search, shapes, *number);
	return err;
}
